import { dictionary } from '@zxcvbn-ts/language-en';

/** First and last names. The list is also used to detect weak passwords. */
const names = new Set([...dictionary['firstnames-en'], ...dictionary['lastnames-en']]);

export const isKnownName = (word: string): boolean =>
  /^\p{Lu}\p{Ll}{2,}(?:['’]s?)?$/u.test(word) && names.has(word.toLowerCase().replace(/['’]s?$/u, ''));

const plain = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '');
/** Whether a word has a diacritic that its English form doesn’t have: “bún”, but not “cafè”. */
const isForeign = (quote: string, suggestion: string): boolean =>
  /^\p{L}+$/u.test(quote) &&
  plain(quote) !== quote &&
  plain(quote).toLowerCase() !== plain(suggestion).toLowerCase();

const howeverAsHow = /^ (?:you|good|hard|much|many|long|small|large|often|big|well|few|late|\p{Ll}+ly)\b/iu;
const askedAfterWhom =
  /^ (?:did|do|does|should|shall|can|could|will|would|have|has|had|is|are|was|were|may|might) (?:you|we|they|i|he|she|it|the|an?|your|our|my|his|her|their|\p{Lu}\p{Ll}+)\b/iu;
/** Words that “where” can follow. */
const asksPlace =
  /\b(?:know|knows|knew|see|sees|saw|ask|asks|asked|wonder|tell|tells|told|remember|show|shows|find|found|is|that['’]s|from|to|of|place|places|city|town|area|room|shop|store|country|world)\s$/iu;

/** Words that a typing error joins with the next word: “alot”, “infact”, “upto”. */
const joined = /^(?:a|an|all|any|as|at|be|each|every|in|of|on|no|some|so|to|up|with)$/iu;
/** Nouns that rarely follow “a” or “an”. The linter also treats other nouns so: “a thief”. */
const uncounted =
  /^(?:accommodation|advice|baggage|cash|clothing|cutlery|equipment|evidence|feedback|furniture|gold|hardware|health|homework|housing|information|jewell?e?ry|knowledge|laundry|luck|luggage|machinery|mail|merchandise|money|music|news|pollution|progress|research|rubbish|scenery|software|stationery|traffic|training|transportation|travel|weather|wildlife|work)$/iu;
/** Web and email addresses, whose parts aren’t words. */
const address =
  /\b(?:https?:\/\/|www\.)\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:[a-z\d-]+\.)+(?:com|org|net|edu|gov|io|dev|app|shop|store|info|co|uk|au|ca|nz|ie|eu|example)\b(?:\/\S*)?/gu;

/** The places of web and email addresses in a text. */
export const addressesIn = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(address)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));

/** Verbs and conjunctions after a family's name: “The Hortons have moved.” */
const familyDoes =
  /^ (?:and|or|who|have|had|are|were|will|live|lived|came|come|moved|own|owned|sold|sell|made|make)\b/u;
const timeAfter =
  /^ (?:yesterday|today|tomorrow|tonight|now|then|last|every|each|all|most|some|many|several|one|two|three)\b/u;
/** Openers that may, but needn’t, be followed by a comma. */
const freeOpeners = /^(?:otherwise|then|now|soon|still|perhaps|maybe|instead)$/iu;
/** Words after which “it” begins a clause, so that “it’s” is meant: “I hope it time” is an error, “Give it time” isn’t. */
const joinsClauses = /(?:^|\b(?:and|but|or|so|because|if|when|that|think|hope|say|know|guess|as|since)\s)$/iu;

/** Brands whose old spellings the linter's dictionary has. */
const brands = /^(?:Mastercard|Paypal)$/u;

/**
 * Whether the linter's finding is a false alarm: a part of an address or amount, a place in capitals, a prefix with a hyphen, a
 * brand, a plural name, or a compound that it would split.
 */
