import { stemsOf } from '#server/instant/tag-words.ts';

/**
 * What people of a trade put around their words, `{}` standing for the thing. Only what reads well around any product,
 * subject or pursuit of the trade.
 */
type Industry = { known: ReadonlySet<string>; templates: string[][]; community: string[][] };

const words = (list: string): ReadonlySet<string> => new Set(stemsOf(list));
const t = (...templates: string[]) => templates.map((template) => template.split(' '));

const industries: readonly Industry[] = [
  {
    known: words(
      'bake bakery baker bread sourdough cake pastry cafe coffee restaurant food kitchen catering recipe vegan pizza brewery beer wine tea chocolate rye loaf brunch lunch dinner dessert meal cook cooking menu cheese',
    ),
    templates: t('{} Lovers', '{} Ideas'),
    community: t('Eat Local', 'Food Lovers'),
  },
  {
    known: words(
      'fashion clothing clothes dress wear shoe sneaker jewelry jewellery handbag boutique tailor knitwear knitting thrift designer ring necklace earrings vintage silver',
    ),
    templates: t('{} Style', '{} Lovers'),
    community: t('Slow Fashion', 'Outfit Ideas'),
  },
  {
    known: words(
      'travel hotel retreat tour tours hike hiking holiday vacation guesthouse camping sailing museum kayak trip island trail beach guide',
    ),
    templates: t('{} Guide', '{} Tips'),
    community: t('Weekend Getaway', 'Slow Travel'),
  },
  {
    known: words(
      'yoga fitness gym pilates running runner workout training trainer coach climbing swimming strength marathon exercise',
    ),
    templates: t('{} For Beginners', '{} Tips'),
    community: t('Move Every Day', 'Fitness Motivation'),
  },
  {
    known: words('bicycle bike cycling cyclist wheel repair frame ebike'),
    templates: t('{} Tips', '{} Lovers'),
    community: t('Bike Life', 'Cycling Community'),
  },
  {
    known: words(
      'skincare skin beauty makeup hair salon spa cosmetics nail nails barber massage facial serum',
    ),
    templates: t('{} Tips', '{} Routine'),
    community: t('Skincare Routine', 'Self Care'),
  },
  {
    known: words(
      'saas software app startup cloud data developer code coding api automation cybersecurity crm devops onboarding phishing security website b2b',
    ),
    templates: t('{} Strategy', '{} Best Practices'),
    community: t('B2B Marketing', 'Build In Public'),
  },
  {
    known: words(
      'mortgage finance financial invest investing accounting accountant tax bank insurance pension bookkeeping budget broker deductions freelancer buyer',
    ),
    templates: t('{} Advice', '{} Tips'),
    community: t('Personal Finance', 'Money Tips'),
  },
  {
    known: words(
      'house home property realtor interior furniture decor renovation remodel architect kitchen cabinet chair ergonomic paint tableware stoneware',
    ),
    templates: t('{} Ideas', '{} Inspiration'),
    community: t('Home Inspiration', 'Interior Ideas'),
  },
  {
    known: words('garden gardening plant flower florist seeds compost landscaping allotment balcony herbs'),
    templates: t('{} For Beginners', '{} Ideas'),
    community: t('Grow Your Own', 'Garden Life'),
  },
  {
    known: words('dog dogs cat cats pet pets puppy kitten vet veterinary horse bird leash kennel grooming'),
    templates: t('{} Tips', '{} Advice'),
    community: t('Pet Care', 'Dog Life'),
  },
  {
    known: words(
      'school teacher teaching learning course tutor tutoring language student education university lesson lessons class spanish french',
    ),
    templates: t('{} For Beginners', '{} Tips'),
    community: t('Lifelong Learning', 'Study Tips'),
  },
  {
    known: words(
      'therapy therapist clinic dentist dental doctor health healthy nutrition diet physiotherapy midwife sleep wellness injury pain',
    ),
    templates: t('{} Advice', '{} Tips'),
    community: t('Healthy Habits', 'Wellbeing'),
  },
  {
    known: words(
      'wedding bride bridal groom elopement photography photographer portrait film video concert theatre theater band',
    ),
    templates: t('{} Inspiration', '{} Ideas'),
    community: t('Wedding Inspiration', 'Behind The Scenes'),
  },
  {
    known: words(
      'craft crafts handmade pottery ceramic ceramics wood woodwork leather candle candles sewing quilt print art artist illustration soy kiln',
    ),
    templates: t('{} Lovers', '{} Ideas'),
    community: t('Shop Handmade', 'Studio Notes'),
  },
  {
    known: words(
      'recruiting recruitment hiring career leadership consulting consultant marketing sales branding agency copywriting content seo legal law lawyer logistics manufacturing',
    ),
    templates: t('{} Strategy', '{} Advice'),
    community: t('Small Business Advice', 'Leadership Lessons'),
  },
];

/** The trade with the most of these words, if it has two of them: one word is no trade. */
export function industryOf(stems: readonly string[]): Industry | undefined {
  const said = new Set(stems);
  const [best] = industries
    .map((industry) => ({ industry, hits: said.intersection(industry.known).size }))
    .toSorted((a, b) => b.hits - a.hits);
  return best && best.hits >= 2 ? best.industry : undefined;
}

const grave = words(
  'funeral death dead dying die died grief grieving bereavement mourning burial cremation cemetery hospice palliative cancer tumor dementia alzheimer stroke suicide selfharm depression addiction addict rehab abuse violence trauma miscarriage stillbirth divorce custody debt debts bankruptcy insolvency foreclosure eviction homeless homelessness refugee asylum war disaster disease illness terminal disability church prayer faith god religion religious mosque synagogue temple islam christian jewish hindu buddhist worship',
);

/** Topics for which cheerful words around a term are out of place. */
export const isGrave = (stems: readonly string[]): boolean => stems.some((stem) => grave.has(stem));
