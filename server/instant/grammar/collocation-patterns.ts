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

const determined = 'a|an|the|some|many|our|your|my|this|any|no|too';

/** Rows for a wrong verb before nouns, in each form of the verb. Nouns that are verbs, too, need a determiner: “we do offer rooms.” */
const rows = (
  wrong: keyof typeof forms,
  right: keyof typeof forms,
  nouns: string,
  determiners = `${determined}?`,
): PatternRow<Rule>[] =>
  forms[wrong].map((form, index): PatternRow<Rule> => {
    // excludes “do” as an auxiliary verb: in questions, and after “so”, “how” and the like
    const pattern = `!<so|nor|neither|how|what|when|where|why [${form}] ${determiners} :ADJ|many|much|phone? ${nouns} !:NOUN|:ADJ|-|more|a <.>`;
    return [pattern, forms[right][index]!, rule];
  });

/** Verbs that don't go with their noun: “do a mistake.” */
export const collocationPatterns: PatternRow<Rule>[] = [
  ...rows(
    'do',
    'make',
    'mistake|mistakes|decision|decisions|effort|efforts|reservation|reservations|appointment|choice|choices|complaint|complaints|suggestion|suggestions|profit|noise|progress|sense',
  ),
  ...rows('do', 'make', 'offer|call|calls|plan|plans|excuse|excuses|promise|mess', determined),
  ...rows(
    'make',
    'do',
    'homework|housework|laundry|yoga|sport|sports|gymnastics|shopping|harm|damage|favor|favour',
  ),
  ...rows('make', 'take', 'photo|photos|selfie|selfies|screenshot|screenshots|nap|shower|bath'),
  ...rows('do', 'take', 'photos|pictures|selfie|selfies'),
  ...rows('do', 'take', 'photo|picture|break|nap|walk|shower|bath', determined),
  ...rows('make', 'have', 'party|barbecue|picnic'),
];
