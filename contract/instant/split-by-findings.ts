import type { Finding } from './analyzer-report.ts';

/** `isFirst`: the first piece of its finding, which nested findings may split into several. */
export type Piece = { text: string; isHeading?: true; finding?: Finding; isFirst?: boolean };

/** Markdown's headings: the start of each, the start of its words, and its end. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^(#{1,6}[ \t]+)(?=\S).*$/gm)].map(({ 0: line, 1: marks = '', index }) => ({
    start: index,
    words: index + marks.length,
    end: index + line.length,
  }));

/**
 * The text in pieces, with findings marked; where findings overlap the shortest is marked, because it is the most precise. Headings
 * are labelled, and their Markdown marks removed.
 */
export function splitByFindings(text: string, findings: readonly Finding[]): Piece[] {
  const placed = findings
    .filter(({ start, end }) => end > start)
    .toSorted((a, b) => a.end - a.start - (b.end - b.start));
  const headings = headingsOf(text);
  const cuts = [
    ...placed.flatMap(({ start, end }) => [start, end]),
    ...headings.flatMap(({ start, words, end }) => [start, words, end]),
  ];
  const edges = [...new Set([0, text.length, ...cuts])].toSorted((a, b) => a - b);
  const begun = new Set<string>();
  return edges.slice(0, -1).flatMap((from, index): Piece[] => {
    const heading = headings.find(({ start, end }) => start <= from && from < end);
    if (heading && from < heading.words) return [];
    const part = {
      text: text.slice(from, edges[index + 1]),
      ...(heading ? { isHeading: true as const } : {}),
    };
    const finding = placed.find(({ start, end }) => start <= from && from < end);
    if (!finding) return [part];
    const isFirst = !begun.has(finding.id);
    begun.add(finding.id);
    return [{ ...part, finding, isFirst }];
  });
}
