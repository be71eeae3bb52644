import type { GrammarFinding, Rule } from './grammar-kinds.ts';
import { pasts, pureParticiples, samePasts, toForm } from './word-forms.ts';
import type { Token } from './word-pattern.ts';

const perfect: Rule = {
  kind: 'tense',
  how: 'Use the present perfect for something that began in the past and goes on: “I have worked here since May.”',
};
const past: Rule = { kind: 'tense', how: 'Use the simple past with a time that is over.' };

const units = /^(?:minute|hour|day|week|month|year|decade|centurie|century)s?$/u;
const months =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/u;
const isYear = (word = '') => /^(?:1[89]|20)\d\d$/u.test(word);
const isClauseEnd = ({ word }: Token) => /^[.;:!?—–()“”"]$/u.test(word);

/** Whether “since” at this position names a length or a point of time: “since two years,” “since 2010.” */
function isSince(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.lower !== 'since') return false;
  const [next, second, third] = tokens.slice(at + 1, at + 4).map(({ lower }) => lower);
  return (
    isYear(next) ||
    months.test(next ?? '') ||
    /^(?:yesterday|childhood|birth)$/u.test(next ?? '') ||
    (next === 'last' && /^(?:year|month|week|summer|winter|spring|autumn|fall)$/u.test(second ?? '')) ||
    units.test(second ?? '') ||
    units.test(third ?? '')
  );
}

const states =
  /^(?:live|work|know|own|run|have|teach|study|exist|play|make|sell|offer|translate|bake|produce|drive|use|speak|collaborate|cooperate|belong)$/u;
/** Words after which a clause in the present is right: “If it is closed, it has been closed since May.” */
const hasPerfect = (tokens: readonly Token[]) =>
  tokens.some(({ lower }) => /^(?:have|has|had|'ve|was|were|did)$/u.test(lower));

/** A verb in the present for what began at a time after “since”: “We are working here since 2010.” */
function findSince(tokens: readonly Token[]): GrammarFinding[] {
  const at = tokens.findIndex((_, index) => isSince(tokens, index));
  if (at < 0 || hasPerfect(tokens)) return [];
  const before = tokens.slice(0, at);
  // at the start, “since” belongs to the clause after it
  const clause = at < 3 ? tokens.slice(at + 2) : before.slice(before.findLastIndex(isClauseEnd) + 1);
  const verb = clause.findIndex(
    ({ lower, tag }, index) =>
      (/^(?:am|are|is|'m|'re)$/u.test(lower) &&
        clause[index + 1] !== undefined &&
        clause.slice(index + 1, index + 4).some((one) => one.tag === 'VERB' && one.lower.endsWith('ing')) &&
        clause[index + 1]!.lower !== 'going') ||
      (tag === 'VERB' &&
        states.test(lower) &&
        /^(?:i|we|they|you)$/u.test(
          clause[clause[index - 1]?.tag === 'ADV' ? index - 2 : index - 1]?.lower ?? '',
        )),
  );
  if (verb < 0) return [];
  const from = clause[verb]!;
  const isBe = from.tag === 'AUX' || /^(?:am|are|is|'m|'re)$/u.test(from.lower);
  const have = from.lower === 'is' ? 'has' : 'have';
  const to = isBe
    ? clause.slice(verb + 1, verb + 4).find((one) => one.tag === 'VERB' && one.lower.endsWith('ing'))!
    : from;
  const isNext = to === from || clause[verb + 1] === to;
  return [
    {
      start: from.start,
      end: to.end,
      suggestions: !isNext
        ? []
        : isBe
          ? [`${have} been ${to.lower}`]
          : [`${have} ${toForm(from.lower, from.lemma, 'participle')}`],
      rule: perfect,
    },
  ];
}

/** Whether the tokens name a time that is over: “yesterday,” “last week,” “two years ago,” “in 2016.” */
function findOver(tokens: readonly Token[]): number {
  return tokens.findIndex(({ lower }, at) => {
    const next = tokens[at + 1]?.lower ?? '';
    const before = tokens[at - 1]?.lower ?? '';
    return (
      (lower === 'yesterday' && before !== 'since') ||
      (lower === 'ago' && !tokens.slice(Math.max(0, at - 5), at).some((one) => one.lower === 'since')) ||
      (lower === 'last' &&
        /^(?:year|month|week|night|summer|winter|spring|autumn|fall|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/u.test(
          next,
        ) &&
        !/^(?:since|the|over|for|than|from|of)$/u.test(before)) ||
      (lower === 'in' && isYear(next) && Number(next) < 2024)
    );
  });
}

const unreal =
  /^(?:if|since|wish|would|could|might|may|should|must|will|whether|to|who|that|which|those|never|ever|now|today|still|already|because|having|'d|as)$/u;

/** The present perfect with a time that is over: “Yesterday we have moved.” */
function findPerfectWithPast(tokens: readonly Token[]): GrammarFinding[] {
  const over = findOver(tokens);
  if (over < 0 || tokens.some(({ lower }) => unreal.test(lower))) return [];
  const at = tokens.findIndex(({ lower, tag }, index) => {
    const isAdverb = tokens[index + 1]?.tag === 'ADV';
    const verb = tokens[isAdverb ? index + 2 : index + 1];
    return (
      (lower === 'have' || lower === 'has' || lower === "'ve") &&
      tag === 'AUX' &&
      verb !== undefined &&
      verb.lower !== 'been' &&
      (pureParticiples.has(verb.lower) ||
        pasts.has(verb.lower) ||
        samePasts.has(verb.lower) ||
        (verb.tag === 'VERB' && verb.lower.endsWith('ed')))
    );
  });
  if (at < 0) return [];
  const from = tokens[at]!;
  const isAdverb = tokens[at + 1]?.tag === 'ADV';
  const verb = tokens[isAdverb ? at + 2 : at + 1]!;
  const [first, last] = [Math.min(at, over), Math.max(at, over)];
  const between = tokens.slice(first, last);
  // another clause, whose time this isn’t
  if (
    between.some(isClauseEnd) ||
    between.some(({ lower }) => /^(?:and|but|or|so|when|where|while|than|though)$/u.test(lower)) ||
    between.filter(({ word }) => word === ',').length > 1 ||
    last - first > 14 ||
    (over > at && between.some(({ word }) => word === ','))
  )
    return [];
  const form = toForm(verb.lower, verb.lemma, 'past');
  return [
    {
      start: from.start,
      end: verb.end,
      suggestions: [isAdverb ? `${tokens[at + 1]!.lower} ${form}` : form],
      rule: past,
    },
  ];
}

const mostWords = 60;

/** Verbs whose tense doesn’t go with the time that the sentence names. Long sentences are pasted lists. */
export const findTimes = (tokens: readonly Token[]): GrammarFinding[] =>
  tokens.length > mostWords ? [] : [...findSince(tokens), ...findPerfectWithPast(tokens)];
