import { type AnalyzerReport, type ReportPart, reportPartWords } from '#contract/instant/analyzer-report.ts';
import type { Score } from '#contract/instant/score-report.ts';

/** The parts of a score, each linked to its issues, with the earlier values when the text was improved. */
export function ScoreTable({
  score,
  before,
  hrefOf,
}: {
  score: Score;
  before: AnalyzerReport['before'];
  /** The link to a part's issues; undefined when it has none. */
  hrefOf: (part: ReportPart) => string | undefined;
}) {
  return (
    <ul className="border-t-2 border-ink">
      {reportPartWords.flatMap(({ part, label }) => {
        const points = score.parts[part];
        if (points === undefined) return [];
        const was = before?.parts[part];
        const href = hrefOf(part);
        return (
          <li key={part} className="border-b border-hairline py-2 text-base">
            <p className="flex items-baseline justify-between gap-4">
              {href === undefined ? (
                <span>{label}</span>
              ) : (
                <a className="link" href={href}>
                  {label}
                </a>
              )}
              <span className="figures font-semibold">
                {was !== undefined && (
                  <span className="mr-2 font-normal text-muted">
                    <span className="sr-only">before </span>
                    {was} <span aria-hidden>→</span>
                    <span className="sr-only">, now </span>
                  </span>
                )}
                {points}
              </span>
            </p>
            <div aria-hidden className="mt-1.5 mb-1 h-1.5 rounded-tag bg-surface-2 print:hidden">
              <div
                className={`h-full rounded-tag ${points >= 80 ? 'bg-success' : 'bg-red-line'}`}
                style={{ width: `${points}%` }}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
