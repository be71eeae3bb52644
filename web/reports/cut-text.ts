import type { Finding } from '#contract/analyzer-report.ts';

export type Piece = { text: string; finding?: Finding };

/** The text in pieces, those with a finding marked; of findings that overlap the first, and of those the worst, shows. */
export function cutText(text: string, findings: readonly Finding[]): Piece[] {
  const rank = { error: 0, check: 1, hint: 2 };
  const placed = findings
    .filter(({ start, end }) => end > start)
    .toSorted((a, b) => a.start - b.start || rank[a.severity] - rank[b.severity]);
  const pieces: Piece[] = [];
  let at = 0;
  for (const finding of placed) {
    if (finding.start < at) continue;
    if (finding.start > at) pieces.push({ text: text.slice(at, finding.start) });
    pieces.push({ text: text.slice(finding.start, finding.end), finding });
    at = finding.end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
