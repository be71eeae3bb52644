import { tagWords, type TaggedWord } from '#server/instant/tag-words.ts';
import { articleNouns, countNouns } from './noun-lists.ts';
import {
  type Form,
  isPlural,
  isSingular,
  irregularBases,
  pasts,
  pureParticiples,
  purePasts,
  samePasts,
  toForm,
} from './word-forms.ts';

/** A word of a sentence. `lower`: in lower case, with straight apostrophes. Offsets are relative to the sentence. */
export type Token = TaggedWord & { lower: string };

/** Words in capitals that aren’t the pronouns or verbs of the same letters. */
const capitalWords = new Set(['US', 'IT', 'LED', 'AM', 'PR']);

/** Words that the tagger leaves whole: “I’m”, “I.” at a sentence’s end, and contractions without their apostrophe, such as “dont”. */
const joined =
  /^(?:(i)(['’]m|\.)|((?:do|does|did|is|are|was|were|has|have|had|ca|could|should|would|wo))(nt))$/iu;
const joinedLemmas: Record<string, string> = {
  does: 'do',
  did: 'do',
  is: 'be',
  are: 'be',
  was: 'be',
  were: 'be',
  has: 'have',
  had: 'have',
  ca: 'can',
  wo: 'will',
};
const splitJoined = (one: TaggedWord): TaggedWord[] => {
  const [, pronoun, am, verb, not] = joined.exec(one.word) ?? [];
  const first = pronoun ?? verb;
  const second = am ?? not;
  if (first === undefined || second === undefined) return [one];
  const middle = one.start + first.length;
  return [
    {
      ...one,
      word: first,
      tag: pronoun === undefined ? 'AUX' : 'PRON',
      lemma: joinedLemmas[first.toLowerCase()] ?? first.toLowerCase(),
      end: middle,
    },
    {
      ...one,
      word: second,
      tag: pronoun === undefined ? 'PART' : am === '.' ? 'PUNCT' : 'AUX',
      lemma: pronoun === undefined ? 'not' : am === '.' ? '.' : 'be',
      start: middle,
    },
  ];
};

export const readTokens = (text: string): Token[] => {
  const isShouted = text === text.toUpperCase();
  return tagWords(text)
    .flatMap(splitJoined)
    .map((one, index, all) => {
      // “Will began his career” and “IT work” keep their capitals, so that no pattern takes them for “will” and “it”
      const isName = one.word === 'Will' && /^(?:VERB|AUX)$/u.test(all[index + 1]?.tag ?? '');
      const isKept = isName || (capitalWords.has(one.word) && !isShouted);
      const lower = one.word.toLowerCase().replaceAll('’', "'");
      return { ...one, lower: isKept ? one.word : lower === 'nt' ? "n't" : lower };
    });
};

/** A match of a pattern: the words to mark and the suggested replacements. */
export type Match = { from: number; to: number; suggestions: string[]; at: number };

type Test = (token: Token) => boolean;
const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const inWords = (list: string): Test => {
  const known = words(list);
  return ({ lower }) => known.has(lower);
};

export const isVerbBase: Test = ({ tag, lower, lemma }) =>
  (tag === 'VERB' || /^(?:be|have|do)$/u.test(lower)) &&
  lower === lemma &&
  !pasts.has(lower) &&
  !lower.endsWith('ing');

/** Singular nouns that may follow a number above one, or have the same plural. */
const uncounted = words(
  'hundred thousand million billion dozen percent staff people sheep fish aircraft series species kg g km cm mm m lb oz ml mph pm am f c x times star kind sort such more less other others mine ours yours each way cent foot inch mile degree pound year month week day hour minute second bedroom bed door piece part person man woman seat page story storey level course color colour point won',
);
/** Words with this ending that aren’t forms of a verb. */
const otherIngs = words(
  'bring everything nothing something anything thing string spring wring swing cling fling sling sting during',
);
const ingNouns = words('building wedding evening morning ceiling');
const modals = inWords("can could will would shall should may might must ca wo 'll");
/** Word classes by the name that follows an asterisk in a pattern. */
const classes: Record<string, Test> = {
  base: isVerbBase,
  present: (token) => isVerbBase(token) && !samePasts.has(token.lower),
  s: ({ tag, lower, lemma }) =>
    tag === 'VERB' && lower !== lemma && lower.endsWith('s') && !lower.endsWith('ss'),
  past: ({ lower, tag, lemma }) =>
    pasts.has(lower) || (tag === 'VERB' && lower.endsWith('ed') && lower !== lemma),
  purepast: ({ lower }) => purePasts.has(lower),
  pureparticiple: ({ lower }) => pureParticiples.has(lower),
  irregularbase: ({ lower }) => irregularBases.has(lower),
  ing: ({ lower, tag }) =>
    lower.endsWith('ing') &&
    lower.length > 4 &&
    tag !== 'PROPN' &&
    !otherIngs.has(lower) &&
    !(tag === 'NOUN' && ingNouns.has(lower)),
  plural: ({ lower, tag }) => tag === 'NOUN' && isPlural(lower),
  counted: ({ lower, tag }) => tag === 'NOUN' && isSingular(lower) && !uncounted.has(lower),
  singular: ({ lower, tag }) => tag === 'NOUN' && isSingular(lower),
  det: inWords('the a an this that these those my your his her its our their every each some any no'),
  possessive: inWords('my your his her its our their'),
  subject: inWords('i you he she it we they'),
  object: inWords('me you him her it us them'),
  // “May” is the month
  modal: (token) => token.word !== 'May' && modals(token),
  be: inWords("am is are was were be been being 'm 're"),
  have: inWords("have has had having 've"),
  not: inWords("not n't never"),
  question: inWords('what where when why how who which'),
  prep: inWords('of in on at to for from with by about into without through over under after before'),
  time: inWords(
    'minute minutes hour hours day days week weeks month months year years decade decades century centuries',
  ),
  number: ({ tag, lower }) => tag === 'NUM' && lower !== 'one' && lower !== '1',
  year: ({ lower }) => /^(?:19|20)\d\d$/u.test(lower),
  weekday: ({ lower }) => /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/u.test(lower),
  month: inWords('january february march april may june july august september october november december'),
  name: ({ tag, word }) => tag === 'PROPN' && /^\p{Lu}/u.test(word),
  word: ({ word }) => /^[\p{L}\p{N}]/u.test(word),
  count: ({ lower }) => countNouns.has(lower),
  counts: ({ lower }) => lower.endsWith('s') && countNouns.has(lower.slice(0, -1)),
  articled: ({ lower }) => articleNouns.has(lower),
};

type Step = { test: Test; literals: readonly string[] | undefined; isMarked: boolean };
type Zero = { before: number; test: (tokens: readonly Token[], at: number) => boolean };
type Variant = { steps: (Step & { number: number })[]; zeros: Zero[] };

function testOf(alternatives: readonly string[]): Test {
  const tests = alternatives.map((one): Test => {
    if (one.startsWith(':')) return ({ tag }) => tag === one.slice(1);
    if (one.startsWith('*')) {
      const known = classes[one.slice(1)];
      if (!known) throw new Error(`no word class ${one}`);
      return known;
    }
    if (one.startsWith('=')) return ({ lemma, lower }) => lemma === one.slice(1) || lower === one.slice(1);
    return one.startsWith('-') && one.length > 1
      ? ({ lower }) => lower.endsWith(one.slice(1)) && lower.length > one.length
      : ({ lower }) => lower === one;
  });
  return tests.length === 1 ? tests[0]! : (token) => tests.some((test) => test(token));
}

const isSign = ({ tag, word }: Token) => tag === 'PUNCT' && !/^[-–/%$]/u.test(word);
const isOpening = ({ word }: Token) => /^["“‘'([*_#>•-]+$/u.test(word);
/** Whether a sentence begins at this position: nothing but opening marks is before it. */
export const isStart = (tokens: readonly Token[], at: number): boolean =>
  tokens.slice(Math.max(0, at - 3), at).every(isOpening) && at <= 3;
const clauseOpeners = words(
  'and but or so because if when while although though since that as where until before after then',
);
/** Whether a clause may begin at this position: at the start, after a punctuation mark or after a conjunction. */
export const isClauseStart = (tokens: readonly Token[], at: number): boolean => {
  const previous = tokens[at - 1];
  return !previous || isStart(tokens, at) || isSign(previous) || clauseOpeners.has(previous.lower);
};
const isQuestion = (tokens: readonly Token[]) => tokens.slice(-2).some(({ word }) => word.includes('?'));
const isEnd = (tokens: readonly Token[], at: number) => !tokens[at] || isSign(tokens[at]);

/**
 * Compiles a pattern of words separated by spaces. `a|b`: alternatives; `:NOUN`: a tag; `*plural`: a class; `=go`: any form of a
 * word; `-ly`: an ending; `a+b`: an alternative of several words; `x?`: optional; `!x`: not followed by x; `!<x`: not preceded by x; `<`: the sentence's start; `<<`: a
 * clause's start; `>`: a clause's end (`>|x`: or before x); `<?>`: in a question; `<.>`: in no question. The words in brackets are
 * marked.
 */
function compile(pattern: string): Variant[] {
  let variants: Variant[] = [{ steps: [], zeros: [] }];
  let isMarked = false;
  let number = 0;
  const addZero = (test: Zero['test']) => {
    for (const one of variants) one.zeros.push({ before: one.steps.length, test });
  };
  for (const part of pattern.split(' ')) {
    const opens = part.startsWith('[');
    const closes = part.endsWith(']') && part.length > 1;
    if (opens) isMarked = true;
    const core = part.slice(opens ? 1 : 0, closes ? -1 : undefined);
    if (core === '<') addZero(isStart);
    else if (core === '<<') addZero(isClauseStart);
    else if (core === '>') addZero(isEnd);
    else if (core === '<?>') addZero(isQuestion);
    else if (core === '<.>') addZero((tokens) => !isQuestion(tokens));
    else if (core.startsWith('!<')) {
      const test = testOf(core.slice(2).split('|'));
      addZero((tokens, at) => !tokens[at - 1] || !test(tokens[at - 1]!));
    } else if (core.startsWith('!')) {
      const test = testOf(core.slice(1).split('|'));
      addZero((tokens, at) => !tokens[at] || !test(tokens[at]));
    } else if (core.split('|').includes('>')) {
      number += 1;
      const others = core.split('|').filter((one) => one !== '>');
      const test = testOf(others);
      addZero((tokens, at) => isEnd(tokens, at) || test(tokens[at]!));
    } else {
      number += 1;
      const isOptional = core.endsWith('?') && core.length > 1;
      const alternatives = (isOptional ? core.slice(0, -1) : core).split('|');
      const stepOf = (ofOne: readonly string[]) => ({
        test: testOf(ofOne),
        literals: ofOne.every((one) => /^(?![:*=]|-\w)/u.test(one)) ? ofOne : undefined,
        isMarked,
        number,
      });
      const [several = [], single = []] = [true, false].map((isLong) =>
        alternatives.filter((one) => /\w\+/u.test(one) === isLong),
      );
      const sequences = [
        ...(single.length > 0 ? [[stepOf(single)]] : []),
        ...several.map((one) => one.split('+').map((word) => stepOf([word]))),
      ];
      const longer = variants.flatMap(({ steps, zeros }) =>
        sequences.map((more) => ({ steps: [...steps, ...more], zeros: [...zeros] })),
      );
      variants = isOptional ? [...longer, ...variants] : longer;
    }
    if (closes) isMarked = false;
  }
  return variants;
}

/**
 * The suggestions of a fix, in which “$2.past” is the second word of the pattern in the past; alternatives are separated by a
 * slash.
 */
function fillIn(fix: string, taken: ReadonlyMap<number, Token>): string[] {
  return fix === ''
    ? []
    : fix.split(' / ').map((one) =>
        one
          .replaceAll(/\$(\d)(?:\.([a-z]+))?/gu, (_, number: string, form?: string) => {
            const token = taken.get(Number(number));
            if (!token) return '';
            return form
              ? toForm(token.lower, token.lemma, form as Form)
              : token.lower === 'i'
                ? 'I'
                : token.tag === 'PROPN'
                  ? token.word
                  : token.lower;
          })
          .replaceAll(/ +(?=n't|'|$)| +(?= )|^ +/gu, ''),
      );
}

export type PatternRow<Rule> = readonly [pattern: string, fix: string, rule: Rule];
type Entry<Rule> = { variant: Variant; offset: number; fix: string; rule: Rule };

/** Compiles rows to a function that finds all their matches in a sentence, in time linear in its length. */
export function findPatterns<Rule>(rows: readonly PatternRow<Rule>[]) {
  const anywhere: Entry<Rule>[] = [];
  const byWord = new Map<string, Entry<Rule>[]>();
  for (const [pattern, fix, rule] of rows)
    for (const variant of compile(pattern)) {
      // the step with the fewest alternatives has the rarest words
      const anchor = variant.steps
        .map(({ literals }, offset) => ({ literals, offset }))
        .filter(({ literals }) => literals !== undefined)
        .toSorted((a, b) => a.literals!.length - b.literals!.length)[0];
      if (!anchor) anywhere.push({ variant, offset: 0, fix, rule });
      for (const word of anchor?.literals ?? [])
        byWord.set(word, [...(byWord.get(word) ?? []), { variant, offset: anchor!.offset, fix, rule }]);
    }
  return (tokens: readonly Token[]): (Match & { rule: Rule })[] => {
    const found: (Match & { rule: Rule })[] = [];
    for (const [index, token] of tokens.entries())
      for (const { variant, offset, fix, rule } of [...(byWord.get(token.lower) ?? []), ...anywhere]) {
        const at = index - offset;
        const { steps, zeros } = variant;
        if (at < 0 || at + steps.length > tokens.length) continue;
        if (!steps.every(({ test }, step) => test(tokens[at + step]!))) continue;
        if (!zeros.every(({ before, test }) => test(tokens, at + before))) continue;
        const marked = steps.flatMap(({ isMarked }, step) => (isMarked ? [at + step] : []));
        const taken = new Map(steps.map(({ number }, step) => [number, tokens[at + step]!]));
        const from = marked[0] ?? at;
        found.push({ from, to: marked.at(-1) ?? from, suggestions: fillIn(fix, taken), rule, at });
      }
    return found;
  };
}
