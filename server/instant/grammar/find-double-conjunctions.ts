import type { GrammarFinding, Rule } from './grammar-kinds.ts';
import { type Token, isStart } from './word-pattern.ts';

const rule: Rule = {
  kind: 'conjunction',
  how: 'Leave out one of the two conjunctions: either one joins the clauses.',
};

/** Conjunctions that begin a sentence, each with those that may not join its main clause as well. */
const pairs: Record<string, string> = {
  although: 'but',
  though: 'but',
  because: 'so',
  since: 'so',
};
/** Words after which “so” means “to that degree”: “since May, so many have come.” */
const degree = /^(?:many|much|few|little|far|long|that|as|on|to|called)$/u;

/** A second conjunction after the first comma: “Although it rained, but we went.” */
export function findDoubleConjunctions(tokens: readonly Token[]): GrammarFinding[] {
  const first = tokens.findIndex(({ tag }) => tag !== 'PUNCT');
  const opening = tokens[first];
  if (!opening || !isStart(tokens, first)) return [];
  const from = opening.lower === 'even' && tokens[first + 1]?.lower === 'though' ? first + 1 : first;
  const second = pairs[tokens[from]!.lower];
  const comma = tokens.findIndex(({ tag, word }) => tag === 'PUNCT' && /^[,;:.!?–—]/u.test(word));
  const [joiner, next] = [tokens[comma + 1], tokens[comma + 2]];
  if (second === undefined || tokens[comma]?.word !== ',' || joiner?.lower !== second || !next) return [];
  const isDegree =
    joiner.lower === 'so' &&
    // “so did rents” means “too”
    (degree.test(next.lower) || /^(?:ADJ|ADV|AUX)$/u.test(next.tag) || next.lower === 'did');
  return isDegree ? [] : [{ start: joiner.start, end: next.end, suggestions: [next.word], rule }];
}
