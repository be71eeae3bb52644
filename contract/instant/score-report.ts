import { type AnalyzerReport, partWeights, type ReportPart, reportParts } from './analyzer-report.ts';

type Scored = Pick<AnalyzerReport, 'reasons' | 'findings'>;
export type Score = {
  /** A score from 0 to 100. */
  overall: number;
  parts: Partial<Record<ReportPart, number>>;
};

/** Parts whose low score lowers the whole text's score, however good its other parts are. */
const spoiling: ReadonlySet<ReportPart> = new Set(['correctness', 'readability', 'clarity']);
/** The total score loses `pull` points for each point by which the weakest of these parts is below `poor`. */
const poor = 60;
const pull = 0.4;

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
  const mean = judged.reduce((sum, part) => sum + scoreOf(part) * partWeights[part], 0) / weight;
  const weakest = Math.min(100, ...judged.filter((part) => spoiling.has(part)).map(scoreOf));
  const overall = mean - Math.max(0, poor - weakest) * pull;
  return {
    overall: Math.max(0, Math.round(overall)),
    parts: Object.fromEntries(judged.map((part) => [part, Math.round(scoreOf(part))])),
  };
}

type Fix = {
  kind: string;
  /** Points of the total score. */
  gain: number;
  ids: string[];
};

/** Kinds of findings, sorted by the points of the total score that fixing all findings of the kind gains, most first. */
export function fixesByGain(report: Scored, dismissed: ReadonlySet<string> = new Set()): Fix[] {
  const open = report.findings.filter(({ id }) => !dismissed.has(id));
  const { overall } = scoreReport(report, dismissed);
  const kinds = Map.groupBy(open, ({ kind }) => kind);
  const fixes = [...kinds]
    .map(([kind, found]) => {
      const ids = found.map(({ id }) => id);
      const gain = scoreReport(report, new Set([...dismissed, ...ids])).overall - overall;
      return { kind, gain, ids };
    })
    .toSorted((a, b) => b.gain - a.gain);
  const place = (kind: string) => fixes.findIndex((one) => one.kind === kind);
  // agreement, a mistake, comes before the passive voice, a matter of style, even if that costs more because it is more frequent
  const agreement = place('agreement');
  const passive = place('passive');
  if (passive >= 0 && agreement > passive)
    return fixes.toSpliced(agreement, 1).toSpliced(passive, 0, fixes[agreement]!);
  return fixes;
}

/** Minimum cost, in points, of a kind of style findings among what to fix first. */
const leastCost = 3;

/** What to fix first: at most five kinds of findings, without unknown names and style findings that are barely over a limit. */
export const fixFirst = (report: Scored, dismissed: ReadonlySet<string> = new Set()): Fix[] =>
  fixesByGain(report, dismissed)
    .filter(({ ids }) => {
      const found = report.findings.filter(({ id }) => ids.includes(id));
      const cost = found.reduce((sum, one) => sum + one.cost, 0);
      return cost >= leastCost || (cost > 0 && found.some(({ part }) => part === 'correctness'));
    })
    .slice(0, 5);
