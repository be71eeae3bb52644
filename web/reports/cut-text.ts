import type { Finding } from '#contract/analyzer-report.ts';

/** `isFirst`: the first piece of its finding, which others inside may have cut into several. */
export type Piece = { text: string; finding?: Finding; isFirst?: boolean };

/** The text in pieces, those with a finding marked; where findings overlap the shortest shows, as the most precise. */
export function cutText(text: string, findings: readonly Finding[]): Piece[] {
  const placed = findings
    .filter(({ start, end }) => end > start)
    .toSorted((a, b) => a.end - a.start - (b.end - b.start));
  const edges = [...new Set([0, text.length, ...placed.flatMap(({ start, end }) => [start, end])])].toSorted(
    (a, b) => a - b,
  );
  const begun = new Set<string>();
  return edges.slice(0, -1).flatMap((from, index): Piece[] => {
    const part = text.slice(from, edges[index + 1]);
    const finding = placed.find(({ start, end }) => start <= from && from < end);
    if (!finding) return [{ text: part }];
    const isFirst = !begun.has(finding.id);
    begun.add(finding.id);
    return [{ text: part, finding, isFirst }];
  });
}
