import { type AnalyzerReport, reportPartWords } from '#contract/instant/analyzer-report.ts';
import type { HashtagSets } from '#contract/instant/hashtag-sets.ts';
import { fixFirst, scoreReport } from '#contract/instant/score-report.ts';

/** A Markdown heading below level 1, which the page uses for its own. */
const heading = (words: string, level: 2 | 3 = 2) => `${'#'.repeat(level)} ${words.replaceAll(/\s+/gu, ' ')}`;

function analyzerText(report: AnalyzerReport): string {
  const { overall, parts } = scoreReport(report);
  const scores = reportPartWords.flatMap(({ part, label }) =>
    parts[part] === undefined ? [] : `${label} ${parts[part]}`,
  );
  const first = fixFirst(report)
    .flatMap(({ ids }) => report.findings.find(({ id }) => id === ids[0]) ?? [])
    .map(({ kind, what, how, start, end, suggestions }) => {
      const quote = report.text.slice(start, end);
      if (quote === '' || quote.length > 60) return `- ${what}: ${how}`;
      if (suggestions.length === 0) return `- ${what} (“${quote}”): ${how}`;
      const change = `- ${what}: “${quote}” → ${suggestions.map((one) => `“${one}”`).join(' or ')}`;
      return kind === 'spelling' ? change : `${change}. ${how}`;
    });
  return [
    ...(report.title === '' ? [] : [heading(report.title)]),
    `${overall}/100. ${scores.join(', ')}.`,
    `${report.words} words. Reading level: grade ${report.grade} (target ${report.aimedGrade.from}–${report.aimedGrade.to}).`,
    ...(first.length > 0 ? [heading('Fix these first', 3), first.join('\n')] : []),
  ].join('\n\n');
}

/** The Markdown of a hashtag set: its heading, its hashtags on one line, and the reason for the choice. */
const setText = (title: string, tags: readonly string[], why?: string) =>
  tags.length === 0
    ? []
    : [heading(title, 3), tags.join(' '), ...(why === undefined || why === '' ? [] : [why])];

const hashtagText = ({ sets }: HashtagSets): string =>
  sets
    .flatMap(({ topic, platforms, rotation, tags, fewer }) => [
      heading(topic),
      ...platforms.flatMap(({ platform, pick, note }) => setText(platform, pick, note)),
      ...(rotation.length > 1 ? rotation.flatMap((group, index) => setText(`Set ${index + 1}`, group)) : []),
      ...setText(
        'All hashtags',
        tags.map(({ tag }) => tag),
        fewer,
      ),
    ])
    .join('\n\n');

/** A report as Markdown, for the email, the text file and a revision's first draft. */
export const reportText = (report: AnalyzerReport | HashtagSets): string =>
  report.type === 'analyzer' ? analyzerText(report) : hashtagText(report);
