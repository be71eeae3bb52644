import { dictionary } from '@zxcvbn-ts/language-en';

/** English words by rank, the most frequent first. The list is also used to detect weak passwords. */
const ranks = new Map(dictionary['commonWords-en'].map((word, rank) => [word, rank + 1]));
const rarer = new Set(dictionary['wikipedia-en']);

/** Rank of words up to which a single word names a whole field: bread, bakery, cider; not sourdough or taproom. */
const broadUpTo = 25_000;

/** Whether a single word is too broad: people who follow it rarely look for this product. */
export const isBroad = (words: readonly string[]): boolean =>
  words.length === 1 && (ranks.get(words[0]!.toLowerCase()) ?? Infinity) <= broadUpTo;

/** Words of one or two letters that may be part of a tag. Other short entries of the list are fragments. */
const short = new Set('a at by in is my no of on or to up us we'.split(' '));
/** Rank up to which a word may be a part of a tag. Rarer words are mostly names and errors, and would split single words. */
const rarestPart = 20_000;

/**
 * The words of a tag in lower case: "freshbread" is fresh, bread. Prefers the most frequent words that fill the tag. `own`: words
 * of the brief, which count as frequent.
 * @returns undefined when no words fill the tag
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
