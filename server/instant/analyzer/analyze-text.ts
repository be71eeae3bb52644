import type { AnalyzerReport, Finding, ReportPart } from '#contract/instant/analyzer-report.ts';
import { countWords } from '#contract/text.ts';
import { blankOverlong, cleanText, unwrapLines } from './clean-text.ts';
import { coverPhrases } from './cover-phrases.ts';
import { makeChecklist } from './make-checklist.ts';
import { findLanguageErrors } from './find-language-errors.ts';
import { findLayout } from './find-layout.ts';
import { aimedGrade, findReadability, findSearch, findStructure, gradeOf } from './find-shape.ts';
import { findStyle, findVoice } from './find-style.ts';
import { checkConsistency } from '#server/instant/consistency/find-inconsistencies.ts';
import { findLeftovers } from '#server/instant/wording/find-leftovers.ts';
import { findEchoes } from '#server/instant/wording/find-echoes.ts';
import { findHype, findLateNews, findVagueness } from '#server/instant/wording/find-vagueness.ts';
import { findWording } from '#server/instant/wording/find-wording.ts';
import { wordingKinds } from '#server/instant/wording/wording-kinds.ts';
import { readText } from './read-text.ts';
import { splitLanguages } from './split-languages.ts';

/** The brief of the order form, with the field names of contract/catalogue.json. */
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

/** Words per minute of silent reading in English (Brysbaert 2019, https://doi.org/10.1016/j.jml.2019.104047). */
const readingSpeed = 238;

const and = new Intl.ListFormat('en', { type: 'conjunction' });
const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

function reasonsFor(
  findings: readonly Finding[],
  { keyphrase, hasChecklist }: { keyphrase: string; hasChecklist: boolean },
): AnalyzerReport['reasons'] {
  const of = (part: ReportPart) => findings.filter((finding) => finding.part === part);
  const errors = of('correctness').filter(({ severity }) => severity === 'error').length;
  const names = of('correctness').filter(({ kind }) => kind === 'name').length;
  const checks = of('correctness').length - errors - names;
  const counted = [
    ...(errors > 0 ? [plural(errors, 'error', 'errors')] : []),
    ...(checks > 0 ? [plural(checks, 'possible error', 'possible errors')] : []),
    // unknown names do not affect the score
    ...(names > 0 ? [plural(names, 'unknown name', 'unknown names')] : []),
  ];
  const count = (part: ReportPart, none: string) => {
    const found = of(part).length;
    return found === 0 ? none : `${plural(found, 'issue', 'issues')}.`;
  };
  return {
    correctness:
      counted.length === 0
        ? 'No issues found. We checked for misspellings, typos, repeated words, common grammar and punctuation mistakes, inconsistencies and placeholders. Automatic checks can’t catch every mistake.'
        : `${and.format(counted)}.`,
    readability: count(
      'readability',
      'No issues found. We checked for long sentences and a reading level above the target.',
    ),
    clarity: count(
      'clarity',
      'No issues found. We checked for wordy phrases, clichés, jargon, filler words, claims without proof, passive voice, and repeated words and sentence openings.',
    ),
    structure: count(
      'structure',
      `No issues found. We checked for problems with paragraphs, headings, questions, links, image descriptions, the opening and the title.${hasChecklist ? ' We also found everything on the checklist for this kind of text.' : ''}`,
    ),
    voice: count(
      'voice',
      'No issues found. We checked for too many exclamation points and words that may exclude people.',
    ),
    ...(keyphrase === ''
      ? {}
      : {
          search: count(
            'search',
            `No issues found. We checked for “${keyphrase}” in the title, the opening and the headings.`,
          ),
        }),
  };
}

const ofWords: ReadonlySet<string> = new Set([
  ...Object.keys(wordingKinds),
  'filler',
  'echo',
  'excluding',
  'exclamation',
]);
/** Whether a finding marks a few words, and not a sentence, a paragraph or the whole text. */
const isOfWords = ({ part, kind }: Finding) =>
  (part === 'correctness' && kind !== 'fragment') || ofWords.has(kind);

/**
 * Whether two findings are about the same matter: both mark a few words and overlap, both mark exactly the same passage, or both
 * have no passage and the same ID.
 */
const repeats = (finding: Finding) => (other: Finding) =>
  finding.end > finding.start
    ? isOfWords(finding) && isOfWords(other)
      ? finding.start < other.end && finding.end > other.start
      : finding.start === other.start && finding.end === other.end
    : finding.id === other.id;

/**
 * Checks a text for errors, difficult sentences and wordy phrases, with advice for each. Doesn't check facts, authorship or
 * plagiarism. The report's `text` has no invisible characters; all offsets refer to it (UTF-16).
 */
export async function analyzeText(brief: AnalyzerBrief): Promise<AnalyzerReport> {
  const {
    title,
    readers,
    goal,
    contentType,
    keyphrase = '',
    moreKeyphrases = [],
    language,
    ownWords = [],
  } = brief;
  const text = cleanText(brief.text);
  const { english, foreign } = await splitLanguages(blankOverlong(unwrapLines(text)));
  const read = readText(english);
  // with the headings, as in the order form and the price
  const words = countWords(text);
  const knownWords = [...ownWords, title, keyphrase, ...moreKeyphrases].filter(Boolean);
  const aimed = aimedGrade(readers);
  // rounded, because the formulas aren't accurate to a decimal
  const grade = Math.round(gradeOf(read));
  const phrases = keyphrase === '' ? [] : coverPhrases(read, title, [keyphrase, ...moreKeyphrases]);
  const checked = makeChecklist(read, brief);
  const consistency = checkConsistency(read, title);
  const findings = [
    ...foreign,
    ...findLeftovers(english),
    ...(await findLanguageErrors(read, { language, knownWords })),
    ...findReadability(read, readers),
    ...consistency.findings,
    ...(await findStyle(read)),
    ...findWording(read),
    ...findEchoes(read),
    ...findVagueness(read),
    ...findStructure(read, title),
    ...findLayout(read, title, text),
    ...findLateNews(read, contentType),
    ...findVoice(read, goal),
    ...(checked?.missing ?? []),
    ...findSearch(read, phrases),
  ];
  findings.push(...findHype(read, findings));
  const told = findings.filter((finding, index) => !findings.slice(0, index).some(repeats(finding)));
  return {
    type: 'analyzer',
    title,
    text,
    words,
    sentences: read.sentences.length,
    readingSeconds: Math.round((words / readingSpeed) * 60),
    grade,
    aimedGrade: aimed,
    reasons: reasonsFor(told, { keyphrase, hasChecklist: checked !== undefined }),
    findings: told,
    ...(checked && { checklist: checked.checklist }),
    ...(phrases.length > 0 && { phrases }),
    ...(consistency.styles.length > 0 && { styles: consistency.styles }),
    before: null,
  };
}
