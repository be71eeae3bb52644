import type { Finding } from '#contract/instant/analyzer-report.ts';

/** A piece of the corrected copy: unchanged words, or a change with the words it replaces. */
export type CorrectedPiece = { text: string; change?: { finding: Finding; replaced: string } };

export type Change = { finding: Finding; replacement: string };

/** The customer's decisions: the replacement for a finding's words, or null to keep the words. */
export type Decisions = Readonly<Record<string, string | null>>;

/** The replacement that needs no choice: an error's only suggestion. Of several suggestions, the customer chooses one. */
const sureReplacement = ({ severity, suggestions }: Finding): string | undefined =>
  severity === 'error' && suggestions.length === 1 ? suggestions[0] : undefined;

const replacementOf = (finding: Finding, decisions: Decisions): string | undefined => {
  const decided = decisions[finding.id];
  return decided === undefined ? sureReplacement(finding) : (decided ?? undefined);
};

/** The findings whose words the corrected copy replaces, in the text's order. Of two that overlap, the one the customer decided counts, else the first. */
export function changesOf(findings: readonly Finding[], decisions: Decisions): Change[] {
  const wanted = findings.flatMap((finding) => {
    const replacement = finding.end > finding.start ? replacementOf(finding, decisions) : undefined;
    return replacement === undefined ? [] : [{ finding, replacement }];
  });
  const isDecided = ({ finding }: (typeof wanted)[number]) => finding.id in decisions;
  const taken: typeof wanted = [];
  for (const change of [...wanted.filter(isDecided), ...wanted.filter((one) => !isDecided(one))])
    if (
      !taken.some(({ finding }) => finding.start < change.finding.end && change.finding.start < finding.end)
    )
      taken.push(change);
  return taken.toSorted((a, b) => a.finding.start - b.finding.start);
}

/** The corrected copy in pieces. The words of all pieces together are the corrected text. */
export function correctText(text: string, changes: readonly Change[]): CorrectedPiece[] {
  const pieces: CorrectedPiece[] = [];
  let at = 0;
  for (const { finding, replacement } of changes) {
    if (finding.start > at) pieces.push({ text: text.slice(at, finding.start) });
    pieces.push({ text: replacement, change: { finding, replaced: text.slice(finding.start, finding.end) } });
    at = finding.end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
