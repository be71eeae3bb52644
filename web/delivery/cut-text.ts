type Range = { start: number; end: number };

/** A segment of a text. `paragraph`: set for the last segment of a paragraph. */
export type Cut = { text: string; start: number; isMarked: boolean; paragraph: Range | undefined };

/** What separates paragraphs: blank lines, and the line breaks before an item of a list and around a heading. */
const gaps = /\n[ \t]*\n\s*|\n(?=[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]|#{1,6} \S)|(?<=^#{1,6} \S[^\n]*)\n/gmu;

/** The number signs that make a line a heading in Markdown. */
export const headingMarks = /^#{1,6} (?=\S)/u;

/** The paragraphs and list items of a text, without the line breaks between them. */
export function paragraphsOf(text: string): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(gaps)) {
    if (index > start) ranges.push({ start, end: index });
    start = index + gap.length;
  }
  if (start < text.length) ranges.push({ start, end: text.length });
  return ranges;
}

/** Splits a text into segments at the ends of marks and paragraphs. Offsets in UTF-16. */
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