export function isNoError(quote: string, suggestion: string, before: string, after: string): boolean {
  // the linter ends a word before some letters: “ófia” in “Zsófia”
  if (/\p{L}$/u.test(before) && /^\p{L}/u.test(quote)) return true;
  // right: “However you slice it”, “Whom did you ask?”, “the who and the when”
  if (/^however$/iu.test(quote) && howeverAsHow.test(after)) return true;
  if (/^whom$/iu.test(quote) && askedAfterWhom.test(after)) return true;
  if (
    /^the (?:who|what|when|where|why|how)$/iu.test(quote) &&
    /^(?:[,.;:!?]| (?:and|or|of|is|are)\b)/u.test(after)
  )
    return true;
  // right: “the ones we kept were the best”
  if (/^were$/iu.test(quote) && /^where$/iu.test(suggestion) && !asksPlace.test(before)) return true;
  // “Please let know” lacks a word, which our own rule reports
  if (/^let$/iu.test(quote) && /^ know\b/u.test(after)) return true;
  // right: “We parked there yesterday”
  if (/^there$/iu.test(quote) && /^their$/iu.test(suggestion) && timeAfter.test(after)) return true;
  // right: “a thief”
  const counted = /^an? (\p{L}{2,})$/iu.exec(quote)?.[1]?.toLowerCase();
  if (counted !== undefined && counted === suggestion.toLowerCase() && !uncounted.test(counted)) return true;
  // right: “Give it time”
  if (/^it$/u.test(quote) && /^it['’]s$/u.test(suggestion) && !joinsClauses.test(before)) return true;
  // right: “We tried Farrow & Ball”
  if (suggestion === `${quote} to` && /^ \p{Lu}/u.test(after)) return true;
  if (suggestion === `${quote},` && freeOpeners.test(quote)) return true;
  // right: “clock-ins” and “at Tim Hortons and”
  const isApostrophe = /^\p{L}+s$/u.test(quote) && /['’]s$/u.test(suggestion);
  if (isApostrophe && before.endsWith('-')) return true;
  if (isApostrophe && /\bthe $/iu.test(before) && familyDoes.test(after)) return true;
  if (isApostrophe && /^\p{Lu}/u.test(quote) && /[\p{Ll},] \p{Lu}\p{Ll}+ $/u.test(before)) return true;
  // an initial, such as “J.”
  if (/^\p{Lu}\.$/u.test(quote)) return true;
  // a unit after a number: “38 kr”
  if (/\p{N}\s$/u.test(before) && /^[b-df-hj-np-tv-xz]{1,3}$/iu.test(quote)) return true;
  if (isForeign(quote, suggestion)) return true;
  const isSame = quote.toLowerCase() === suggestion.toLowerCase();
  if (/[\p{N}/]$/u.test(before) || (/\p{N}/u.test(quote) && !/\s/u.test(quote)) || /^[b-hj-z]$/u.test(quote))
    return true;
  if (isSame && (/^\p{Lu}{3,}$/u.test(quote) || brands.test(quote))) return true;
  if (/^(?:co|non|pre|re)-/iu.test(quote) && suggestion === quote.replace('-', '')) return true;
  if (/^\p{Lu}\p{Ll}+s$/u.test(quote) && /['’]s$/u.test(suggestion) && !/^ \p{Ll}/u.test(after)) return true;
  const parts = suggestion.split(' ');
  return (
    parts.length === 2 &&
    parts.join('').toLowerCase() === quote.toLowerCase() &&
    !parts.some((part) => joined.test(part))
  );
}

/** Corrects the suggestions for words such as “Flexability”, which is a misspelling of “flexibility”, not two words. */
export const mendEnding = (quote: string, suggestions: string[]): string[] =>
  /\p{Ll}{3}abilit(?:y|ies)$/u.test(quote) && suggestions[0]?.includes(' ')
    ? [quote.replace(/a(?=bilit)/u, 'i')]
    : suggestions;
