import { compareForms, type Inconsistency, type Place } from './consistency-kinds.ts';
import { isNear } from './is-near.ts';

/** Words with a capital inside: “PhotoBox” and “eBook”. */
const innerCapital =
  /(?<![\p{L}\p{N}@./#-])(?:\p{Lu}?\p{Ll}+\p{Lu}\p{Ll}[\p{L}\p{N}]*)(?![\p{L}\p{N}@-]|\.\p{L})/gu;
/** Maximum number of words that are searched for, because each takes a pass through the text. */
const mostForms = 50;
/** Family names with an inner capital, such as “McDonald” and “Macdonald”: two spellings can be two families. */
const family = /^(?:Mc|Mac|De|Di|La|Le|Van|Fitz|O)\p{Lu}/u;

const placesOfForm = (text: string, form: string): Place[] =>
  [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}@./#-])${form}(?![\\p{L}\\p{N}@-]|\\.\\p{L})`, 'gu'))].map(
    ({ 0: quote, index }) => ({ start: index, end: index + quote.length, quote }),
  );

/** Brands that are written with and without their inner capital, or as two words. */
function findMixedCapitalsInside(text: string): Inconsistency[] {
  const forms = new Set(text.match(innerCapital));
  const told = new Set<string>();
  return [...forms].slice(0, mostForms).flatMap((form) => {
    const key = form.toLowerCase();
    if (told.has(key) || family.test(form)) return [];
    told.add(key);
    const [first, ...rest] = form.split(/(?=\p{Lu})/u);
    const others = [
      `${form.charAt(0)}${form.slice(1).toLowerCase()}`,
      `${form.charAt(0).toUpperCase()}${form.slice(1).toLowerCase()}`,
      form.charAt(0) === form.charAt(0).toLowerCase()
        ? `${form.charAt(0).toUpperCase()}${form.slice(1)}`
        : '',
      `${first} ${rest.join(' ')}`,
      `${first}-${rest.join('-')}`,
    ].filter((one) => one !== '' && one !== form);
    return compareForms(
      'mixed-spelling',
      'You write',
      placesOfForm(text, form),
      [...new Set(others)].flatMap((one) => placesOfForm(text, one)).toSorted((a, b) => a.start - b.start),
    );
  });
}

const address =
  /(?<![\p{L}\p{N}._+@-])(?:(?:[\p{L}\p{N}._+-]+@)|(?:https?:\/\/)?(?:www\.))([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)/giu;

/** Whether two domains differ in one letter, in two swapped letters, in a hyphen or in their ending. */
function isNearDomain(one: string, other: string): boolean {
  const plain = (domain: string) => domain.replaceAll('-', '').replace(/\.[^.]+$/u, '');
  const [a, b] = [plain(one), plain(other)];
  return a === b || (a.length >= 5 && isNear(a, b));
}

/** Email and web addresses whose domains differ in a letter or in their ending, which is most often a mistake. */
function findMixedDomains(text: string): Inconsistency[] {
  const all = [...text.matchAll(address)].map(({ 0: quote, 1: domain = '', index }) => ({
    quote,
    domain: domain.toLowerCase().replace(/\.$/u, ''),
    start: index,
    end: index + quote.length,
  }));
  const [first] = all;
  const other =
    first && all.find(({ domain }) => domain !== first.domain && isNearDomain(domain, first.domain));
  return first && other
    ? [
        {
          kind: 'mixed-spelling',
          start: other.start,
          end: other.end,
          why: `The address is “${other.domain}” here, but “${first.domain}” elsewhere.`,
        },
      ]
    : [];
}

/** Brands and addresses that are written in two ways. */
export const findMixedBrands = (text: string): Inconsistency[] => [
  ...findMixedCapitalsInside(text),
  ...findMixedDomains(text),
];
