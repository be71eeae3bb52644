import { dictionary } from '@zxcvbn-ts/language-en';

/** English words, the most frequent first: the list that also tells weak passwords. */
const ranks = new Map(dictionary['commonWords-en'].map((word, rank) => [word, rank + 1]));
const rarer = new Set(dictionary['wikipedia-en']);

/** So frequent that alone they name a whole field: bread, dogs, leather; not sourdough or collars. */
const broadUpTo = 10_000;

/** Whether one word names so much that nobody who follows it looks for this very thing. */
export const isBroad = (words: readonly string[]): boolean =>
  words.length === 1 && (ranks.get(words[0]!.toLowerCase()) ?? Infinity) <= broadUpTo;

/** Words of fewer letters than three that may stand inside a tag; other short entries are scraps of words. */
const short = new Set('a at by in is my no of on or to up us we'.split(' '));
/** Rarer words are mostly names and slips, and split what is one word. */
const rarestPart = 20_000;

/**
 * The words of a tag in small letters: "freshbread" is fresh, bread. The most frequent words that fill it win. Undefined
 * when they don't fill it. `own`: words of the brief, which count as frequent.
 */
export function splitJoined(joined: string, own: ReadonlySet<string>): string[] | undefined {
  if (own.has(joined) || ranks.has(joined) || rarer.has(joined)) return [joined];
  const costOf = (word: string) => {
    if (own.has(word) && word.length > 2) return Math.log(1000);
    const rank = ranks.get(word) ?? Infinity;
    if (rank > rarestPart || (word.length < 3 && !short.has(word))) return Infinity;
    return Math.log((rank + 100) * 10);
  };
  const best: { cost: number; words: string[] }[] = [{ cost: 0, words: [] }];
  for (let end = 1; end <= joined.length; end += 1) {
    best[end] = { cost: Infinity, words: [] };
    for (let start = Math.max(0, end - 20); start < end; start += 1) {
      const word = joined.slice(start, end);
      const cost = best[start]!.cost + costOf(word);
      if (cost < best[end]!.cost) best[end] = { cost, words: [...best[start]!.words, word] };
    }
  }
  const { cost, words } = best[joined.length]!;
  return cost < Infinity ? words : undefined;
}
