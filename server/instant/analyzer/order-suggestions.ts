const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const places = new Map(
  rows.flatMap((row, y) => [...row].map((letter, x) => [letter, { x: x + y * 0.5, y }] as const)),
);

/** Cost of replacing one letter by another. Neighboring keys and vowels, which are confused most, cost less. */
function swap(a: string, b: string): number {
  if (a === b) return 0;
  const [one, other] = [places.get(a), places.get(b)];
  const isNear = one && other && Math.abs(one.x - other.x) <= 1 && Math.abs(one.y - other.y) <= 1;
  return isNear || (/[aeiouy]/.test(a) && /[aeiouy]/.test(b)) ? 0.7 : 1;
}

/**
 * Number of typing errors between two words: letters left out, added, doubled, replaced, or two swapped (Damerau). A missing
 * apostrophe or space counts less than a letter.
 */
function distance(typed: string, meant: string): number {
  const [a, b] = [typed.toLowerCase(), meant.toLowerCase()];
  const table = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = 0; i <= a.length; i += 1)
    for (let j = 0; j <= b.length; j += 1) {
      if (i === 0 || j === 0) {
        table[i]![j] = i + j;
        continue;
      }
      const left = (word: string, at: number) =>
        /['’ -]/.test(word[at - 1]!) ? 0.4 : word[at - 1] === word[at - 2] ? 0.6 : 1;
      table[i]![j] = Math.min(
        table[i - 1]![j]! + left(a, i),
        table[i]![j - 1]! + left(b, j),
        table[i - 1]![j - 1]! + swap(a[i - 1]!, b[j - 1]!),
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? table[i - 2]![j - 2]! + 0.6
          : Infinity,
      );
    }
  return table[a.length]![b.length]!;
}

/** Whether a word needs more than two typing errors to become the suggestion, so that the suggestion is probably wrong. */
export const isFarFrom = (typed: string, suggestion: string | undefined): boolean =>
  suggestion === undefined || distance(typed, suggestion) > 2;

/**
 * Whether a short word needs more than one typing error to become the suggestion. A capitalized one is then more likely a name
 * than a misspelling.
 */
export const isUnlike = (typed: string, suggestion: string): boolean =>
  typed.length <= 8 && distance(typed, suggestion) > 1.2;

/** The suggestion that only swaps "ie" and "ei". This is the commonest misspelling, so no other suggestion is needed. */
const swapped = (typed: string, suggestions: readonly string[]) =>
  suggestions.find((word) =>
    [...typed.matchAll(/ie|ei/giu)].some(
      ({ index }) =>
        typed.slice(0, index) + typed[index + 1]! + typed[index]! + typed.slice(index + 2) === word,
    ),
  );

/** The most likely suggestions first, at most three. Leaves out those that are much less likely than the best. */
export function orderSuggestions(typed: string, suggestions: readonly string[]): string[] {
  const sure = swapped(typed, suggestions);
  if (sure !== undefined) return [sure];
  const far = suggestions
    .map((word) => ({ word, cost: distance(typed, word) }))
    .toSorted((a, b) => a.cost - b.cost);
  const best = far[0]?.cost ?? 0;
  return far
    .filter(({ cost }) => cost <= Math.max(1, best * 1.5))
    .slice(0, 3)
    .map(({ word }) => word);
}
