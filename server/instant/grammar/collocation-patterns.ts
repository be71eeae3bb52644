import type { Rule } from './grammar-kinds.ts';
import type { PatternRow } from './word-pattern.ts';

const forms = {
  make: ['make', 'makes', 'making', 'made'],
  do: ['do', 'does', 'doing', 'did'],
  take: ['take', 'takes', 'taking', 'took'],
  have: ['have', 'has', 'having', 'had'],
} as const;

const rule: Rule = {
  kind: 'confused-words',
  how: 'Use the verb that goes with this noun.',
  why: '“Make,” “do,” “take” and “have” go with different nouns: we make a mistake, do homework and take a photo.',
};

/** Rows for a wrong verb before nouns, in each form of the verb. */
const rows = (wrong: keyof typeof forms, right: keyof typeof forms, nouns: string): PatternRow<Rule>[] =>
  forms[wrong].map((form, index): PatternRow<Rule> => {
    // “we do make a profit” and “does he make mistakes” have two verbs
    const pattern = `!<so|nor|neither|how|what|when|where|why [${form}] a|an|the|some|many|our|your|my|this|any|no|too? :ADJ|many|much|phone? ${nouns} !:NOUN|- <.>`;
    return [pattern, forms[right][index]!, rule];
  });

/** Verbs that don't go with their noun: “do a mistake.” */
export const collocationPatterns: PatternRow<Rule>[] = [
  ...rows(
    'do',
    'make',
    'mistake|mistakes|decision|decisions|effort|efforts|reservation|reservations|appointment|choice|choices|offer|complaint|complaints|suggestion|suggestions|call|calls|profit|noise|progress|plan|plans|excuse|excuses|promise|sense|mess',
  ),
  ...rows(
    'make',
    'do',
    'homework|housework|laundry|yoga|sport|sports|gymnastics|shopping|harm|damage|favor|favour',
  ),
  ...rows('make', 'take', 'photo|photos|selfie|selfies|screenshot|screenshots|nap|shower|bath'),
  ...rows('do', 'take', 'photo|photos|picture|pictures|selfie|selfies|break|nap|walk|shower|bath'),
  ...rows('make', 'have', 'party|barbecue|picnic'),
];
