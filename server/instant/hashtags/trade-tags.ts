import { stemsOf } from '#server/instant/tag-words.ts';
import list from './trade-tags.json' with { type: 'json' };

/** When the list was last read through, as customers read it. */
export const tradeTagsDate = 'November 2026';

/**
 * Hashtags that a trade uses whatever the product. `subject`: what it is about. `people`: the community. `local`: words that
 * follow a town's name.
 */
type TradeTags = { subject: string[][]; people: string[][]; local: string[][] };
/**
 * `names`: stems that each name the trade; the stems of an entry such as “food-truck” do so together. `words`: stems of which
 * two name it.
 */
type Trade = TradeTags & { names: readonly (readonly string[])[]; words: ReadonlySet<string> };

const readTrades = (rows: Readonly<Record<string, string>>): Trade[] =>
  Object.entries(rows).map(([known, row]) => {
    const [names = '', words = ''] = known.split(';');
    const [subject = [], people = [], local = []] = row
      .split(' | ')
      .map((tags) => (tags === '' ? [] : tags.split(', ').map((tag) => tag.split(' '))));
    return {
      // “garden” and “gardener” have one stem and are one name
      names: [
        ...new Map(
          names.split(' ').map((one) => {
            const stems = stemsOf(one.replaceAll('-', ' '));
            return [stems.join(), stems] as const;
          }),
        ).values(),
      ],
      words: new Set(stemsOf(words)),
      subject,
      people,
      local,
    };
  });
const trades = readTrades(list.trades);
const solemnTrades = readTrades(list.solemn);

const stemsIn = ({ names, words }: Trade) => new Set([...names.flat(), ...words]);
const known = trades.map(stemsIn);
/** Words of several trades, such as “repair” and “vintage”: two of them name none. */
const shared = new Set(
  known.flatMap((one) => [...one]).filter((stem) => known.filter((one) => one.has(stem)).length > 1),
);

/** What is done to a thing: someone who removes tattoos or repairs pianos isn’t of the trade that makes or plays them. */
const work = new Set(
  stemsOf(
    'accounting appraisal cleaning disposal hire inspection insurance law photography recycling removal rental repair restoration sharpening software storage survey transport tuning upholstery valuation',
  ),
);

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
  const done = named.intersection(work);
  const pointsOf = (trade: Trade): number => {
    const ofTrade = stemsIn(trade);
    const tags = trade.subject.flatMap((words) => stemsOf(words.join(' ')));
    if (done.size > 0 && done.isDisjointFrom(ofTrade.union(new Set(tags)))) return 0;
    const namesIn = (words: ReadonlySet<string>) =>
      trade.names.filter((name) => name.every((stem) => words.has(stem))).length;
    const names = namesIn(said);
    const words = said.intersection(trade.words);
    // the restaurants that a knife sharpener works for are not its trade
    if (names < 2 && named.isDisjointFrom(ofTrade)) return 0;
    if (names === 0 && words.isSubsetOf(shared)) return 0;
    // counts at most two names of a trade, so that many words about a side product don't outweigh the main one
    return 2 * Math.min(2, names) + words.size + (namesIn(named) > 0 ? 1 : 0);
  };
  const [best] = (isSolemn ? solemnTrades : trades)
    .map((trade) => ({ ...trade, points: pointsOf(trade) }))
    .toSorted((a, b) => b.points - a.points);
  if (!best || best.points < 2) return undefined;
  const spellings = language === 'en-US' ? american : british;
  const spelled = (tags: string[][]) => tags.map((words) => words.map((word) => spellings[word] ?? word));
  return { subject: spelled(best.subject), people: spelled(best.people), local: spelled(best.local) };
}
