import type { AnalyzerReport, Finding, ReportPart } from '#contract/analyzer-report.ts';
import { unwrapLines, withoutInvisible } from './clean-text.ts';
import { findLanguageErrors } from './find-language-errors.ts';
import { aimedGrade, findReadability, findSearch, findStructure, gradeOf } from './find-shape.ts';
import { findStyle, findVoice } from './find-style.ts';
import { readText } from './read-text.ts';
import { splitLanguages } from './split-languages.ts';

/** The brief of the order form, as contract/catalogue.json names its fields. */
export type AnalyzerBrief = {
  /** The text's title; '' when unknown. */
  title: string;
  /** Plain text or Markdown. */
  text: string;
  contentType: string;
  readers: string;
  goal?: string;
  keyphrase?: string;
  moreKeyphrases?: string[];
  language: string;
  ownWords?: string[];
};

/** Words a minute of silent reading in English (Brysbaert 2019, https://doi.org/10.1016/j.jml.2019.104047). */
const readingSpeed = 238;

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

function reasonsFor(findings: readonly Finding[], keyphrase: string): AnalyzerReport['reasons'] {
  const of = (part: ReportPart) => findings.filter((finding) => finding.part === part);
  const errors = of('correctness').filter(({ severity }) => severity === 'error').length;
  const checks = of('correctness').length - errors;
  const count = (part: ReportPart, none: string) => {
    const found = of(part).length;
    return found === 0 ? none : `${plural(found, 'issue', 'issues')}.`;
  };
  return {
    correctness:
      errors + checks === 0
        ? 'No issues found. We checked for misspellings, typos, repeated words, and common slips in grammar and punctuation.'
        : `${[errors > 0 && plural(errors, 'error', 'errors'), checks > 0 && `${plural(checks, 'place', 'places')} to check`].filter(Boolean).join(' and ')}.`,
    readability: count(
      'readability',
      'No issues found. We checked for long sentences and a reading level above the target.',
    ),
    clarity: count(
      'clarity',
      'No issues found. We checked for wordy phrases, fillers, passive voice and repeated openings.',
    ),
    structure: count(
      'structure',
      'No issues found. We checked for long paragraphs, missing headings, a long opening and a long title.',
    ),
    voice: count(
      'voice',
      'No issues found. We checked for too many exclamation points and for words that leave people out.',
    ),
    ...(keyphrase === ''
      ? {}
      : {
          search: count('search', `“${keyphrase}” is in the title, the opening and any headings.`),
        }),
  };
}

/** Findings about a few words. The others are about sentences, paragraphs or the whole text, which contain words. */
const isOfWords = ({ part, kind }: Finding) =>
  part === 'correctness' || ['wordy', 'filler', 'excluding', 'exclamation'].includes(kind);

/** Whether a finding repeats another: on words that the other has already flagged, or on the very same stretch. */
const repeats = (finding: Finding) => (other: Finding) =>
  finding.end > finding.start
    ? isOfWords(finding) && isOfWords(other)
      ? finding.start < other.end && finding.end > other.start
      : finding.start === other.start && finding.end === other.end
    : finding.id === other.id;

/**
 * Checks a text for errors, hard sentences and wordy phrases, and says how to fix each. Does not check facts, authorship or
 * plagiarism. The report's `text` has no invisible characters; all offsets refer to it.
 */
export async function analyzeText(brief: AnalyzerBrief): Promise<AnalyzerReport> {
  const { title, readers, goal, keyphrase = '', moreKeyphrases = [], language, ownWords = [] } = brief;
  const text = withoutInvisible(brief.text);
  const { english, foreign } = await splitLanguages(unwrapLines(text));
  const read = readText(english);
  const knownWords = [...ownWords, title, keyphrase, ...moreKeyphrases].filter(Boolean);
  const aimed = aimedGrade(readers);
  const grade = gradeOf(read);
  const findings = [
    ...foreign,
    ...(await findLanguageErrors(read, { language, knownWords })),
    ...findReadability(read, readers),
    ...(await findStyle(read)),
    ...findStructure(read, title),
    ...findVoice(read, goal),
    ...(keyphrase === '' ? [] : findSearch(read, { title, keyphrase, moreKeyphrases })),
  ];
  const told = findings.filter((finding, index) => !findings.slice(0, index).some(repeats(finding)));
  return {
    type: 'analyzer',
    title,
    text,
    words: read.words,
    sentences: read.sentences.length,
    readingSeconds: Math.round((read.words / readingSpeed) * 60),
    grade,
    aimedGrade: aimed,
    reasons: reasonsFor(told, keyphrase),
    findings: told,
    before: null,
  };
}
