import { stemsOf } from '#server/instant/tag-words.ts';
import list from './trade-tags.json' with { type: 'json' };

/** When the list was last reviewed, in the form that customers read. */
export const tradeTagsDate = 'November 2026';

/**
 * Hashtags that a trade uses for any product. `subject`: what the trade is about. `people`: its community. `local`: words that
 * follow a town's name.
 */
type TradeTags = { subject: string[][]; people: string[][]; local: string[][] };
/**
 * `names`: stems that each name the trade; an entry such as “food-truck” needs all its stems. `words`: stems of which two name
 * the trade.
 */
type Trade = TradeTags & { names: readonly (readonly string[])[]; words: ReadonlySet<string> };

const readTrades = (rows: Readonly<Record<string, string>>): Trade[] =>
  Object.entries(rows).map(([known, row]) => {
    const [names = '', words = ''] = known.split(';');
    const [subject = [], people = [], local = []] = row
      .split(' | ')
      .map((tags) => (tags === '' ? [] : tags.split(', ').map((tag) => tag.split(' '))));
    return {
      // “garden” and “gardener” have one stem and count as one name
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
/** Words of several trades, such as “repair” and “vintage”. Two of them name no trade. */
const shared = new Set(
  known.flatMap((one) => [...one]).filter((stem) => known.filter((one) => one.has(stem)).length > 1),
);

/** Words for work on a thing. “Piano repair” isn't in the trade of pianists, so it doesn't get that trade's hashtags. */
const work = new Set(
  stemsOf(
    'accounting appraisal cleaning disposal hire inspection insurance law photography recycling removal rental repair restoration sharpening software storage survey transport tuning upholstery valuation',
  ),
);

/** The American spelling of words that the list has in British spelling. `british` is the reverse. */
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
 * The trade that the stems name most clearly, in the variety of English; of equals, the first. `head`: the stems of what is
 * offered, without the audience. A solemn topic gets only suitable hashtags.
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
    // a knife sharpener who works for restaurants isn't in their trade
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
