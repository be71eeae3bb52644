import type { Finding } from '#contract/analyzer-report.ts';
import type { ReadText } from '#server/instant/analyzer/read-text.ts';
import { readTokens } from '#server/instant/grammar/word-pattern.ts';
import { type Inconsistency, toFinding } from './consistency-kinds.ts';
import { findContradictions } from './find-contradictions.ts';
import { findMixedStyles } from './find-mixed-styles.ts';
import { findMixedCommas, findMixedWords } from './find-mixed-words.ts';

const someone =
  /\b(?:an?|any|each|every) (?:guest|customer|client|reader|user|visitor|member|student|buyer|patient|owner|shopper|traveler|traveller|employee|participant)\b[^.!?\n“"]{3,120}(?:,|\b(?:before|after|when|if|until|because|so|unless)) (you)\b/iu;
const oneMust = /\b(?:one) (?:should|must|can|may|needs|has to|might)\b[^.!?\n“"]{3,120}\b(you|your)\b/iu;
const company =
  /(?:^|[.!?]\s+|\n|\band )(the (?:company|firm|business|shop|team)) (?:also |now )?(?:\p{L}+s|has|is|was|offers)\b/giu;

/** A sentence that begins with someone and goes on with “you”, and “the company” in a text that says “we”. */
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
      why: `The sentence speaks of “${who}” and then of “${you}.”`,
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

/** What a text writes in two ways, and statements that can't both be true. Both places are quoted. */
export function findInconsistencies({ text, sentences }: ReadText): Finding[] {
  const tagged = sentences.map((sentence) => ({ start: sentence.start, tokens: readTokens(sentence.text) }));
  return [
    ...findContradictions(text, sentences),
    ...findMixedStyles(text),
    ...findMixedWords(text),
    ...findMixedCommas(tagged, text),
    ...findMixedPersons(text, sentences),
  ].map(toFinding);
}
