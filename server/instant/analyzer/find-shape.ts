import type { AnalyzerReport, Finding } from '#contract/instant/analyzer-report.ts';
import { countWords } from '#contract/text.ts';
import { automatedReadability } from 'automated-readability';
import { colemanLiau } from 'coleman-liau';
import { fleschKincaid } from 'flesch-kincaid';
import { gunningFog } from 'gunning-fog';
import { syllable } from 'syllable';
import { densityWords, type ReadText } from './read-text.ts';

type Draft = Omit<Finding, 'id' | 'start' | 'end' | 'suggestions'> & { start?: number; end?: number };
/** A cost that grows with each word over a limit, up to the full cost, so that one word too many costs almost nothing. */
const costOver = (over: number, full: number, perUnit: number): number => Math.min(full, over * perUnit);
const finding = ({ start = 0, end = 0, ...draft }: Draft): Finding => ({
  id: `${draft.kind}-${start}`,
  start,
  end,
  suggestions: [],
  ...draft,
});

/** US school grades that suit each audience. */
const grades: Record<string, { from: number; to: number }> = {
  young: { from: 4, to: 7 },
  everyone: { from: 5, to: 9 },
  business: { from: 7, to: 11 },
  expert: { from: 9, to: 14 },
};

/** The school grades that suit an audience; those of a general audience for an unknown one. */
export const aimedGrade = (readers: string) => grades[readers] ?? grades['everyone']!;

/** The US school grade that a text requires: the median of four formulas, because each of them misjudges some texts. */
export function gradeOf({ paragraphs, sentences }: ReadText): number {
  const words = paragraphs.flatMap(({ text }) => text.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []);
  if (words.length === 0 || sentences.length === 0) return 0;
  const syllables = words.map((word) => syllable(word));
  const counts = {
    sentence: sentences.length,
    word: words.length,
    syllable: syllables.reduce((sum, one) => sum + one, 0),
    letter: words.join('').length,
    complexPolysillabicWord: syllables.filter((one) => one >= 3).length,
  };
  const [, low = 0, high = 0] = [
    fleschKincaid(counts),
    automatedReadability({ ...counts, character: counts.letter }),
    colemanLiau(counts),
    gunningFog(counts),
  ].toSorted((a, b) => a - b);
  return Math.max(0, Math.round(((low + high) / 2) * 10) / 10);
}

/** Findings: sentences that are too long for their readers, and a text that is too difficult for them. */
export function findReadability(read: ReadText, readers: string): Finding[] {
  const { sentences, words } = read;
  const aimed = aimedGrade(readers);
  const grade = gradeOf(read);
  const findings: Finding[] = [];
  const part = 'readability';
  if (grade > aimed.to + 0.5)
    findings.push(
      finding({
        part,
        kind: 'grade-high',
        severity: 'hint',
        what: 'Hard to read for your audience',
        why: `The text is at a grade ${Math.round(grade)} reading level. Your audience is comfortable with texts up to grade ${aimed.to}.`,
        how: 'Shorten the longest sentences first, then replace long words with plain ones.',
        cost: Math.min(90, (grade - aimed.to) * 9),
      }),
    );
  const long = sentences.filter((sentence) => sentence.words > 20 && sentence.words <= 30);
  const share =
    ((long.length + sentences.filter((one) => one.words > 30).length) / Math.max(1, sentences.length)) * 100;
  for (const { start, end, words: count } of sentences.filter((sentence) => sentence.words > 30))
    findings.push(
      finding({
        part,
        kind: 'very-long-sentence',
        severity: 'hint',
        start,
        end,
        what: 'Very long sentence',
        why: `This sentence has ${count} words. Many readers get lost after 30.`,
        how: 'Split it into two or three sentences.',
        cost: (costOver(count - 30, 6, 1.5) * 250) / densityWords(words),
      }),
    );
  if (share > 25)
    for (const { start, end, words: count } of long)
      findings.push(
        finding({
          part,
          kind: 'long-sentence',
          severity: 'hint',
          start,
          end,
          what: 'Long sentence',
          why: `This sentence has ${count} words. ${Math.round(share)}% of your sentences have more than 20. Aim for 25% or less.`,
          how: 'Split it where a new idea starts.',
          cost: Math.min(40, (share - 25) * 0.8) / long.length,
        }),
      );
  return findings;
}

