import type { Explanation } from '#server/instant/analyzer/explain-lint.ts';
import type { PatternRow } from './word-pattern.ts';

const kinds = {
  agreement: { what: 'Agreement', why: 'These words don’t agree in number or person.', severity: 'check' },
  'verb-form': { what: 'Verb form', why: 'This form of the verb doesn’t fit here.', severity: 'error' },
  tense: {
    what: 'Tense',
    why: 'The verb tense doesn’t match the time that the sentence describes.',
    severity: 'check',
  },
  'noun-form': { what: 'Noun form', why: 'This noun needs a different form here.', severity: 'error' },
  quantity: {
    what: 'Countable or uncountable',
    why: 'Some words go with things that can be counted, others with things that can’t.',
    severity: 'check',
  },
  preposition: {
    what: 'Preposition',
    why: 'A different preposition is more common here.',
    severity: 'check',
  },
  'small-word': {
    what: 'Article or preposition',
    why: 'An article or preposition is missing, wrong or unnecessary here.',
    severity: 'check',
  },
  'missing-word': { what: 'Missing word', why: 'A word seems to be missing here.', severity: 'check' },
  'word-order': {
    what: 'Word order',
    why: 'These words are usually in a different order.',
    severity: 'check',
  },
  comparison: { what: 'Comparison', why: 'This isn’t how English compares things.', severity: 'error' },
  adverb: {
    what: 'Adjective or adverb',
    why: 'An adjective describes a thing; an adverb describes how something is done.',
    severity: 'check',
  },
  pronoun: { what: 'Pronoun', why: 'A different pronoun fits here.', severity: 'check' },
  conjunction: {
    what: 'Conjunction',
    why: 'One conjunction is enough to join two clauses.',
    severity: 'error',
  },
  // "check": a context of two words shows what is likely, not what is certain
  'confused-words': { what: 'Confused words', why: 'These words look or sound alike.', severity: 'check' },
  'run-on': {
    what: 'Run-on sentence',
    why: 'Two sentences run together without a period or a conjunction.',
    severity: 'check',
  },
  fragment: {
    what: 'Incomplete sentence',
    why: 'This part can’t stand alone as a sentence.',
    severity: 'check',
  },
  parallel: {
    what: 'Uneven list',
    why: 'List items are easier to read when they all have the same form.',
    severity: 'check',
  },
  comma: {
    what: 'Comma',
    why: 'Commas show readers where one part ends and the next begins.',
    severity: 'check',
  },
  apostrophe: {
    what: 'Apostrophe',
    why: 'An apostrophe marks possession or a contraction, never a plural.',
    severity: 'error',
  },
  capital: {
    what: 'Capital letters',
    why: 'Capitalize names, “I” and the first word of a sentence. Most other words are lowercase.',
    severity: 'check',
  },
  punctuation: {
    what: 'Punctuation',
    why: 'Commas, apostrophes and other marks show which words belong together.',
    severity: 'check',
  },
} as const satisfies Record<string, Pick<Explanation, 'what' | 'why' | 'severity'>>;

export type GrammarKind = keyof typeof kinds;
/** A rule's text. `how`: what to do. `why`: the reason, where that of the kind is too general. */
export type Rule = { kind: GrammarKind; how: string; why?: string };
export type GrammarFinding = { start: number; end: number; suggestions: string[]; rule: Rule };

/** Kinds that weigh half as much as other errors. */
const light: ReadonlySet<GrammarKind> = new Set(['comma', 'capital', 'punctuation', 'fragment', 'parallel']);

export const explainRule = ({ kind, why }: Rule): Explanation => ({
  kind,
  weight: light.has(kind) ? 1 : 2,
  ...kinds[kind],
  ...(why === undefined ? {} : { why }),
});

/** Rows of one kind with the same advice. */
export const rowsOf = (kind: GrammarKind, how: string, ...rows: readonly (readonly [string, string])[]) =>
  rows.map(([pattern, fix]): PatternRow<Rule> => [pattern, fix, { kind, how }]);
