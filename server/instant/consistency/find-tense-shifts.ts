import type { ReadText } from '#server/instant/analyzer/read-text.ts';
import { pasts, samePasts, toForm } from '#server/instant/grammar/word-forms.ts';
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

/** Verbs for single events. In the present tense they tell a story, unlike “runs” in “She opened the shop in 2009 and runs it.” */
const events = new Set(
  'arrive ask burst call catch cry decide discover drop enter fall find go grab hand hear hit invite jump knock laugh leave lose notice pick pour pull push put reach realise realize receive ring rush say see shout sit smile step stop take tell throw turn walk wake whisper'.split(
    ' ',
  ),
);
const habit =
  /\b(?:every|each|always|usually|often|never|today|now|still|sometimes|whenever|if|when|since|until|because|which|who|that|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends)\b/iu;
const isStoryPast = (tokens: readonly Token[], at: number) =>
  isPast(tokens, at) && tokens[at - 1]?.tag !== 'AUX';
const isStoryPresent = ({ tag, lower, lemma }: Token, subject: Token | undefined) =>
  tag === 'VERB' &&
  events.has(lemma) &&
  // “they put” may be past
  !samePasts.has(lower) &&
  (/^(?:i|we|they)$/u.test(subject?.lower ?? '') ? lower === lemma : lower !== lemma && lower.endsWith('s'));

/** The second of two events of one subject: “We arrived at noon and find the gate locked.” */
function findSecondEvent(tokens: readonly Token[], sentence: string): number {
  if (habit.test(sentence)) return -1;
  const past = tokens.findIndex((_, at) => isStoryPast(tokens, at));
  if (past < 0) return -1;
  const subject = tokens[past - 1]?.tag === 'ADV' ? tokens[past - 2] : tokens[past - 1];
  return tokens.findIndex((one, at) => {
    const before = tokens[at - 1]?.tag === 'ADV' ? at - 2 : at - 1;
    return at > past + 1 && tokens[before]?.lower === 'and' && isStoryPresent(one, subject);
  });
}

/** An event in the present after a sentence about the past: “He opened the box. He takes out a hat.” */
function findNextEvent(
  tokens: readonly Token[],
  sentence: string,
  before: readonly Token[] | undefined,
): number {
  if (!before || habit.test(sentence)) return -1;
  const isStory =
    before.filter((_, at) => isStoryPast(before, at)).length > 0 &&
    !before.some((one, at) => isPresent(before, at) || /^(?:is|are|am|will|can|has|have)$/u.test(one.lower));
  const present = tokens.findIndex((one, at) => {
    const subject = tokens[at - 1]?.tag === 'ADV' ? tokens[at - 2] : tokens[at - 1];
    return /^(?:i|we|he|she|they)$/u.test(subject?.lower ?? '') && isStoryPresent(one, subject);
  });
  const isOnly = !tokens.some(({ lower, tag }) => tag === 'AUX' || /^(?:to|you|your|our)$/u.test(lower));
  return isStory && isOnly && present > 0 && present < 4 ? present : -1;
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
    const isMixed = within < 0 && tokens.some((_, at) => at > present && isPast(tokens, at));
    const isPastBefore = !isMixed && tokens.some((_, at) => at < present && isPast(tokens, at));
    const before = starts.has(start) ? undefined : tagged[index - 1]?.tokens;
    const isAfterPast =
      present >= 0 &&
      !isMixed &&
      before !== undefined &&
      before.some((_, at) => isPast(before, at)) &&
      !before.some((one, at) => isPresent(before, at) || /^(?:is|are|am)$/u.test(one.lower));
    const follows =
      present >= 0 && isPastBefore ? thenAnywhere.test(sentence) : isAfterPast && thenAtStart.test(sentence);
    const second = findSecondEvent(tokens, sentence);
    const event = second < 0 ? findNextEvent(tokens, sentence, before) : second;
    if (!follows && within < 0 && event < 0) return [];
    const verb = tokens[follows || within >= 0 ? present : event]!;
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
