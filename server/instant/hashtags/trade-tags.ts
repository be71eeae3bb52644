import { stemsOf } from '#server/instant/tag-words.ts';
import list from './trade-tags.json' with { type: 'json' };

/** When the list was last read through, as customers read it. */
export const tradeTagsDate = 'November 2026';

/**
 * Hashtags that a trade uses whatever the product. `subject`: what it is about. `people`: the community. `local`: words that
 * follow a town's name.
 */
export type TradeTags = {
  known: ReadonlySet<string>;
  subject: string[][];
  people: string[][];
  local: string[][];
};

/** By the words of a brief that name the trade: its subjects, people and local words. */
const trades: readonly TradeTags[] = Object.entries(list).map(([known, row]) => {
  const [subject = [], people = [], local = []] = row
    .split(' | ')
    .map((tags) => tags.split(', ').map((tag) => tag.split(' ')));
  return { known: new Set(stemsOf(known)), subject, people, local };
});

/** The trade with the most of these stems, at least `fewest`; of equals, the first. */
export function tradeTagsOf(stems: readonly string[], fewest = 2): TradeTags | undefined {
  const said = new Set(stems);
  const hitsOf = ({ known }: TradeTags) => said.intersection(known).size;
  const [best] = trades.toSorted((a, b) => hitsOf(b) - hitsOf(a));
  return best && hitsOf(best) >= fewest ? best : undefined;
}
