import type { AnalyzerReport, Finding } from '#contract/instant/analyzer-report.ts';
import type { ReadText } from '#server/instant/analyzer/read-text.ts';
import { readTokens } from '#server/instant/grammar/word-pattern.ts';
import { findMixed, type Inconsistency, type Style, toFinding } from './consistency-kinds.ts';
import { findContradictions } from './find-contradictions.ts';
import { stylesIn } from './find-mixed-styles.ts';
import { findTenseShifts } from './find-tense-shifts.ts';
import { commasIn, findMixedWords } from './find-mixed-words.ts';

const someone =
  /\b(?:an?|any|each|every) (?:guest|customer|client|reader|user|visitor|member|student|buyer|patient|owner|shopper|traveler|traveller|employee|participant)\b[^.!?\n“"]{3,120}(?:,|\b(?:before|after|when|if|until|because|so|unless)) (you)\b/iu;
const oneMust = /\b(?:one) (?:should|must|can|may|needs|has to|might)\b[^.!?\n“"]{3,120}\b(you|your)\b/iu;
const company =
  /(?:^|[.!?]\s+|\n|\band )(the (?:company|firm|business|shop|team)) (?:also |now )?(?:\p{L}+s|has|is|was|offers)\b/giu;

/** Changes of person: from “a guest” or the like to “you” within a sentence, and from “we” to “the company” in a text. */
function findMixedPersons(text: string, sentences: ReadText['sentences']): Inconsistency[] {
  const found: Inconsistency[] = [];
  for (const sentence of sentences) {
    if (/\b(?:we|our|us|i|my|if you|when you)\b/iu.test(sentence.text)) continue;
    const match = someone.exec(sentence.text) ?? oneMust.exec(sentence.text);
    const you = match?.at(-1);
    if (!match || !you) continue;
    const start = sentence.start + match.index + match[0].length - you.length;
    const who = match[0].split(' ').slice(0, 2).join(' ');
    found.push({
      kind: 'mixed-person',
      start,
      end: start + you.length,
      why: `The sentence switches from “${who}” to “${you}.”`,
    });
  }
  const we = text.match(/(?:^|[.!?]\s+|\n)we\b/giu)?.length ?? 0;
  if (we > 0)
    for (const { 0: whole, 1: quote = '', index } of text.matchAll(company)) {
      const start = index + whole.toLowerCase().indexOf(quote.toLowerCase());
      found.push({
        kind: 'mixed-person',
        start,
        end: start + quote.length,
        why: `You write “${quote}” here, but “we” elsewhere.`,
      });
    }
  return found;
}

/** The forms of each matter of style in the text, the most frequent first, each with an example. */
const sheetOf = (styles: readonly Style[]): NonNullable<AnalyzerReport['styles']> =>
  styles
    .map(({ label, forms }) => ({
      label,
      forms: forms
        .toSorted((a, b) => b.length - a.length)
        .flatMap(([first, ...more]) =>
          first ? [`${first.quote.trim().replace(/(?<=\p{N})[.,]$/u, '')} (${more.length + 1})`] : [],
        ),
    }))
    .filter(({ forms }) => forms.length > 0);

/**
 * Findings about matters that are written in two ways, and about contradictory statements; a finding quotes both places.
 * `styles`: how the text writes dates, numbers and the like, mixed or not.
 */
export function checkConsistency(
  read: ReadText,
  title = '',
): {
  findings: Finding[];
  styles: NonNullable<AnalyzerReport['styles']>;
} {
  const { text, sentences } = read;
  const tagged = sentences.map((sentence) => ({ start: sentence.start, tokens: readTokens(sentence.text) }));
  const styles = [...stylesIn(text), commasIn(tagged, text)];
  return {
    findings: [
      ...findContradictions(read, title),
      ...styles.flatMap(findMixed),
      ...findMixedWords(text),
      ...findMixedPersons(text, sentences),
      ...findTenseShifts(read, tagged),
    ].map(toFinding),
    styles: sheetOf(styles),
  };
}
