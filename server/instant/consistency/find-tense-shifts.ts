import type { ReadText } from '#server/instant/analyzer/read-text.ts';
import { pasts, toForm } from '#server/instant/grammar/word-forms.ts';
import type { Token } from '#server/instant/grammar/word-pattern.ts';
import type { Inconsistency } from './consistency-kinds.ts';

/** Words that place one event after another. Not “now”, which moves from the past to the present. */
const thenAtStart =
  /^\W*(?:and |but )?(?:then|later|next|afterwards?|suddenly|soon after|eventually|after (?:that|this)|the (?:next|following) (?:day|morning|evening|week|month|year)|that (?:night|evening|morning|afternoon)|(?:\p{L}+ )?(?:minutes?|hours?|days?|weeks?|months?|years?) later)\b/iu;
const thenAnywhere =
  /\b(?:the (?:next|following) (?:day|morning|evening|week)|that (?:night|evening|same day)|(?:minutes|hours|days|weeks) later)\b/iu;

const isSubject = ({ tag, lower }: Token) =>
  (tag === 'PRON' && /^(?:i|we|you|he|she|it|they)$/u.test(lower)) || tag === 'NOUN' || tag === 'PROPN';
/** Whether the verb’s subject is directly before it, or before its adverb. */
const hasSubject = (tokens: readonly Token[], at: number, test: (token: Token) => boolean) => {
  const before = tokens[at - 1]?.tag === 'ADV' ? at - 2 : at - 1;
  return tokens[before] !== undefined && test(tokens[before]);
};
const isPast = (tokens: readonly Token[], at: number) => {
  const { tag, lower, lemma } = tokens[at]!;
  return (
    (tag === 'VERB' || tag === 'AUX') &&
    (pasts.has(lower) || (lower.endsWith('ed') && lower !== lemma)) &&
    hasSubject(tokens, at, isSubject)
  );
};
const isPresent = (tokens: readonly Token[], at: number) => {
  const { tag, lower, lemma } = tokens[at]!;
  return (
    ((tag === 'VERB' && lower !== lemma && /[^s]s$/u.test(lower)) || /^(?:is|has)$/u.test(lower)) &&
    hasSubject(tokens, at, ({ lower: subject }) => /^(?:he|she|it)$/u.test(subject))
  );
};

/** A time in the past at the beginning of a sentence: “In 2009,” and “By nine o’clock,”. */
const pastTime =
  /^\W*(?:in (?:1[89]\p{N}|20[01])\p{N}|by \p{L}+ o[’']clock|yesterday|last (?:week|month|year|spring|summer|autumn|winter|fall)),? /iu;

/** Verbs in the present tense beside a past tense in a sentence about the past: “In 2009, she leaves the bank and bought a farm.” */
function findTenseWithin(tokens: readonly Token[], sentence: string): number {
  if (!pastTime.test(sentence) || /\b(?:today|still|now)\b/iu.test(sentence)) return -1;
  const present = tokens.findIndex(
    (one, at) =>
      one.tag === 'VERB' &&
      one.lower !== one.lemma &&
      /[^s]s$/u.test(one.lower) &&
      hasSubject(tokens, at, isSubject),
  );
  const hasPast = tokens.some(
    ({ tag, lower, lemma }, at) =>
      at !== present &&
      (pasts.has(lower) ||
        /^(?:was|were|had)$/u.test(lower) ||
        (tag === 'VERB' && lower.endsWith('ed') && lower !== lemma)),
  );
  // “where she lives” may be true until today
  const isAside = tokens
    .slice(Math.max(0, present - 4), Math.max(0, present))
    .some(({ lower }) => /^(?:where|who|which|that|whose)$/u.test(lower));
  return hasPast && !isAside ? present : -1;
}

/** Verbs in the present tense for what follows an event in the past: “He opened the box. Then he takes out a hat.” */
export function findTenseShifts(
  { text, sentences, paragraphs }: ReadText,
  tagged: readonly { start: number; tokens: readonly Token[] }[],
): Inconsistency[] {
  const starts = new Set(paragraphs.map(({ start }) => start));
  return tagged.flatMap(({ start, tokens }, index): Inconsistency[] => {
    const sentence = sentences[index]!.text;
    if (/[“”"]/u.test(sentence)) return [];
    const within = findTenseWithin(tokens, sentence);
    const present = within < 0 ? tokens.findIndex((_, at) => isPresent(tokens, at)) : within;
    if (within < 0 && present < 0) return [];
    if (within < 0 && tokens.some((_, at) => at > present && isPast(tokens, at))) return [];
    const isPastBefore = tokens.some((_, at) => at < present && isPast(tokens, at));
    const before = starts.has(start) ? undefined : tagged[index - 1]?.tokens;
    const isAfterPast =
      before !== undefined &&
      before.some((_, at) => isPast(before, at)) &&
      !before.some((one, at) => isPresent(before, at) || /^(?:is|are|am)$/u.test(one.lower));
    const follows = isPastBefore ? thenAnywhere.test(sentence) : isAfterPast && thenAtStart.test(sentence);
    if (!follows && within < 0) return [];
    const verb = tokens[present]!;
    return [
      {
        kind: 'mixed-tense',
        start: start + verb.start,
        end: start + verb.end,
        why: `“${text.slice(start + verb.start, start + verb.end)}” is in the present tense, but the text around it is in the past tense.`,
        suggestions: [toForm(verb.lower, verb.lemma, 'past')],
      },
    ];
  });
}
