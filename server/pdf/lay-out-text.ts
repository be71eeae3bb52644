import bidiFactory, { type EmbeddingLevels } from 'bidi-js';

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Scripts that the font's shaper writes from right to left. */
const rightToLeft = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nko}\p{sc=Adlm}]/u;
const scripted = /[^\p{sc=Zyyy}\p{sc=Zinh}]/u;

/** Whether a text has a right-to-left script, which needs this layout. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

export type Piece<Style> = { text: string; style: Style };
/** A text that is drawn as a unit, from left to right. `x`: distance from the start of the line. */
export type Part<Style> = { text: string; style: Style; x: number; width: number };
export type Line<Style> = { parts: Part<Style>[]; width: number; isRightToLeft: boolean };

type Run<Style> = { text: string; style: Style; level: number };

/** The strings to draw from left to right, independent of the direction in which the font's shaper writes the script. */
function inDrawnOrder(text: string, level: number): string[] {
  const isReversed = level % 2 === 1;
  const mirrored = isReversed
    ? [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('')
    : text;
  const first = scripted.exec(mirrored)?.[0] ?? '';
  if (rightToLeft.test(first) === isReversed) return [mirrored];
  const single = [...graphemes.segment(mirrored)].map(({ segment }) => segment);
  return isReversed ? single.toReversed() : single;
}

/** Orders runs from left to right (UAX #9, L2): from the highest level down to the lowest odd one, reverses each sequence. */
function reorder<Style>(runs: readonly Run<Style>[]): Run<Style>[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while (end < ordered.length && ordered[end]!.level >= level) end += 1;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = end;
    }
  return ordered;
}

/** Maximum length of a word before it is divided (characters). Division before measuring keeps the time linear. */
const longestWord = 200;

/**
 * Positions where a line may end: after blanks, hyphens and slashes, and between words that have no blank between them, as in
 * Thai.
 */
function placesToBreak(text: string): number[] {
  const places: number[] = [];
  let wasWord = false;
  for (const { segment, index, isWordLike = false } of words.segment(text)) {
    const isBehindBreak = /[\s/-]/u.test(text[index - 1] ?? '') && !/^\s/u.test(segment);
    if (index > 0 && (isBehindBreak || (wasWord && isWordLike))) places.push(index);
    wasWord = isWordLike;
  }
  return [...places, text.length];
}

/**
 * Lays out one paragraph by the bidirectional algorithm (UAX #9): its direction is that of its first letter, and the words of
 * each line are where people read them. `measure`: the width of a run in its style. `styleOf`: the style of a character, which
 * may need another font.
 */
export function layOutText<Style>(
  pieces: readonly Piece<Style>[],
  width: number,
  styleOf: (character: string, style: Style) => Style,
  isSame: (one: Style, other: Style) => boolean,
  measure: (text: string, style: Style) => number,
): Line<Style>[] {
  const text = pieces.map((piece) => piece.text).join('');
  const levels: EmbeddingLevels = bidi.getEmbeddingLevels(text);
  const isRightToLeft = (levels.paragraphs[0]?.level ?? 0) % 2 === 1;
  const styles: Style[] = [];
  const clusters: number[] = [];
  for (const { text: own, style } of pieces)
    for (const { segment } of graphemes.segment(own)) {
      clusters.push(styles.length);
      const chosen = styleOf(segment, style);
      for (let unit = 0; unit < segment.length; unit += 1) styles.push(chosen);
    }
  const runsOf = (from: number, to: number): Run<Style>[] => {
    const runs: Run<Style>[] = [];
    for (let at = from; at < to; at += 1) {
      const [style, level] = [styles[at]!, levels.levels[at]!];
      const last = runs.at(-1);
      if (last && last.level === level && isSame(last.style, style)) last.text += text[at]!;
      else runs.push({ text: text[at]!, style, level });
    }
    return runs;
  };
  const widthOf = (from: number, to: number) =>
    runsOf(from, to).reduce((sum, run) => sum + measure(run.text, run.style), 0);
  const lineOf = (from: number, to: number): Line<Style> => {
    const parts: Part<Style>[] = [];
    let x = 0;
    for (const { text: own, style, level } of reorder(runsOf(from, to)))
      for (const drawn of inDrawnOrder(own, level)) {
        const drawnWidth = measure(drawn, style);
        parts.push({ text: drawn, style, x, width: drawnWidth });
        x += drawnWidth;
      }
    return { parts, width: x, isRightToLeft };
  };

  const lines: Line<Style>[] = [];
  const visibleEnd = (from: number, to: number) => from + text.slice(from, to).trimEnd().length;
  let start = 0;
  let end = 0;
  let cluster = 0;
  const finish = () => {
    lines.push(lineOf(start, visibleEnd(start, end)));
    start = end;
  };
  for (const place of placesToBreak(text)) {
    const fits = (to: number) => widthOf(start, visibleEnd(start, to)) <= width;
    const isLong = () => place - start > longestWord;
    if (end > start && (isLong() || !fits(place))) finish();
    // divides a word that is longer than a line between its characters
    while (isLong() || !fits(place)) {
      while (clusters[cluster]! <= start) cluster += 1;
      const first = cluster;
      while (clusters[cluster + 1]! < place && fits(clusters[cluster + 1]!)) cluster += 1;
      end = clusters[Math.max(first, cluster)]!;
      if (end === undefined || end >= place) break;
      finish();
    }
    end = place;
  }
  finish();
  return lines;
}
