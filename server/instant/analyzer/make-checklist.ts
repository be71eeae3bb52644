import type { AnalyzerReport, Finding } from '#contract/instant/analyzer-report.ts';
import { checklists, goalPoints, type Point } from './checklists.ts';
import type { ReadText } from './read-text.ts';

/** The cost of one missing feature in the score of the structure. */
const missingCost = 6;

/**
 * The features that readers of this kind of text, with this goal, expect, and whether the text has them. Judged by words and
 * figures, not by meaning.
 * @returns undefined for other kinds of text without such a goal
 */
export function makeChecklist(
  read: ReadText,
  { title, contentType, goal = '' }: { title: string; contentType: string; goal?: string },
): { checklist: NonNullable<AnalyzerReport['checklist']>; missing: Finding[] } | undefined {
  const kind = checklists[contentType];
  const wanted = [...(kind?.points ?? []), ...(goalPoints[goal] ?? [])];
  const points = wanted.filter(({ key }, index) => wanted.findIndex((one) => one.key === key) === index);
  if (points.length === 0) return undefined;
  const judged = points.map((point) => ({ point, found: point.find(read, title) }));
  return {
    checklist: {
      title: kind?.title ?? (goal === 'sell' ? 'Text that sells' : 'Text that persuades'),
      points: judged.map(({ point: { label }, found }) => ({
        label,
        isMet: found !== undefined && found !== false,
        ...(typeof found === 'object' ? { start: found.start, end: found.end } : { start: 0, end: 0 }),
      })),
    },
    missing: judged.flatMap(({ point, found }) => (found ? [] : [missingFinding(point)])),
  };
}

const missingFinding = ({ key, label, why, how }: Point): Finding => ({
  id: `missing-${key}-0`,
  part: 'structure',
  kind: `missing-${key}`,
  severity: 'hint',
  start: 0,
  end: 0,
  what: `Missing: ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
  why,
  how,
  suggestions: [],
  cost: missingCost,
});
