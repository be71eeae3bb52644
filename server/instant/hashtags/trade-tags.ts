import { stemsOf } from '#server/instant/tag-words.ts';
import list from './trade-tags.json' with { type: 'json' };

/** When the list was last read through, as customers read it. */
export const tradeTagsDate = 'November 2026';

/**
 * Hashtags that a trade uses whatever the product. `subject`: what it is about. `people`: the community. `local`: words that
 * follow a town's name.
 */
type TradeTags = { subject: string[][]; people: string[][]; local: string[][] };
/** `names`: stems that each name the trade. `words`: stems of which two name it. */
type Trade = TradeTags & { names: ReadonlySet<string>; words: ReadonlySet<string> };

const readTrades = (rows: Readonly<Record<string, string>>): Trade[] =>
  Object.entries(rows).map(([known, row]) => {
    const [names = '', words = ''] = known.split(';');
    const [subject = [], people = [], local = []] = row
      .split(' | ')
      .map((tags) => (tags === '' ? [] : tags.split(', ').map((tag) => tag.split(' '))));
    return { names: new Set(stemsOf(names)), words: new Set(stemsOf(words)), subject, people, local };
  });
const trades = readTrades(list.trades);
const solemnTrades = readTrades(list.solemn);

/** Spellings of the list that differ between American and other English. */
const american: Readonly<Record<string, string>> = {
  Counselling: 'Counseling',
  Theatre: 'Theater',
};
const british: Readonly<Record<string, string>> = {
  Aging: 'Ageing',
  Behavior: 'Behaviour',
  Jewelry: 'Jewellery',
  Math: 'Maths',
  Travelers: 'Travellers',
};

/**
 * The trade that the stems name most clearly, in the variety of English; of equals, the first. `head`: stems of what the topic is,
 * without whom it is for. A solemn topic has only the
 * hashtags that suit one.
 */
export function tradeTagsOf(
  stems: readonly string[],
  { head, language, isSolemn }: { head: readonly string[]; language: string; isSolemn: boolean },
): TradeTags | undefined {
  const said = new Set(stems);
  const named = new Set(head);
  // counts at most two names of a trade, so that many words about a side product don't outweigh the main one
  const points = ({ names, words }: Trade) =>
    2 * Math.min(2, said.intersection(names).size) +
    said.intersection(words).size +
    (named.isDisjointFrom(names) ? 0 : 1);
  const [best] = (isSolemn ? solemnTrades : trades).toSorted((a, b) => points(b) - points(a));
  if (!best || points(best) < 2) return undefined;
  const spellings = language === 'en-US' ? american : british;
  const spelled = (tags: string[][]) => tags.map((words) => words.map((word) => spellings[word] ?? word));
  return { subject: spelled(best.subject), people: spelled(best.people), local: spelled(best.local) };
}
