import { stemsOf } from '#server/instant/tag-words.ts';

/**
 * Words that a trade puts around a term; `{}` is the term. Only words that read well around any product,
 * subject or activity of the trade.
 */
type Industry = { known: ReadonlySet<string>; templates: string[][] };

const words = (list: string): ReadonlySet<string> => new Set(stemsOf(list));
const t = (...templates: string[]) => templates.map((template) => template.split(' '));

const industries: readonly Industry[] = [
  {
    known: words(
      'bake bakery baker bread sourdough cake pastry cafe coffee restaurant food kitchen catering recipe vegan pizza brewery beer wine tea chocolate rye loaf brunch lunch dinner dessert meal cook cooking menu cheese',
    ),
    templates: t('{} Lovers'),
  },
  {
    known: words(
      'fashion clothing clothes dress wear shoe sneaker jewelry jewellery handbag boutique tailor knitwear knitting thrift designer ring necklace earrings vintage silver',
    ),
    templates: t('{} Style', '{} Lovers'),
  },
  {
    known: words(
      'travel hotel retreat tour tours hike hiking holiday vacation guesthouse camping sailing museum kayak trip island trail beach guide',
    ),
    templates: t('{} Guide', '{} Tips'),
  },
  {
    known: words(
      'yoga fitness gym pilates running runner workout training trainer coach climbing swimming strength marathon exercise',
    ),
    templates: t('{} For Beginners', '{} Tips'),
  },
  {
    known: words('bicycle bike cycling cyclist wheel repair frame ebike'),
    templates: t('{} Tips', '{} Lovers'),
  },
  {
    known: words(
      'skincare skin beauty makeup hair salon spa cosmetics nail nails barber massage facial serum',
    ),
    templates: t('{} Tips', '{} Routine'),
  },
  {
    known: words(
      'saas software app startup cloud data developer code coding api automation cybersecurity crm devops onboarding phishing security website b2b',
    ),
    templates: t('{} Strategy', '{} Best Practices'),
  },
  {
    known: words(
      'mortgage finance financial invest investing accounting accountant tax bank insurance pension bookkeeping budget broker deductions freelancer buyer',
    ),
    templates: t('{} Advice', '{} Tips'),
  },
  {
    known: words(
      'house home property realtor interior furniture decor renovation remodel architect kitchen cabinet chair ergonomic paint tableware stoneware',
    ),
    templates: t('{} Inspiration'),
  },
  {
    known: words('garden gardening plant flower florist seeds compost landscaping allotment balcony herbs'),
    templates: t('{} For Beginners', '{} Tips'),
  },
  {
    known: words('dog dogs cat cats pet pets puppy kitten vet veterinary horse bird leash kennel grooming'),
    templates: t('{} Tips', '{} Advice'),
  },
  {
    known: words(
      'school teacher teaching learning course tutor tutoring language student education university lesson lessons class spanish french',
    ),
    templates: t('{} For Beginners', '{} Tips'),
  },
  {
    known: words(
      'therapy therapist clinic dentist dental doctor health healthy nutrition diet physiotherapy midwife sleep wellness injury pain',
    ),
    templates: t('{} Advice', '{} Tips'),
  },
  {
    known: words(
      'wedding bride bridal groom elopement photography photographer portrait film video concert theatre theater band',
    ),
    templates: t('{} Inspiration'),
  },
  {
    known: words(
      'craft crafts handmade pottery ceramic ceramics wood woodwork leather candle candles sewing quilt print art artist illustration soy kiln',
    ),
    templates: t('{} Craft'),
  },
  {
    known: words(
      'recruiting recruitment hiring career leadership consulting consultant marketing sales branding agency copywriting content seo legal law lawyer logistics manufacturing',
    ),
    templates: t('{} Strategy', '{} Advice'),
  },
];

/** The trade with the most of these words, if there are enough: a single word in a longer brief is no evidence. */
export function industryOf(stems: readonly string[], fewest = 2): Industry | undefined {
  const said = new Set(stems);
  const [best] = industries
    .map((industry) => ({ industry, hits: said.intersection(industry.known).size }))
    .toSorted((a, b) => b.hits - a.hits);
  return best && best.hits >= fewest ? best.industry : undefined;
}

const grave = words(
  'funeral death dead dying die died grief grieving bereavement mourning burial cremation cemetery hospice palliative cancer tumor dementia alzheimer stroke suicide selfharm depression addiction addict rehab abuse violence trauma miscarriage stillbirth divorce custody debt debts bankruptcy insolvency foreclosure eviction homeless homelessness refugee asylum war disaster disease illness terminal disability church prayer faith god religion religious mosque synagogue temple islam christian jewish hindu buddhist worship',
);

/** Topics for which cheerful words around a term are inappropriate. */
export const isGrave = (stems: readonly string[]): boolean => stems.some((stem) => grave.has(stem));
