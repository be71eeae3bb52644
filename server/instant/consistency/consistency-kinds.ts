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
    how: 'Choose one of the two and use it throughout.',
    severity: 'check',
    cost: 3,
  },
  'mixed-tense': {
    what: 'Change of tense',
    how: 'Use the same tense for everything that happened.',
    severity: 'check',
    cost: 3,
  },
  contradiction: {
    what: 'Contradiction',
    how: 'Check the facts, and correct the mistake.',
    severity: 'check',
    cost: 10,
  },
} as const;

/**
 * A matter that is written in two ways, or one of two statements that contradict each other. `start`, `end`: the place that
 * differs.
 */
export type Inconsistency = {
  kind: keyof typeof kinds;
  start: number;
  end: number;
  why: string;
  suggestions?: string[];
};

/** The finding about an inconsistency. */
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
/** The places in a text that match a pattern, with their words. */
export const placesOf = (text: string, pattern: RegExp): Place[] =>
  [...text.matchAll(pattern)].map(({ 0: quote, index }) => ({
    start: index,
    end: index + quote.length,
    quote,
  }));

/** The finding about a statement that excludes an earlier one. */
export const contradict = (
  { start, end, quote }: Place,
  { quote: earlier }: Pick<Place, 'quote'>,
): Inconsistency => ({
  kind: 'contradiction',
  start,
  end,
  why: `The text says “${quote}” here, but “${earlier}” elsewhere.`,
});

/** A finding for the rarer of two forms, which quotes both places. Of two equally frequent forms, the later one is marked. */
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

/** A matter of style, such as dates, with the places of each form in the text. `compared`: forms that shouldn't be mixed. */
export type Style = {
  label: string;
  /** The start of the finding's sentence: "You write the date". */
  what: string;
  forms: readonly (readonly Place[])[];
  compared?: readonly (readonly [readonly Place[], readonly Place[]])[];
};

/** A finding for each pair of compared forms that the text mixes. */
export const findMixed = ({ what, forms, compared }: Style): Inconsistency[] =>
  (compared ?? [[forms[0]!, forms[1]!] as const]).flatMap(([one, other]) =>
    compareForms('mixed-style', what, one, other),
  );
