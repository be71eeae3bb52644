import { dictionary } from '@zxcvbn-ts/language-en';

/** First and last names; the list is also used to find weak passwords. */
const names = new Set([...dictionary['firstnames-en'], ...dictionary['lastnames-en']]);

export const isKnownName = (word: string): boolean =>
  /^\p{Lu}\p{Ll}{2,}(?:['’]s?)?$/u.test(word) && names.has(word.toLowerCase().replace(/['’]s?$/u, ''));

/** Words that a slip joins with the next: “alot”, “infact”, “upto”. */
const joined = /^(?:a|an|all|any|as|at|be|each|every|in|of|on|no|some|so|to|up|with)$/iu;
/** The linter's dictionary has old spellings of these brands. */
const brands = /^(?:Mastercard|Paypal)$/u;

/**
 * Whether the linter's finding is no error: a part of an address or amount, a place in capitals, a prefix with a hyphen, a
 * brand, a plural name, or a compound that it would split.
 */
export function isNoError(quote: string, suggestion: string, before: string, after: string): boolean {
  const isSame = quote.toLowerCase() === suggestion.toLowerCase();
  if (/[\p{N}/]$/u.test(before) || (/\p{N}/u.test(quote) && !/\s/u.test(quote)) || /^[b-hj-z]$/u.test(quote))
    return true;
  if (isSame && (/^\p{Lu}{4,}$/u.test(quote) || brands.test(quote))) return true;
  if (/^(?:co|non|pre|re)-/iu.test(quote) && suggestion === quote.replace('-', '')) return true;
  if (/^\p{Lu}\p{Ll}+s$/u.test(quote) && /['’]s$/u.test(suggestion) && !/^ \p{Ll}/u.test(after)) return true;
  const parts = suggestion.split(' ');
  return (
    parts.length === 2 &&
    parts.join('').toLowerCase() === quote.toLowerCase() &&
    !parts.some((part) => joined.test(part))
  );
}

/** “Flexability” is no two words, but a slip for “flexibility”. */
export const mendEnding = (quote: string, suggestions: string[]): string[] =>
  /\p{Ll}{3}abilit(?:y|ies)$/u.test(quote) && suggestions[0]?.includes(' ')
    ? [quote.replace(/a(?=bilit)/u, 'i')]
    : suggestions;
