/** The text about each kind of phrase that weakens a text. */
export const wordingKinds = {
  wordy: { what: 'Wordy phrase', why: 'A shorter word works just as well.', how: 'Replace it.' },
  redundant: {
    what: 'Redundant',
    why: 'You can say the same thing in fewer words.',
    how: 'Keep only one of the words.',
  },
  cliche: {
    what: 'Cliché',
    why: 'Readers have seen this phrase so often that they skip it.',
    how: 'Say what you mean in your own words.',
  },
  jargon: {
    what: 'Jargon',
    why: 'People outside your field may not know this term. A plain word says the same.',
    how: 'Use the plain word.',
  },
  nominalization: {
    what: 'Verb hidden in a noun',
    why: 'A verb says this faster and with more force.',
    how: 'Use the verb.',
  },
  hedge: {
    what: 'Hedging',
    why: 'This makes the sentence sound unsure.',
    how: 'Cut it, unless you really are unsure.',
  },
  'weak-opening': {
    what: 'Slow start',
    why: 'The sentence begins with words that don’t say anything.',
    how: 'Start with who or what the sentence is about.',
  },
  'stock-phrase': {
    what: 'Stock phrase',
    why: 'Readers know this phrase from machine-written texts, and it tells them nothing about you.',
    how: 'Cut it, or put a fact in its place.',
  },
  'empty-claim': {
    what: 'Claim without proof',
    why: 'Any competitor could say the same.',
    how: 'Give a figure, a name, a date or an example.',
  },
} as const;

export type WordingKind = keyof typeof wordingKinds;

/** Kinds of empty phrases. They cost a short text more, because it may consist of them. */
export const emptyKinds: ReadonlySet<string> = new Set<WordingKind>([
  'cliche',
  'jargon',
  'stock-phrase',
  'empty-claim',
]);
