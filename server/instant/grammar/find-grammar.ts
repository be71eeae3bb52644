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
import type { GrammarFinding, Rule } from './grammar-kinds.ts';
import { missingPatterns } from './missing-patterns.ts';
import { nounPatterns } from './noun-patterns.ts';
import { orderPatterns } from './order-patterns.ts';
import { parallelPatterns } from './parallel-patterns.ts';
import { prepositionPatterns } from './preposition-patterns.ts';
import { pronounPatterns } from './pronoun-patterns.ts';
import { verbPatterns } from './verb-patterns.ts';
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
]);

function findInSentence(tokens: readonly Token[], text: string, isFirst: boolean): GrammarFinding[] {
  const patterns = inSentence(tokens).flatMap(({ from, to, suggestions, rule }): GrammarFinding[] => {
    const [start, end] = [tokens[from]!.start, tokens[to]!.end];
    const quote = text.slice(start, end);
    // the letter in “A levels” isn’t an article
    if (quote === 'A' && !isStart(tokens, from)) return [];
    return [{ start, end, suggestions: suggestions.map((one) => matchCapital(quote, one)), rule }];
  });
  return [
    ...patterns,
    ...findSubjectVerb(tokens),
    ...findDoubleConjunctions(tokens),
    ...findSentenceEnds(tokens, isFirst),
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
