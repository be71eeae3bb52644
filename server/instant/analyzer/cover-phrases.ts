import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import { stemsOf } from '#server/instant/tag-words.ts';
import type { ReadText } from './read-text.ts';

/** How often the phrase occurs in the words, in any form: “bakery” also counts in “the bakeries”. */
function countPhrase(words: readonly string[], phrase: readonly string[]): number {
  if (phrase.length === 0) return 0;
  let count = 0;
  for (let at = 0; at + phrase.length <= words.length; at += 1)
    if (phrase.every((stem, index) => words[at + index] === stem)) {
      count += 1;
      at += phrase.length - 1;
    }
  return count;
}

/** How often each phrase occurs in the places where readers and search engines look for it. */
export function coverPhrases(
  { paragraphs, headings }: ReadText,
  title: string,
  phrases: readonly string[],
): NonNullable<AnalyzerReport['phrases']> {
  const opening = stemsOf(paragraphs[0]?.text ?? '');
  const heads = headings.map(({ text }) => stemsOf(text));
  const bodies = paragraphs.map(({ text }) => stemsOf(text));
  const titleWords = stemsOf(title);
  return phrases.map((phrase) => {
    const stems = stemsOf(phrase);
    const within = (parts: readonly (readonly string[])[]) =>
      parts.reduce((sum, words) => sum + countPhrase(words, stems), 0);
    return {
      phrase,
      inTitle: within([titleWords]) > 0,
      inOpening: within([opening]) > 0,
      inHeadings: headings.length === 0 ? null : within(heads) > 0,
      count: within(heads) + within(bodies),
    };
  });
}
