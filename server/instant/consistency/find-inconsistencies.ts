import type { AnalyzerReport, Finding } from '#contract/instant/analyzer-report.ts';
import type { ReadText } from '#server/instant/analyzer/read-text.ts';
import { readTokens } from '#server/instant/grammar/word-pattern.ts';
import { findMixed, type Inconsistency, type Style, toFinding } from './consistency-kinds.ts';
import { findContradictions } from './find-contradictions.ts';
import { findMixedBrands } from './find-mixed-brands.ts';
import { findMixedLayout } from './find-mixed-layout.ts';
import { findMixedMeasures } from './find-mixed-measures.ts';
import { stylesIn } from './find-mixed-styles.ts';
import { findTenseShifts } from './find-tense-shifts.ts';
import { commasIn, findMixedWords } from './find-mixed-words.ts';

const someone =
  /\b(?:an?|any|each|every) (?:guest|customer|client|reader|user|visitor|member|student|buyer|patient|owner|shopper|traveler|traveller|employee|participant)\b[^.!?\n“"]{3,120}(?:,|\b(?:before|after|when|if|until|because|so|unless)) (you)\b/iu;
const oneMust = /\b(?:one) (?:should|must|can|may|needs|has to|might)\b[^.!?\n“"]{3,120}\b(you|your)\b/iu;
const company =
  /(?:^|[.!?]\s+|\n|\band )(the (?:company|firm|business|shop|team)) (?:also |now )?(?:\p{L}+s|has|is|was|offers)\b/giu;

const people =
  /^\W*(?:on \p{L}+, )?(guests|customers|visitors|members|students|patients|residents|participants|travelers|travellers|passengers) (?:may|must|can|should|are (?:asked|requested|required|invited|expected)|have to|need to)\b/iu;

/** Finds “you” in a text whose rules address “guests”, and one “we” in a text that otherwise says “I”. */
function findOtherPersons(text: string, sentences: ReadText['sentences']): Inconsistency[] {
  const rules = sentences.flatMap(({ text: one }) => people.exec(one)?.[1] ?? []);
  const you = sentences.flatMap(({ start, text: one }) => {
    const match = /\byou\b/iu.exec(one);
    return match && !/[“”"]/u.test(one) ? [{ start: start + match.index, quote: match[0] }] : [];
  });
  const found: Inconsistency[] =
    rules.length >= 2 && you.length > 0 && you.length <= rules.length
      ? you.slice(0, 2).map(({ start, quote }) => ({
          kind: 'mixed-person',
          start,
          end: start + quote.length,
          why: `You write “${quote}” here, but “${rules[0]!.toLowerCase()}” elsewhere.`,
        }))
      : [];
  const ones = text.match(/\b(?:I|my|me)\b/gu)?.length ?? 0;
  const wes = [...text.matchAll(/\b(?:we|We|our|Our)\b/gu)];
  const hasOthers =
    /\b(?:and I|with me|together|partner|husband|wife|sister|brother|team|family|friends?|daughter|son|mother|father|parents|colleagues?|staff|both|two of us|let’s|let's|you and|us)\b|[“”"]/iu.test(
      text,
    );
  if (ones >= 3 && wes.length === 1 && !hasOthers)
    found.push({
      kind: 'mixed-person',
      start: wes[0]!.index,
      end: wes[0]!.index + wes[0]![0].length,
      why: `You write “${wes[0]![0]}” here, but “I” elsewhere.`,
    });
  return found;
}

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
      ...findMixedBrands(text),
      ...findMixedLayout(read),
      ...findMixedMeasures(text),
      ...findMixedPersons(text, sentences),
      ...findOtherPersons(text, sentences),
      ...findTenseShifts(read, tagged),
    ].map(toFinding),
    styles: sheetOf(styles),
  };
}
