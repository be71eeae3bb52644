import type { AnalyzerReport, Finding, ReportPart } from '#contract/instant/analyzer-report.ts';
import { fixFirst, scoreReport } from '#contract/instant/score-report.ts';
import { summarizeReport } from '#contract/instant/summarize-report.ts';
import { issueCount } from './issue-count.ts';
import { ScoreTable } from './score-table.tsx';

/** A report for a reader with ten seconds: the score, what it means, the score of each area, and what to fix first. */
export function ReportSummary({
  report,
  dismissed,
  hrefOf,
  areaHref,
  level = 2,
}: {
  report: AnalyzerReport;
  dismissed: ReadonlySet<string>;
  /** The link to a finding. */
  hrefOf: (finding: Finding) => string;
  /** The link to an area's issues. */
  areaHref: (part: ReportPart) => string;
  /** The level of its heading on the page. */
  level?: 2 | 3;
}) {
  const score = scoreReport(report, dismissed);
  const open = report.findings.filter(({ id }) => !dismissed.has(id));
  const hasIssues = (part: ReportPart) => open.some((finding) => finding.part === part);
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-x-12 gap-y-6 @[34rem]:grid-cols-[15rem_minmax(0,1fr)] @[58rem]:grid-cols-[17rem_minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          <p className="text-muted">Overall</p>
          <p className="figures font-display text-[4.5rem] leading-none font-[650] tracking-[-0.02em]">
            <span className="border-b-4 border-red-line">{score.overall}</span>
            <span className="text-lead text-muted">/100</span>
          </p>
          {report.before && (
            <p className="mt-4 text-small text-muted">
              Before: {report.before.overall} ({issueCount(report.before.findings)}). Now:{' '}
              {issueCount(open.length)}.
            </p>
          )}
          <ul aria-label="Summary" className="mt-6 flex flex-col gap-2 text-base">
            {summarizeReport(report, dismissed).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p className="mt-4 text-small text-muted">
            {report.words.toLocaleString('en-US')} words,{' '}
            {Math.max(1, Math.round(report.readingSeconds / 60))} min to read. Reading level: grade{' '}
            {report.grade} (target {report.aimedGrade.from}–{report.aimedGrade.to}).
          </p>
        </div>
        <ScoreTable
          score={score}
          before={report.before}
          hrefOf={(part) => (hasIssues(part) ? areaHref(part) : undefined)}
        />
        {open.length > 0 && (
          <div className="@[34rem]:col-span-2 @[58rem]:col-span-1">
            <FixFirst report={report} dismissed={dismissed} hrefOf={hrefOf} level={level} />
          </div>
        )}
      </div>
    </div>
  );
}

function FixFirst({
  report,
  dismissed,
  hrefOf,
  level,
}: {
  report: AnalyzerReport;
  dismissed: ReadonlySet<string>;
  hrefOf: (finding: Finding) => string;
  level: 2 | 3;
}) {
  const Heading = `h${level}` as const;
  const fixes = fixFirst(report, dismissed).flatMap(({ gain, ids }) => {
    const finding = report.findings.find(({ id }) => id === ids[0]);
    return finding ? [{ finding, gain, count: ids.length }] : [];
  });
  if (fixes.length === 0) return null;
  return (
    <section aria-label="Fix these first" className="note self-start py-1">
      <Heading className="mb-2 font-display text-h3 font-[650]">Fix these first</Heading>
      <ol className="flex flex-col gap-2">
        {fixes.map(({ finding, gain, count }) => (
          <li key={finding.id} className="flex items-baseline justify-between gap-4">
            <span>
              <a className="link" href={hrefOf(finding)}>
                {finding.what}
              </a>
              {count > 1 && <span className="text-muted"> ({count} times)</span>}
            </span>
            {gain > 0 && (
              <span className="figures whitespace-nowrap text-muted">
                +{gain} <span className="max-sm:sr-only">{gain === 1 ? 'point' : 'points'}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
