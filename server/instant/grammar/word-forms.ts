/** Irregular verbs: base, past, past participle. Without verbs whose three forms are the same, which the checks ignore. */
const irregular = new Map(
  'be was been|beat beat beaten|become became become|begin began begun|bend bent bent|bite bit bitten|blow blew blown|break broke broken|bring brought brought|build built built|buy bought bought|catch caught caught|choose chose chosen|come came come|cut cut cut|deal dealt dealt|dig dug dug|do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|feel felt felt|fight fought fought|find found found|fly flew flown|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got got|give gave given|go went gone|grow grew grown|hang hung hung|have had had|hear heard heard|hide hid hidden|hit hit hit|hold held held|keep kept kept|know knew known|lay laid laid|lead led led|leave left left|lend lent lent|let let let|lose lost lost|make made made|mean meant meant|meet met met|pay paid paid|put put put|read read read|ride rode ridden|ring rang rung|rise rose risen|run ran run|say said said|see saw seen|sell sold sold|send sent sent|set set set|sew sewed sewn|shake shook shaken|shine shone shone|shoot shot shot|show showed shown|shut shut shut|sing sang sung|sink sank sunk|sit sat sat|sleep slept slept|speak spoke spoken|spend spent spent|stand stood stood|steal stole stolen|stick stuck stuck|strike struck struck|swim swam swum|take took taken|teach taught taught|tear tore torn|tell told told|think thought thought|throw threw thrown|understand understood understood|wake woke woken|wear wore worn|win won won|write wrote written'
    .split('|')
    .map((row) => {
      const [base = '', past = '', participle = ''] = row.split(' ');
      return [base, { past, participle }] as const;
    }),
);
const bases = new Map(
  [...irregular].flatMap(([base, { past, participle }]) => [
    [past, base],
    [participle, base],
  ]),
);
const only = (keep: (forms: { base: string; past: string; participle: string }) => string | undefined) =>
  new Set([...irregular].flatMap(([base, forms]) => keep({ base, ...forms }) ?? []));

/** Past forms that aren’t participles: “went”, so that “has went” is wrong. */
export const purePasts = only(({ base, past, participle }) =>
  past !== participle && past !== base ? past : undefined,
);
/** Participles that aren’t past forms: “seen”, so that “I seen it” is wrong. */
export const pureParticiples = only(({ base, past, participle }) =>
  past !== participle && participle !== base ? participle : undefined,
);
/** Past forms and participles that aren’t base forms: “to went”, “can bought”. */
export const pasts = new Set(
  [...irregular].flatMap(([base, { past, participle }]) => [past, participle].filter((one) => one !== base)),
);
/** Irregular verbs whose base form isn’t their participle. */
export const irregularBases = only(({ base, participle }) => (participle === base ? undefined : base));

/** Verbs whose past form is their base form: “he put” is right. */
export const samePasts: ReadonlySet<string> = new Set(
  'beat bet bid broadcast burst cast cost cut fit forecast hit hurt input let offset outbid proofread put quit read recast reset rid set shed shut slit split spread thrust typeset upset wed wet'.split(
    ' ',
  ),
);

const vowelEnd = /[aeiou]y$/u;
const sibilant = /(?:s|x|z|ch|sh|[^aeiou]o)$/u;
const withEs = (word: string) =>
  sibilant.test(word)
    ? `${word}es`
    : word.endsWith('y') && !vowelEnd.test(word)
      ? `${word.slice(0, -1)}ies`
      : `${word}s`;
/** Verbs that double their last letter. Those of two syllables do so only if the last syllable is stressed. */
const doubled =
  /^(?:[^aeiou]*[aeiou][bdgklmnprtvz]|(?:be|re|ad|o|per|pre|for|com|con|e|trans)[^aeiou]*[aeiou][tmrln])$/u;
const unstressed =
  /(?:[aeiou]{2}.|[wxy]|visit|open|offer|enter|deliver|answer|cover|edit|limit|benefit|happen|listen|order)$/u;
