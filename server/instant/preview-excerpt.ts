import type { AnalyzerReport, Finding } from '#contract/instant/analyzer-report.ts';
import { previewLength, previewWords } from '#contract/instant/previews.ts';
import { scoreReport } from '#contract/instant/score-report.ts';
import { countWords, firstWords } from '#contract/text.ts';
import { densityWords, errorDensityWords } from './analyzer/read-text.ts';
import { emptyKinds, wordingKinds } from './wording/wording-kinds.ts';

/** The part of a report about the first words of its text. */
export type Excerpt = {
  text: string;
  words: number;
  /** The score of these words alone, from 0 to 100. */
  overall: number;
  /** Findings that begin in the excerpt. */
  findings: Finding[];
};

/** The factor by which a finding costs more in the excerpt than in the whole text, because costs are per number of words. */
function scaleOf({ part, kind, severity }: Finding, whole: number, words: number): number {
  if ((part === 'correctness' && severity === 'error') || emptyKinds.has(kind))
    return errorDensityWords(whole) / errorDensityWords(words);
  if (part === 'correctness' || kind in wordingKinds || ['filler', 'very-long-sentence'].includes(kind))
    return densityWords(whole) / densityWords(words);
  return ['passive', 'long-sentence'].includes(kind) ? whole / Math.max(1, words) : 1;
}

/**
 * The part of a whole text's report that the free preview shows. An analysis of the excerpt alone would differ, because some
 * rules depend on the length of the text, or on how often something occurs in it.
 */
export function excerptOf(report: AnalyzerReport): Excerpt {
  const { text, words, findings } = report;
  if (countWords(text) <= previewWords && text.length <= previewLength)
    return { text, words, overall: scoreReport(report).overall, findings };
  const shown = firstWords(text, previewWords, previewLength);
  const shownWords = countWords(shown);
  const inside = findings
    .filter(({ start, end }) => start < end && start < shown.length)
    .map((finding) => ({ ...finding, end: Math.min(finding.end, shown.length) }));
  const scaled = inside.map((one) => ({ ...one, cost: one.cost * scaleOf(one, words, shownWords) }));
  return {
    text: shown,
    words: shownWords,
    overall: scoreReport({ ...report, findings: scaled }).overall,
    findings: scaled,
  };
}
