import { type AnalyzerReport, partWeights, type ReportPart, reportParts } from './analyzer-report.ts';

type Scored = Pick<AnalyzerReport, 'reasons' | 'findings'>;
export type Score = {
  /** A score from 0 to 100. */
  overall: number;
  parts: Partial<Record<ReportPart, number>>;
};

/** The text's score without the dismissed findings (by id): each part loses its findings' costs. */
export function scoreReport(
  { reasons, findings }: Scored,
  dismissed: ReadonlySet<string> = new Set(),
): Score {
  const judged = reportParts.filter((part) => reasons[part] !== undefined);
  const scoreOf = (part: ReportPart) => {
    const lost = findings
      .filter((finding) => finding.part === part && !dismissed.has(finding.id))
      .reduce((sum, { cost }) => sum + cost, 0);
    return Math.max(0, 100 - lost);
  };
  const weight = judged.reduce((sum, part) => sum + partWeights[part], 0);
  const overall = judged.reduce((sum, part) => sum + scoreOf(part) * partWeights[part], 0) / weight;
  return {
    overall: Math.round(overall),
    parts: Object.fromEntries(judged.map((part) => [part, Math.round(scoreOf(part))])),
  };
}

/** What to fix first: kinds of findings, by the points of the total score that fixing all of a kind gains, most first. */
export function fixesByGain(
  report: Scored,
  dismissed: ReadonlySet<string> = new Set(),
): { kind: string; gain: number; ids: string[] }[] {
  const open = report.findings.filter(({ id }) => !dismissed.has(id));
  const { overall } = scoreReport(report, dismissed);
  const kinds = Map.groupBy(open, ({ kind }) => kind);
  return [...kinds]
    .map(([kind, found]) => {
      const ids = found.map(({ id }) => id);
      const gain = scoreReport(report, new Set([...dismissed, ...ids])).overall - overall;
      return { kind, gain, ids };
    })
    .toSorted((a, b) => b.gain - a.gain);
}
