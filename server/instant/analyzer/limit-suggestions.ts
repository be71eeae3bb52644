/** Limits the time that the linter takes to find suggestions for unknown words. */
import type { LocalLinter } from 'harper.js';

/** A private-use character, which no word has. */
const decoyMark = '\uE000';
/**
 * A word for each word of the text, three edits away from it. Without any word within three edits of an unknown word, the linter
 * searches within four, for which it first computes a table in 2 to 3 s.
 */
export const decoysOf = (words: readonly string[]): string[] =>
  words.map((word) => decoyMark.repeat(3) + word);
export const isDecoy = (word: string): boolean => word.includes(decoyMark);

/** The linter takes about 16 ms to find suggestions for an unknown word. Further unknown words of a text get no suggestions. */
const mostSuggested = 100;
/** Words that the linter checks at once: for a longer text, it tolerates unknown words. */
const wordsAtOnce = 7;

/** The words that the linter doesn't know, after the first `mostSuggested` of them. */
export async function findUnsuggested(linter: LocalLinter, words: readonly string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (let at = 0; at < words.length; at += wordsAtOnce) {
    const some = words.slice(at, at + wordsAtOnce);
    if (await linter.isLikelyEnglish(some.join(' '))) continue;
    for (const word of some) if (!(await linter.isLikelyEnglish(word))) unknown.push(word);
  }
  return unknown.slice(mostSuggested);
}
