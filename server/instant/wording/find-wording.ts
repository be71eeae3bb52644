import type { Finding } from '#contract/instant/analyzer-report.ts';
import { matchCapital } from '#server/instant/analyzer/match-capital.ts';
import { densityWords, errorDensityWords, type ReadText } from '#server/instant/analyzer/read-text.ts';
import { findPatterns, type PatternRow, readTokens } from '#server/instant/grammar/word-pattern.ts';
import { clarityTable } from './clarity-table.ts';
import { habitTable } from './habit-table.ts';
import { machineTable } from './machine-table.ts';
import { emptyKinds, type WordingKind, wordingKinds } from './wording-kinds.ts';

/**
 * Splits a hyphenated step into words: “Low-hanging” is three tokens of a sentence. Returns a pattern for each of the step's
 * alternatives.
 */
function splitHyphens(pattern: string): string[] {
  let rows: string[][] = [[]];
  for (const step of pattern.split(' ')) {
    const [, open = '', core = '', optional = '', close = ''] = /^(\[?)(.*?)(\??)(\]?)$/u.exec(step)!;
    const alternatives = /^[!<>]/u.test(core) ? [core] : core.split('|');
    const [joined, plain] = [/\p{L}-\p{L}/u, /^(?!.*\p{L}-\p{L})/u].map((kind) =>
      alternatives.filter((one) => kind.test(one)),
    );
    const ways = [
      ...(plain!.length > 0 ? [`${open}${plain!.join('|')}${optional}${close}`] : []),
      ...joined!.map((one) => {
        const parts = one.replace('=', '').split('-');
        const last = parts.pop()!;
        return `${open}${[...parts, (one.startsWith('=') ? '=' : '') + last].join(' - ')}${close}`;
      }),
      ...(plain!.length === 0 && optional !== '' ? [''] : []),
    ];
    rows = rows.flatMap((row) => ways.map((way) => (way === '' ? row : [...row, way])));
  }
  return rows.map((row) => row.join(' '));
}

const markWhole = (pattern: string): string => {
  if (pattern.includes('[')) return pattern;
  const steps = pattern.split(' ');
  const first = steps.findIndex((one) => !/^(?:<|<<|!.*)$/u.test(one));
  const last = steps.findLastIndex((one) => !/^(?:>|!.+)$/u.test(one));
  return steps.map((one, at) => `${at === first ? '[' : ''}${one}${at === last ? ']' : ''}`).join(' ');
};

/** The rows of a table. Without brackets, the whole pattern is marked. */
function rowsIn(table: string): PatternRow<WordingKind>[] {
  let kind: WordingKind = 'wordy';
  return table
    .trim()
    .split('\n')
    .flatMap((line): PatternRow<WordingKind>[] => {
      if (line.startsWith('# ')) {
        kind = line.slice(2) as WordingKind;
        return [];
      }
      const [written = '', fix = ''] = line.split('->').map((one) => one.trim());
      // “an?” stands for either article
      const whole = written.replaceAll(/(?<=^| )an\?(?= |$)/gu, 'a|an?');
      return (fix.includes('$') ? [whole] : splitHyphens(whole)).map((pattern) => [
        markWhole(pattern),
        fix,
        kind,
      ]);
    });
}

const inSentence = findPatterns<WordingKind>([clarityTable, habitTable, machineTable].flatMap(rowsIn));

/** Findings: phrases that are longer, emptier or more worn than what they mean. */
export function findWording({ text, sentences, words }: ReadText): Finding[] {
  const cost = (8 * 100) / densityWords(words);
  const emptyCost = (8 * 100) / errorDensityWords(words);
  return sentences.flatMap((sentence) => {
    const tokens = readTokens(sentence.text);
    const found = inSentence(tokens)
      .map(({ from, to, suggestions, rule }) => ({
        start: sentence.start + tokens[from]!.start,
        end: sentence.start + tokens[to]!.end,
        suggestions,
        rule,
      }))
      // the longest phrase first, because it is the most specific
      .toSorted((a, b) => b.end - b.start - (a.end - a.start));
    const kept = found.filter(
      (one, index) => !found.slice(0, index).some((other) => one.start < other.end && one.end > other.start),
    );
    return kept
      .toSorted((a, b) => a.start - b.start)
      .map(({ start, end, suggestions, rule }): Finding => {
        const quote = text.slice(start, end);
        const { what, why, how } = wordingKinds[rule];
        return {
          id: `${rule}-${start}`,
          part: 'clarity',
          kind: rule,
          severity: 'hint',
          start,
          end,
          what,
          why,
          how: suggestions.length === 0 && rule === 'wordy' ? 'Cut it.' : how,
          // of “We’re able to,” only “’re able to” is marked, for which no suggestion fits
          suggestions: /\p{L}/u.test(text[start - 1] ?? '')
            ? []
            : suggestions.map((one) => matchCapital(quote, one)),
          cost: emptyKinds.has(rule)
            ? emptyCost
            : rule === 'weak-opening' || rule === 'hedge'
              ? cost / 2
              : cost,
        };
      });
  });
}
