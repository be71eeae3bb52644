import { type AnalyzerReport, type ReportPart, reportPartWords } from './analyzer-report.ts';
import { fixFirst, scoreReport } from './score-report.ts';

const and = new Intl.ListFormat('en', { type: 'conjunction' });
const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/** An area with fewer points than this is named as weak. */
const weak = 80;

function errorsSentence(findings: AnalyzerReport['findings'], isDismissed: boolean): string {
  const ofCorrectness = findings.filter(({ part, kind }) => part === 'correctness' && kind !== 'name');
  const errors = ofCorrectness.filter(({ severity }) => severity === 'error').length;
  const checks = ofCorrectness.length - errors;
  if (errors + checks === 0) return isDismissed ? 'No errors are left.' : 'We found no errors.';
  const tasks = [
    ...(errors > 0 ? [`fix ${counted(errors, 'error', 'errors')}`] : []),
    ...(checks > 0 ? [`check ${counted(checks, 'possible error', 'possible errors')}`] : []),
  ];
  const sentence = `${and.format(tasks)} before you publish.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function weakestSentence(parts: Partial<Record<ReportPart, number>>): string[] {
  const [weakest] = reportPartWords
    .flatMap(({ part, label }) => (parts[part] === undefined ? [] : [{ label, points: parts[part] }]))
    .toSorted((a, b) => a.points - b.points);
  return weakest && weakest.points < weak
    ? [`The weakest area is ${lowerFirst(weakest.label)}, with ${weakest.points} of 100 points.`]
    : [];
}

function checklistSentence({ checklist }: Pick<AnalyzerReport, 'checklist'>): string[] {
  const missing = (checklist?.points ?? []).filter(({ isMet }) => !isMet);
  if (!checklist || missing.length === 0) return [];
  const words = missing.map(({ label }) => lowerFirst(label));
  return [`Missing for this kind of text: ${and.format(words)}.`];
}

/** A report in one to five sentences. `dismissed`: IDs of findings to leave out. */
export function summarizeReport(
  report: AnalyzerReport,
  dismissed: ReadonlySet<string> = new Set(),
): string[] {
  const { overall, parts } = scoreReport(report, dismissed);
  const open = report.findings.filter(({ id }) => !dismissed.has(id));
  const first = fixFirst(report, dismissed);
  const after = scoreReport(report, new Set([...dismissed, ...first.flatMap(({ ids }) => ids)])).overall;
  const { grade, aimedGrade } = report;
  return [
    errorsSentence(open, dismissed.size > 0),
    ...(after > overall
      ? [
          `The ${first.length === 1 ? 'first fix' : `first ${first.length} kinds of fixes`} would raise the score from ${overall} to ${after}.`,
        ]
      : []),
    ...weakestSentence(parts),
    ...(grade > aimedGrade.to + 0.5
      ? [`The text reads at grade ${grade}, above the target of ${aimedGrade.from}–${aimedGrade.to}.`]
      : []),
    ...checklistSentence(report),
  ];
}
