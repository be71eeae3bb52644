import { type AnalyzerReport, reportPartWords } from '#contract/analyzer-report.ts';
import type { HashtagSets } from '#contract/hashtag-sets.ts';
import { fixesByGain, scoreReport } from '#contract/score-report.ts';

const heading = (words: string) => `${words}\n${'-'.repeat([...words].length)}`;

function analyzerText(report: AnalyzerReport): string {
  const { overall, parts } = scoreReport(report);
  const scores = reportPartWords.flatMap(({ part, label }) =>
    parts[part] === undefined ? [] : `${label} ${parts[part]}`,
  );
  const first = fixesByGain(report)
    .slice(0, 5)
    .flatMap(({ ids }) => report.findings.find(({ id }) => id === ids[0]) ?? [])
    .map(({ what, how, start, end }) => {
      const quote = report.text.slice(start, end);
      return `${what}${quote === '' || quote.length > 60 ? '' : ` (“${quote}”)`}: ${how}`;
    });
  return [
    heading(report.title),
    `${overall}/100. ${scores.join(', ')}.`,
    `${report.words} words. Reading level: grade ${report.grade} (target ${report.aimedGrade.from}–${report.aimedGrade.to}).`,
    ...(first.length > 0 ? [heading('Fix these first'), first.join('\n')] : []),
  ].join('\n\n');
}

const hashtagText = ({ sets }: HashtagSets): string =>
  sets
    .flatMap(({ topic, platforms, tags }) => [
      heading(topic),
      ...platforms.map(({ platform, pick }) => `${platform}\n${pick.join(' ')}`),
      `All hashtags\n${tags.map(({ tag }) => tag).join(' ')}`,
    ])
    .join('\n\n');

/** A report in plain words, for the email and the text file. */
export const reportText = (report: AnalyzerReport | HashtagSets): string =>
  report.type === 'analyzer' ? analyzerText(report) : hashtagText(report);
