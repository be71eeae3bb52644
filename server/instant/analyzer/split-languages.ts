import type { Finding } from '#contract/instant/analyzer-report.ts';
import { countWords } from '#contract/text.ts';
import { splitBlocks } from './split-blocks.ts';

/** Minimum number of words that show the language of a text. */
const fewestWords = 12;

/** Replaces paragraphs in other languages by spaces of the same length, and returns a finding for each. */
export async function splitLanguages(text: string): Promise<{ english: string; foreign: Finding[] }> {
  const { eld } = await import('eld/extrasmall');
  let english = text;
  const foreign = splitBlocks(text).paragraphs.flatMap(({ text: paragraph, start, end }): Finding[] => {
    if (countWords(paragraph) < fewestWords) return [];
    const detected = eld.detect(paragraph);
    if (detected.language === 'en' || !detected.isReliable()) return [];
    english =
      english.slice(0, start) +
      paragraph.replaceAll(/[^\n]/gu, (one) => ' '.repeat(one.length)) +
      english.slice(end);
    return [
      {
        id: `other-language-${start}`,
        part: 'correctness',
        kind: 'other-language',
        severity: 'check',
        start,
        end,
        what: 'Not in English',
        why: 'We analyze only English texts, so we skipped this paragraph.',
        how: 'It doesn’t affect your score.',
        suggestions: [],
        cost: 0,
      },
    ];
  });
  return { english, foreign };
}
