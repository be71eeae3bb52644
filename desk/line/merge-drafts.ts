/** What a person types on a line: the texts of the pieces by their keys, and the message to the customer. */
export type Typed = { texts: Readonly<Record<string, string>>; message: string };

/** A text that two people changed in different ways. `key`: of the piece; null: the message to the customer. */
export type Clash = { key: string | null; theirs: string };

const isSameText = (a = '', b = ''): boolean => a.trim() === b.trim();
const keysOf = (...all: Typed[]): string[] => [...new Set(all.flatMap(({ texts }) => Object.keys(texts)))];

export const isSame = (a: Typed, b: Typed): boolean =>
  isSameText(a.message, b.message) && keysOf(a, b).every((key) => isSameText(a.texts[key], b.texts[key]));

/**
 * Merges two people's changes of one draft piece by piece. `base`: the text that both began from. Where only one person changed a piece,
 * that change is taken; where both did, `merged` has my text and `clashes` theirs.
 */
export function mergeDrafts(base: Typed, mine: Typed, theirs: Typed): { merged: Typed; clashes: Clash[] } {
  const clashes: Clash[] = [];
  const merge = (key: string | null, before: string | undefined, my = '', their = ''): string => {
    if (isSameText(my, their) || isSameText(before, their)) return my;
    if (isSameText(before, my)) return their;
    clashes.push({ key, theirs: their });
    return my;
  };
  const texts = Object.fromEntries(
    keysOf(mine, theirs).map((key) => [key, merge(key, base.texts[key], mine.texts[key], theirs.texts[key])]),
  );
  const message = merge(null, base.message, mine.message, theirs.message);
  return { merged: { texts, message }, clashes };
}
