import type { Finding } from '#contract/instant/analyzer-report.ts';
import { densityWords, type ReadText } from '#server/instant/analyzer/read-text.ts';
import { readTokens, type Token } from '#server/instant/grammar/word-pattern.ts';

const mostTimes = 2;
const shortest = 4;
/** Verbs and nouns that a sentence often needs more than twice. */
const common = new Set(
  'have make take give get come want need know think look work time year week month hour minute day people person thing place page step part each more most such other same much many some very'.split(
    ' ',
  ),
);
const isContent = ({ tag, lower, lemma }: Token) =>
  (tag === 'NOUN' || tag === 'ADJ' || tag === 'VERB') &&
  lower.length >= shortest &&
  /^\p{L}+$/u.test(lower) &&
  !common.has(lemma);
/** Whether a word repeats on purpose in a list: “New roof, new windows and new doors”. */
const isInRow = (tokens: readonly Token[], at: number) =>
  at === 0 || /^(?:[,;:—–]|and|or|but|nor)$/u.test(tokens[at - 1]!.lower);

/** Words that occur three times or more in a sentence, marked at the third place. */
export const findEchoes = ({ sentences, words }: ReadText): Finding[] =>
  sentences.flatMap(({ text, start }) => {
    const tokens = readTokens(text);
    const places = Map.groupBy(
      tokens.flatMap((token, at) => (isContent(token) ? [{ token, at }] : [])),
      ({ token }) => token.lemma,
    );
    return [...places.values()].flatMap((all): Finding[] => {
      const third = all[mostTimes]?.token;
      if (!third || all.slice(1).every(({ at }) => isInRow(tokens, at))) return [];
      return [
        {
          id: `echo-${start + third.start}`,
          part: 'clarity',
          kind: 'echo',
          severity: 'hint',
          start: start + third.start,
          end: start + third.end,
          what: 'Repeated word',
          why: `This sentence uses “${third.lower}” ${all.length} times.`,
          how: 'Use the word once, or split the sentence.',
          suggestions: [],
          cost: (8 * 100) / densityWords(words) / 2,
        },
      ];
    });
  });
