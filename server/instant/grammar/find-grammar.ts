import { matchCapital } from '#server/instant/analyzer/match-capital.ts';
import type { ReadText } from '#server/instant/analyzer/read-text.ts';
import { agreementPatterns } from './agreement-patterns.ts';
import { collocationPatterns } from './collocation-patterns.ts';
import { commaPatterns } from './comma-patterns.ts';
import { comparisonPatterns } from './comparison-patterns.ts';
import { confusedPatterns } from './confused-patterns.ts';
import { findApostrophes } from './find-apostrophes.ts';
import { findCapitals } from './find-capitals.ts';
import { findDoubleConjunctions } from './find-double-conjunctions.ts';
import { findSentenceEnds } from './find-sentence-ends.ts';
import { findSubjectVerb } from './find-subject-verb.ts';
import { findTimes } from './find-times.ts';
import type { GrammarFinding, Rule } from './grammar-kinds.ts';
import { hurriedPatterns } from './hurried-patterns.ts';
import { learnerPatterns } from './learner-patterns.ts';
import { missingPatterns } from './missing-patterns.ts';
import { nounPatterns } from './noun-patterns.ts';
import { orderPatterns } from './order-patterns.ts';
import { parallelPatterns } from './parallel-patterns.ts';
import { prepositionPatterns } from './preposition-patterns.ts';
import { pronounPatterns } from './pronoun-patterns.ts';
import { translatedPatterns } from './translated-patterns.ts';
import { verbPatterns } from './verb-patterns.ts';
import { isPlural } from './word-forms.ts';
import { findPatterns, isStart, readTokens, type Token } from './word-pattern.ts';

const inSentence = findPatterns<Rule>([
  ...confusedPatterns,
  ...agreementPatterns,
  ...verbPatterns,
  ...nounPatterns,
  ...comparisonPatterns,
  ...pronounPatterns,
  ...prepositionPatterns,
  ...missingPatterns,
  ...orderPatterns,
  ...collocationPatterns,
  ...commaPatterns,
  ...parallelPatterns,
  ...translatedPatterns,
  ...hurriedPatterns,
  ...learnerPatterns,
]);

const subjects = new Set(['i', 'we', 'you', 'they', 'he', 'she']);
const those = new Set(['those', 'everyone', 'everybody', 'anyone', 'anybody', 'people']);
/** Words that a clause without “that” may follow, such as “all we have”. */
const wholes = new Set(['all', 'everything', 'anything', 'something', 'what', 'whatever']);
const times =
  /^(?:year|month|week|day|night|time|season|summer|winter|spring|autumn|fall|morning|evening|\p{L}+day)s?$/u;

/**
 * Whether the verb before a marked verb ends a relative clause, as in “the best idea we had came late” and “those who could helped”:
 * the marked verb then belongs to the noun. “Last year we had went” has no such clause.
 */
function endsClause(tokens: readonly Token[], at: number, marked: number): boolean {
  return [at - 2, at - 1, ...(marked > at ? [at] : [])].some((index) => {
    const [before, subject] = [tokens[index - 1], tokens[index]];
    if (subject?.lower === 'who' && index < at)
      return before !== undefined && (those.has(before.lower) || isPlural(before.lower));
    if (!before || !subject || !subjects.has(subject.lower)) return false;
    if (wholes.has(before.lower)) return true;
    // “At our shop we had went” has no such clause either
    const isOpening =
      tokens[0]!.tag === 'ADP' &&
      !tokens.slice(Math.max(0, index - reach), index).some(({ tag }) => tag === 'VERB');
    return before.tag === 'NOUN' && !times.test(before.lower) && !isOpening;
  });
}

/** Words before a clause in the subjunctive: “we ask that everyone wear a badge,” “if the money were mine.” */
const demands =
  /^(?:ask|insist|demand|recommend|suggest|require|request|propose|urge|essential|important|vital|crucial|imperative)$/u;
const unrealOpeners = new Set(['if', 'though', 'wish', 'unless', 'whether']);
/** The words before a verb that decide, so that a long pasted list takes linear time. */
const reach = 40;
const allOrNone = new Set(['everyone', 'everybody', 'nobody', 'all', 'none', 'anyone', 'anybody']);

/** Whether a verb doesn’t agree with the word before it for a good reason: a subjunctive, or “everyone but you has”. */
function mayDisagree(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - reach), at);
  const verb = tokens[at]!;
  if (verb.lower === 'were' && before.some(({ lower }) => unrealOpeners.has(lower))) return true;
  const that = before.findIndex(({ lower }) => lower === 'that');
  if (
    that > 0 &&
    before
      .slice(Math.max(0, that - 2), that)
      .some(({ lemma, lower }) => demands.test(lemma) || demands.test(lower))
  )
    return true;
  return before.at(-2)?.lower === 'but' && allOrNone.has(before.at(-3)?.lower ?? '');
}

function findInSentence(tokens: readonly Token[], text: string, isFirst: boolean): GrammarFinding[] {
  const patterns = inSentence(tokens).flatMap(({ at, from, to, suggestions, rule }): GrammarFinding[] => {
    if (rule.kind === 'verb-form' && endsClause(tokens, at, from)) return [];
    if (rule.kind === 'agreement' && from === to && mayDisagree(tokens, from)) return [];
    // a clause that a comma ends lacks none
    if (rule.kind === 'comma' && from > at && tokens.slice(to, to + reach).some(({ word }) => word === ','))
      return [];
    const [start, end] = [tokens[from]!.start, tokens[to]!.end];
    const quote = text.slice(start, end);
    // the base form of “become” is its participle, too
    if (suggestions[0]?.toLowerCase() === quote.toLowerCase()) return [];
    // the letter in “A levels” isn’t an article
    if (quote === 'A' && !isStart(tokens, from)) return [];
    return [{ start, end, suggestions: suggestions.map((one) => matchCapital(quote, one)), rule }];
  });
  return [
    ...patterns,
    ...findSubjectVerb(tokens),
    ...findDoubleConjunctions(tokens),
    ...findSentenceEnds(tokens, isFirst),
    ...findTimes(tokens),
  ];
}

/** Grammar errors in a text, with offsets into it. Findings may overlap. */
export function findGrammar({
  text,
  sentences,
  paragraphs,
}: Pick<ReadText, 'text' | 'sentences' | 'paragraphs'>): GrammarFinding[] {
  const starts = new Set(paragraphs.map(({ start }) => start));
  const found = sentences.flatMap(({ start, end }, index) => {
    const sentence = text.slice(start, end);
    // “Why? Because it is late.” is an answer
    const isAnswer = /\?["”’)]*$/u.test(sentences[index - 1]?.text ?? '');
    return findInSentence(readTokens(sentence), sentence, starts.has(start))
      .filter(({ rule }) => !(isAnswer && rule.kind === 'fragment'))
      .map((one) => ({ ...one, start: start + one.start, end: start + one.end }));
  });
  return [...found, ...findApostrophes(text), ...findCapitals(text)];
}
