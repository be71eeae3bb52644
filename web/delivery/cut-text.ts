type Range = { start: number; end: number };

/** A stretch of a text. `paragraph`: the one that ends with this stretch. */
export type Cut = { text: string; start: number; isMarked: boolean; paragraph: Range | undefined };

const blankLine = /\n[ \t]*\n\s*/gu;

/** The paragraphs of a text, without the blank lines between them. */
export function paragraphsOf(text: string): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(blankLine)) {
    if (index > start) ranges.push({ start, end: index });
    start = index + gap.length;
  }
  if (start < text.length) ranges.push({ start, end: text.length });
  return ranges;
}

/** The whole text in stretches that are cut where a mark or a paragraph begins or ends. Offsets in UTF-16. */
export function cutText(text: string, marks: readonly Range[]): Cut[] {
  const paragraphs = paragraphsOf(text);
  const places = [0, text.length, ...[...marks, ...paragraphs].flatMap(({ start, end }) => [start, end])];
  const cuts = [...new Set(places)].filter((at) => at <= text.length).toSorted((a, b) => a - b);
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index] ?? 0;
    return {
      text: text.slice(start, end),
      start,
      isMarked: marks.some((mark) => mark.start <= start && mark.end >= end),
      paragraph: paragraphs.find((range) => range.end === end && range.start <= start),
    };
  });
}
