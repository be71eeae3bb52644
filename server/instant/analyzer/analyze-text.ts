import type { AnalyzerReport, Finding, ReportPart } from '#contract/analyzer-report.ts';
import { findLanguageErrors } from './find-language-errors.ts';
import { aimedGrade, findReadability, findSearch, findStructure, gradeOf } from './find-shape.ts';
import { findStyle, findVoice } from './find-style.ts';
import { readText } from './read-text.ts';

/** The brief of the order form, as contract/catalogue.json names its fields. */
export type AnalyzerBrief = {
  /** '' where it is not known. */
  title: string;
  /** Plain, or Markdown. */
  text: string;
  contentType: string;
  readers: string;
  goal?: string;
  keyphrase?: string;
  moreKeyphrases?: string[];
  language: string;
  ownWords?: string[];
};

/** Words a minute of silent reading in English (Brysbaert 2019). */
const readingSpeed = 238;

const plural = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

function reasonsFor(
  findings: readonly Finding[],
  grade: number,
  aimed: { from: number; to: number },
  keyphrase: string,
): AnalyzerReport['reasons'] {
  const of = (part: ReportPart) => findings.filter((finding) => finding.part === part);
  const errors = of('correctness').filter(({ severity }) => severity === 'error').length;
  const checks = of('correctness').length - errors;
  const count = (part: ReportPart, none: string) => {
    const found = of(part).length;
    return found === 0 ? none : `${plural(found, 'thing', 'things')} to look at.`;
  };
  const fits =
    grade > aimed.to + 0.5 ? 'too much' : grade < aimed.from - 1 ? 'less than they expect' : 'about right';
  return {
    correctness:
      errors + checks === 0
        ? 'No errors found.'
        : `${plural(errors, 'error', 'errors')}, and ${plural(checks, 'place', 'places')} to check.`,
    readability: `It asks for ${grade} years of school, ${fits} for these readers.`,
    clarity: count('clarity', 'Plain and lively.'),
    structure: count('structure', 'Easy to find the way in.'),
    voice: count('voice', 'Speaks to everyone it is for.'),
    ...(keyphrase === '' ? {} : { search: count('search', `“${keyphrase}” is where readers look for it.`) }),
  };
}

/**
 * Reads a text as an editor would: what is wrong, what reads hard, what could be plainer, and how to mend it. Knows
 * nothing of who wrote it, whether it is true, or whether it stands elsewhere.
 */
export async function analyzeText(brief: AnalyzerBrief): Promise<AnalyzerReport> {
  const { title, readers, goal, keyphrase = '', moreKeyphrases = [], language, ownWords = [] } = brief;
  const read = readText(brief.text);
  const aimed = aimedGrade(readers);
  const grade = gradeOf(read);
  const findings = [
    ...(await findLanguageErrors(read, { language, ownWords })),
    ...findReadability(read, readers),
    ...(await findStyle(read)),
    ...findStructure(read, title),
    ...(await findVoice(read, goal)),
    ...(keyphrase === '' ? [] : findSearch(read, { title, keyphrase, moreKeyphrases })),
  ];
  // a word that one rule calls wrong and another roundabout is told once
  const seen = new Set<string>();
  const told = findings.filter(({ id, start, end }) => {
    const place = end > start ? `${start}-${end}` : id;
    return !seen.has(place) && seen.add(place);
  });
  return {
    type: 'analyzer',
    title,
    text: brief.text,
    words: read.words,
    sentences: read.sentences.length,
    readingSeconds: Math.round((read.words / readingSpeed) * 60),
    grade,
    aimedGrade: aimed,
    reasons: reasonsFor(told, grade, aimed, keyphrase),
    findings: told,
    before: null,
  };
}
