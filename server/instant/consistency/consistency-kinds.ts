import type { Finding } from '#contract/instant/analyzer-report.ts';

const kinds = {
  'mixed-style': {
    what: 'Inconsistent style',
    how: 'Choose one form and use it throughout.',
    severity: 'check',
    cost: 3,
  },
  'mixed-spelling': {
    what: 'Written in two ways',
    how: 'Choose one spelling and use it throughout.',
    severity: 'check',
    cost: 3,
  },
  'mixed-person': {
    what: 'Change of person',
    how: 'Stay with one: speak to the reader throughout, or about people throughout.',
    severity: 'check',
    cost: 3,
  },
  'mixed-tense': {
    what: 'Change of tense',
    how: 'Stay with one tense while you tell what happened.',
    severity: 'check',
    cost: 3,
  },
  contradiction: {
    what: 'Contradiction',
    how: 'Check the facts, and correct one of the two.',
    severity: 'check',
    cost: 10,
  },
} as const;

/** Something written in two ways, or two statements that can't both be true, at the place that differs. */
export type Inconsistency = {
  kind: keyof typeof kinds;
  start: number;
  end: number;
  why: string;
  suggestions?: string[];
};

export const toFinding = ({ kind, start, end, why, suggestions = [] }: Inconsistency): Finding => ({
  id: `${kind}-${start}`,
  part: 'correctness',
  kind,
  start,
  end,
  why,
  suggestions,
  ...kinds[kind],
});

export type Place = { start: number; end: number; quote: string };
export const placesOf = (text: string, pattern: RegExp): Place[] =>
  [...text.matchAll(pattern)].map(({ 0: quote, index }) => ({
    start: index,
    end: index + quote.length,
    quote,
  }));

/** A finding for the rarer of two forms: both places are quoted. Of two equally frequent forms, the later one is marked. */
export function compareForms(
  kind: Inconsistency['kind'],
  what: string,
  one: readonly Place[],
  other: readonly Place[],
): Inconsistency[] {
  const [a] = one;
  const [b] = other;
  if (!a || !b) return [];
  const isOneRare = one.length < other.length || (one.length === other.length && a.start > b.start);
  const [rare, usual] = isOneRare ? [one, other] : [other, one];
  const said = usual[0]!.quote.trim();
  return rare.slice(0, 2).map(({ start, end, quote }) => ({
    kind,
    start,
    end,
    why: `${what} “${quote.trim()}” here, but “${said}” elsewhere.`,
  }));
}

/** One matter of style, and its places by form. `compared`: the forms that shouldn't be mixed; the first two by default. */
export type Style = {
  label: string;
  /** The start of a finding's sentence: "You write the date". */
  what: string;
  forms: readonly (readonly Place[])[];
  compared?: readonly (readonly [readonly Place[], readonly Place[]])[];
};

export const findMixed = ({ what, forms, compared }: Style): Inconsistency[] =>
  (compared ?? [[forms[0]!, forms[1]!] as const]).flatMap(([one, other]) =>
    compareForms('mixed-style', what, one, other),
  );