const isDoubled = (base: string) => doubled.test(base) && !unstressed.test(base);
const withEd = (base: string) =>
  base.endsWith('e')
    ? `${base}d`
    : base.endsWith('y') && !vowelEnd.test(base)
      ? `${base.slice(0, -1)}ied`
      : isDoubled(base)
        ? `${base}${base.at(-1)}ed`
        : `${base}ed`;
const withIng = (base: string) =>
  base.endsWith('ie')
    ? `${base.slice(0, -2)}ying`
    : base.endsWith('e') && !/(?:ee|ye|oe)$/u.test(base) && base !== 'be'
      ? `${base.slice(0, -1)}ing`
      : isDoubled(base) || /^(?:begin|forget|get|let|put|set|hit|shut|cut|run|win|swim|sit|dig)$/u.test(base)
        ? `${base}${base.at(-1)}ing`
        : `${base}ing`;

const plurals = new Map(
  'child children|man men|woman women|person people|foot feet|tooth teeth|mouse mice|goose geese|half halves|shelf shelves|leaf leaves|knife knives|wife wives|life lives|loaf loaves|criterion criteria|phenomenon phenomena|alumnus alumni|bacterium bacteria|nucleus nuclei|analysis analyses|crisis crises|thesis theses'
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
);
const singulars = new Map([...plurals].map(([one, many]) => [many, one]));
/** Words in -s that aren’t plurals, and nouns with the same form in singular and plural. */
const invariant = new Set(
  'news series species means physics mathematics economics politics athletics gymnastics ethics basics congress address business process access glass class boss dress mattress bus gas lens plus status campus virus bonus focus census canvas always perhaps yes us thermos cosmos chaos ethos pathos rhinoceros asbestos albatross bias iris pelvis chassis corps debris summons mews diabetes measles mumps rabies molasses alias atlas pancreas rendezvous kudos this has was is does its his analysis basis crisis thesis oasis tennis christmas sheep fish deer aircraft spacecraft staff offspring salmon trout innings gallows shambles kennels waterworks ironworks brickworks gasworks headquarters crossroads works barracks premises thanks goods clothes jeans scissors trousers pants glasses sunglasses savings earnings surroundings belongings odds stairs outskirts whereabouts less across thus various previous famous delicious serious gorgeous'.split(
    ' ',
  ),
);

export const isPlural = (word: string): boolean =>
  singulars.has(word) ||
  (/[^su]s$/u.test(word) && word.length > 3 && !invariant.has(word) && !word.endsWith('ics'));
/** Whether a noun is certainly singular and has a different plural. */
export const isSingular = (word: string): boolean =>
  plurals.has(word) ||
  (word.length > 2 && !word.endsWith('s') && !invariant.has(word) && !singulars.has(word));

/** The base form of a verb, from its form and the tagger's lemma. */
export const baseOf = (word: string, lemma: string): string =>
  word === 'am' || word === 'are' || word === 'is' || word === 'were' ? 'be' : (bases.get(word) ?? lemma);

const be: Record<string, string> = { s: 'is', past: 'was', participle: 'been', ing: 'being', base: 'be' };
const oneOf: Record<string, string> = { are: 'is', were: 'was', "'re": 'is', am: 'is' };
const manyOf: Record<string, string> = { is: 'are', was: 'were', has: 'have', does: 'do' };
/** A form of a word. `one`, `many`: the verb for a singular or plural subject, in its own tense. */
export type Form = 'one' | 'many' | 'base' | 's' | 'past' | 'participle' | 'ing' | 'plural' | 'singular';

/** A word in another form: “went” as `participle` is “gone”. */
export function toForm(word: string, lemma: string, form: Form): string {
  if (form === 'plural') return plurals.get(word) ?? withEs(word);
  if (form === 'singular') return singulars.get(word) ?? lemma;
  if (form === 'one') return oneOf[word] ?? toForm(word, lemma, 's');
  if (form === 'many') return manyOf[word] ?? baseOf(word, lemma);
  const base = baseOf(word, lemma);
  if (base === 'be') return be[form] ?? word;
  if (form === 'base') return base;
  if (form === 's') return base === 'have' ? 'has' : withEs(base);
  if (form === 'ing') return withIng(base);
  return irregular.get(base)?.[form] ?? withEd(base);
}