/** Findings: very long paragraphs, a text without headings, and a title that search results cut off. `title`: '' when unknown. */
export function findStructure({ paragraphs, headings, words }: ReadText, title: string): Finding[] {
  const findings: Finding[] = [];
  const part = 'structure';
  const hint = { part, severity: 'hint' } as const;
  for (const { start, end, text } of paragraphs) {
    const count = countWords(text);
    if (count <= 150) continue;
    findings.push(
      finding({
        ...hint,
        kind: 'long-paragraph',
        start,
        end: Math.min(end, start + 80),
        what: 'Long paragraph',
        why: `This paragraph has ${count} words. On a phone, that’s a wall of text.`,
        how: 'Start a new paragraph with each new idea, and keep each paragraph under 150 words.',
        cost: costOver(count - 150, 25, 0.5),
      }),
    );
  }
  if (words > 300 && headings.length < Math.floor(words / 300))
    findings.push(
      finding({
        ...hint,
        kind: 'few-headings',
        what: headings.length === 0 ? 'No headings' : 'Few headings',
        why: `The text has ${words.toLocaleString('en-US')} words and ${headings.length === 0 ? 'no headings' : headings.length === 1 ? '1 heading' : `${headings.length} headings`}. Readers use headings to find the part they need.`,
        how: 'Add a descriptive heading about every 300 words.',
        cost: headings.length === 0 ? 30 : 15,
      }),
    );
  const [first] = paragraphs;
  if (first && words > 200 && countWords(first.text) > 60)
    findings.push(
      finding({
        ...hint,
        kind: 'long-opening',
        start: first.start,
        end: Math.min(first.end, first.start + 80),
        what: 'Long opening',
        why: `The first paragraph has ${countWords(first.text)} words. That’s where readers decide whether to keep reading.`,
        how: 'Get to the point in 60 words or fewer.',
        cost: costOver(countWords(first.text) - 60, 10, 0.5),
      }),
    );
  if (title !== '' && title.length > 65)
    findings.push(
      finding({
        ...hint,
        kind: 'long-title',
        what: 'Long title',
        why: `The title has ${title.length} characters. Search results cut off titles after about 65.`,
        how: 'Put the most important words first and cut the rest.',
        cost: costOver(title.length - 65, 10, 1),
      }),
    );
  return findings;
}

/** Findings about search phrases that are missing where readers look for them. */
export function findSearch(
  { words }: ReadText,
  [main, ...others]: NonNullable<AnalyzerReport['phrases']>,
): Finding[] {
  if (!main) return [];
  const { phrase: keyphrase, count } = main;
  const hint = { part: 'search', severity: 'hint' } as const;
  const findings: Finding[] = [];
  const missing = (kind: string, where: string, why: string, how: string, cost: number) =>
    findings.push(
      finding({
        ...hint,
        kind,
        what: `Search phrase missing ${where}`,
        why,
        how,
        cost,
      }),
    );
  if (!main.inTitle)
    missing(
      'phrase-title',
      'from the title',
      `Search results show the title first, but “${keyphrase}” isn’t in yours.`,
      'Add the phrase near the start of the title.',
      30,
    );
  if (!main.inOpening)
    missing(
      'phrase-opening',
      'from the opening',
      `Readers who searched for “${keyphrase}” check the first paragraph to see whether they’re in the right place.`,
      'Use the phrase in the first paragraph.',
      20,
    );
  if (main.inHeadings === false)
    missing(
      'phrase-heading',
      'from the headings',
      `Readers who scan the headings won’t find “${keyphrase}.”`,
      'Use the phrase in at least one heading.',
      20,
    );
  const density = ((count * countWords(keyphrase)) / Math.max(1, words)) * 100;
  if (count > 3 && density > 3)
    findings.push(
      finding({
        ...hint,
        kind: 'phrase-too-often',
        what: 'Search phrase overused',
        why: `“${keyphrase}” appears ${count} times (${density.toFixed(1)}% of the words). More than 3% looks like keyword stuffing.`,
        how: 'Use different words in some places.',
        cost: 20,
      }),
    );
  for (const { phrase } of others.filter((one) => one.count === 0))
    findings.push(
      finding({
        ...hint,
        kind: `phrase-missing-${phrase.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`,
        what: `“${phrase}” isn’t in the text`,
        why: 'You listed it as a search phrase.',
        how: 'Use it where it fits, or save it for another text.',
        cost: 5,
      }),
    );
  return findings;
}
