type Passage = { start: number; end: number; quote: string };

const isLow = (unit: number) => unit >= 0xdc_00 && unit <= 0xdf_ff;
const isHigh = (unit: number) => unit >= 0xd8_00 && unit <= 0xdb_ff;
/** Whether an offset is between the two UTF-16 units of a surrogate pair. */
const splitsCharacter = (text: string, at: number) =>
  at > 0 && at < text.length && isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1));

/**
 * Finds a quoted passage in the text: at its offsets, or else at the nearest occurrence of its words (compared in NFC). Offsets
 * are UTF-16 units and never within a surrogate pair.
 * @returns undefined when the text doesn't contain the words
 */
export function placePassage(text: string, { start, end, quote }: Passage): Passage | undefined {
  const isSound = (from: number, to: number) => !splitsCharacter(text, from) && !splitsCharacter(text, to);
  const words = [...new Set([quote, quote.normalize('NFC'), quote.normalize('NFD')])];
  if (words.includes(text.slice(start, end)) && start < end && isSound(start, end))
    return { start, end, quote: text.slice(start, end) };
  let nearest: Passage | undefined;
  for (const wanted of words)
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const found = { start: at, end: at + wanted.length, quote: wanted };
      if (!isSound(found.start, found.end)) continue;
      if (!nearest || Math.abs(at - start) < Math.abs(nearest.start - start)) nearest = found;
    }
  return nearest;
}
