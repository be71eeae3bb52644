import { rowsOf } from './grammar-kinds.ts';

const short =
  'big small old new cheap fast slow hard soft long short high low strong weak warm cold hot cool rich poor nice safe large late young near clean clear deep dark light bright quick quiet kind great tall thin thick wide smart fresh sweet tough'.split(
    ' ',
  );
const iy = 'easy heavy happy early busy pretty funny dirty healthy tasty noisy lucky friendly'.split(' ');
const comparative = (word: string) =>
  iy.includes(word)
    ? `${word.slice(0, -1)}ier`
    : word.endsWith('e')
      ? `${word}r`
      : /^(?:big|hot|thin)$/u.test(word)
        ? `${word}${word.at(-1)}er`
        : `${word}er`;
const superlative = (word: string) => comparative(word).replace(/r$/u, 'st');
const comparatives = [...short, ...iy].map(comparative);
const adverbs =
  'careful:carefully slow:slowly quick:quickly beautiful:beautifully professional:professionally perfect:perfectly easy:easily nice:nicely bad:badly quiet:quietly polite:politely safe:safely correct:correctly regular:regularly serious:seriously efficient:efficiently proper:properly'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]);
const doing =
  '=drive|=work|=answer|=speak|=run|=sing|=write|=act|=react|=respond|=behave|=move|=walk|=dance|=play|=reply|=explain|=operate|=perform|=treat|=handle|=deliver|=clean|=open|=close|=learn|=talk|=cook|=do|=finish|=function|=fit|=add|=resist';

export const comparisonPatterns = [
  ...rowsOf('comparison', 'Use “more” or the ending -er, not both.', [
    `[more ${comparatives.join('|')}|better|worse] !-|*plural`,
    '$2',
  ]),
  ...rowsOf('comparison', 'Use “most” or the ending -est, not both.', [
    `[most ${[...short, ...iy].map(superlative).join('|')}|best|worst] !-|*plural`,
    '$2',
  ]),
  ...rowsOf(
    'comparison',
    'Short adjectives take the ending -er.',
    ...[
      ...short.filter(
        (one) => !/^(?:clear|kind|light|cool|near|late|low|quiet|sweet|fresh|tough|safe)$/u.test(one),
      ),
      'easy',
      'heavy',
      'happy',
      'early',
      'busy',
    ].map((word) => [`!<no|once|one|two|any [more ${word}] than|>|for|to`, comparative(word)] as const),
  ),
  ...rowsOf(
    'comparison',
    'Short adjectives take the ending -est.',
    ...[
      ...short.filter((one) => !/^(?:kind|light|near|late|new|high|low)$/u.test(one)),
      'easy',
      'heavy',
      'happy',
      'early',
      'busy',
    ].map((word) => [`the|our|my [most ${word}] !*plural`, superlative(word)] as const),
  ),
  ...rowsOf(
    'comparison',
    'Before “than,” use the comparative.',
    ...[...short, ...iy].map(
      (word) =>
        [
          `!<more|less|as|rather|other|so|too =be|run|runs|works|looks much|far|even? [${word}] than`,
          comparative(word),
        ] as const,
    ),
    ['=be|works|tastes|looks much|far|even? [good] than', 'better'],
  ),
  ...rowsOf(
    'comparison',
    'After a comparative, write “than.”',
    [
      `!<the ${comparatives.join('|')}|worse|taller [that] my|your|our|his|her|their|last|mine|yours|me|him|them|us|before|ever`,
      'than',
    ],
    [
      'more|less !likely|certain|clear|important|obvious|possible|probable|sure|evident|surprising|glad|worried|confident|urgent|aware|essential|critical|vital|afraid|proud|concerned|determined :ADJ [that] my|your|our|his|her|their|last|mine|yours|me|him|them|before|ever',
      'than',
    ],
  ),
  ...rowsOf(
    'comparison',
    'Complete the comparison with “as”: “as good as,” “the same as.”',
    [
      '!<less|more as !they|any|every|my|by|why -y|good|big|old|much|many|well|fast|long|important|cheap|tall|high|hard|strong|large|small|new|soon|far|beautiful [than|like] !to',
      'as',
    ],
    ['!<less|more as :ADJ [than]', 'as'],
    ['same [than|like] *det|last|mine|yours|before', 'as'],
    ["not|n't so :ADJ [than]", 'as'],
  ),
  ...rowsOf('comparison', 'With “of all” or “in the world,” use the superlative.', [
    `!<of the [${comparatives.join('|')}|better] *word of|in the|all whole|all|world|country|city|town`,
    '',
  ]),
  ...rowsOf(
    'adverb',
    'Use the adverb: it says how something is done.',
    ...adverbs.flatMap(([adjective, adverb]) => [
      [
        `!<*det|*possessive|:ADJ ${doing} very|really|so|too|as [${adjective}] !:NOUN|-|:ADJ`,
        adverb,
      ] as const,
      [`!<*det|*possessive|:ADJ ${doing} [${adjective}] >|and|on|to|in|when`, adverb] as const,
      [`${doing} *object|everything|it [${adjective}] >`, adverb] as const,
    ]),
    [`!<*det|*possessive =resist|=work|=fit|=sell|=sleep *plural|*singular? [good] >|and|with`, 'well'],
    ['=add up [quick|slow] >|,|so|and', '$3ly'],
    ['[real] nice|hard|fast|well|bad|easy|quick', 'really'],
    ['works|worked|did|plays|speaks|fits it|them? [good] >|and|with', 'well'],
  ),
  ...rowsOf(
    'adverb',
    'Use the adjective: it describes a thing.',
    [
      "!<not|cannot|n't =taste|=smell|=sound very|really|so? [well|badly|beautifully|deliciously|wonderfully|perfectly] >",
      '',
    ],
    ['a|an|the really|very? [well] job|work|quality|service|price|food|idea|choice|result|team', 'good'],
    ['=taste very|really|so? [well]', 'good'],
  ),
];
