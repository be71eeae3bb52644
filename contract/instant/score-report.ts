import {
  type AnalyzerReport,
  type Finding,
  partWeights,
  type ReportPart,
  reportParts,
} from './analyzer-report.ts';

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

type Losses = Partial<Record<ReportPart, number>>;

const lossesOf = (findings: Scored['findings']): Losses => {
  const losses: Losses = {};
  for (const { part, cost } of findings) losses[part] = (losses[part] ?? 0) + cost;
  return losses;
};

/** The score of the judged parts, each of which loses its findings' costs. */
function scoreOf(judged: readonly ReportPart[], losses: Losses): Score {
  const pointsOf = (part: ReportPart) => Math.max(0, 100 - (losses[part] ?? 0));
  const weight = judged.reduce((sum, part) => sum + partWeights[part], 0);
  const mean = judged.reduce((sum, part) => sum + pointsOf(part) * partWeights[part], 0) / weight;
  const weakest = Math.min(100, ...judged.filter((part) => spoiling.has(part)).map(pointsOf));
  const overall = mean - Math.max(0, poor - weakest) * pull;
  return {
    overall: Math.max(0, Math.round(overall)),
    parts: Object.fromEntries(judged.map((part) => [part, Math.round(pointsOf(part))])),
  };
}

const judgedIn = ({ reasons }: Scored) => reportParts.filter((part) => reasons[part] !== undefined);

/** The text's score without the dismissed findings (by id). */
export const scoreReport = (report: Scored, dismissed: ReadonlySet<string> = new Set()): Score =>
  scoreOf(judgedIn(report), lossesOf(report.findings.filter(({ id }) => !dismissed.has(id))));

type Fix = {
  kind: string;
  /** Points of the total score that this fix gains after those before it. */
  gain: number;
  ids: string[];
};

/**
 * Kinds of findings that pass: always next the kind that gains the most points of the total score once those before it are fixed.
 * In a poor part one fix alone may gain nothing, so gains are counted one after the other; then they add up to what the fixes gain
 * together.
 */
function orderByGain(
  report: Scored,
  dismissed: ReadonlySet<string>,
  passes: (found: readonly Finding[]) => boolean,
): Fix[] {
  const judged = judgedIn(report);
  const open = report.findings.filter(({ id }) => !dismissed.has(id));
  const weighed = (losses: Losses) =>
    judged.reduce((sum, part) => sum + (losses[part] ?? 0) * partWeights[part], 0);
  const left = [...Map.groupBy(open, ({ kind }) => kind)].flatMap(([kind, found]) => {
    const losses = lossesOf(found);
    return passes(found) ? [{ kind, losses, weight: weighed(losses), ids: found.map(({ id }) => id) }] : [];
  });
  type Kind = (typeof left)[number];
  const without = (losses: Losses, { losses: fixed }: Kind): Losses =>
    Object.fromEntries(judged.map((part) => [part, (losses[part] ?? 0) - (fixed[part] ?? 0)]));
  const scoreWithout = (losses: Losses, kind: Kind) => scoreOf(judged, without(losses, kind)).overall;

  const ordered: Kind[] = [];
  let losses = lossesOf(open);
  while (left.length > 0) {
    const now = losses;
    const best = left
      .map((kind) => ({ kind, score: scoreWithout(now, kind) }))
      .reduce((one, other) =>
        other.score > one.score || (other.score === one.score && other.kind.weight > one.kind.weight)
          ? other
          : one,
      ).kind;
    left.splice(left.indexOf(best), 1);
    ordered.push(best);
    losses = without(losses, best);
  }
  const place = (kind: string) => ordered.findIndex((one) => one.kind === kind);
  // agreement, a mistake, comes before the passive voice, a matter of style, even if that costs more because it is more frequent
  const [agreement, passive] = [place('agreement'), place('passive')];
  if (passive >= 0 && agreement > passive) ordered.splice(passive, 0, ...ordered.splice(agreement, 1));

  let before = lossesOf(open);
  return ordered.map((one) => {
    const gain = scoreWithout(before, one) - scoreOf(judged, before).overall;
    before = without(before, one);
    return { kind: one.kind, gain, ids: one.ids };
  });
}

/** All kinds of findings, those with the highest gain first. */
export const fixesByGain = (report: Scored, dismissed: ReadonlySet<string> = new Set()): Fix[] =>
  orderByGain(report, dismissed, () => true);

/** Minimum cost, in points, of a kind of style findings among what to fix first. */
const leastCost = 3;

/** Whether a kind's findings cost enough to be among what to fix first. */
function isWorthFixing(found: readonly Finding[]): boolean {
  const cost = found.reduce((sum, one) => sum + one.cost, 0);
  return cost >= leastCost || (cost > 0 && found.some(({ part }) => part === 'correctness'));
}

/** What to fix first: at most five kinds of findings, without unknown names and style findings that are barely over a limit. */
export const fixFirst = (report: Scored, dismissed: ReadonlySet<string> = new Set()): Fix[] =>
  orderByGain(report, dismissed, isWorthFixing).slice(0, 5);
