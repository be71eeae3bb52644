import { type AnalyzerReport, reportPartWords } from '#contract/analyzer-report.ts';
import type { Score } from '#contract/score-report.ts';

/** The parts of a score with how they came to be; beside them what they were before, when the text was improved. */
export function ScoreTable({
  score,
  reasons,
  before,
}: {
  score: Score;
  reasons: AnalyzerReport['reasons'];
  before: AnalyzerReport['before'];
}) {
  return (
    <ul className="border-t-2 border-ink">
      {reportPartWords.flatMap(({ part, label }) => {
        const points = score.parts[part];
        if (points === undefined) return [];
        const was = before?.parts[part];
        return (
          <li key={part} className="border-b border-hairline py-3">
            <p className="flex items-baseline justify-between gap-4 font-semibold">
              <span>{label}</span>
              <span className="figures">
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
            <div aria-hidden className="my-2 h-1.5 rounded-tag bg-surface-2 print:hidden">
              <div
                className={`h-full rounded-tag ${points >= 80 ? 'bg-success' : 'bg-red-line'}`}
                style={{ width: `${points}%` }}
              />
            </div>
            <p className="text-small text-muted">{reasons[part]}</p>
          </li>
        );
      })}
    </ul>
  );
}
