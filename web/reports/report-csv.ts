import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import { csvRow } from '#contract/csv-cell.ts';

/** The findings as CSV (RFC 4180), in the order of the text. */
export function reportCsv({ text, findings }: AnalyzerReport): string {
  const header = [
    'Area',
    'Kind',
    'Severity',
    'Text',
    'Finding',
    'Why it matters',
    'How to fix it',
    'Suggestion',
  ];
  const rows = findings
    .toSorted((a, b) => a.start - b.start)
    .map(({ part, kind, severity, start, end, what, why, how, suggestions }) => [
      part,
      kind,
      severity,
      text.slice(start, end),
      what,
      why,
      how,
      suggestions.join(' / '),
    ]);
  return [header, ...rows].map(csvRow).join('');
}
