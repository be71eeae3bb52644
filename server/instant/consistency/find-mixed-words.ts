import type { Token } from '#server/instant/grammar/word-pattern.ts';
import { compareForms, type Inconsistency, type Place, placesOf, type Style } from './consistency-kinds.ts';
import { isNear } from './is-near.ts';

/** Words whose hyphen changes the meaning. */
const different = new Set(
  'resign recover recreation coop resent reform repress recount restore relay release remark'.split(' '),
);
/** Second parts of pairs that are verbs as two words (“log in”) and nouns as one. */
const particles = new Set(
  'in up out off on down over back away way day one time body ever be self where how thing what times through about under after term'.split(
    ' ',
  ),
);

const group = (places: readonly (Place & { key: string })[]) => Map.groupBy(places, ({ key }) => key);

/** Words that are written with a hyphen, as one word or as two. */
function findMixedHyphens(text: string): Inconsistency[] {
  const hyphened = [...text.matchAll(/(?<![\p{L}\p{N}-])\p{L}{1,15}-\p{L}{2,15}(?![\p{L}\p{N}-])/gu)].map(
    ({ 0: quote, index }) => ({
      quote,
      start: index,
      end: index + quote.length,
      key: quote.toLowerCase().replace('-', ''),
    }),
  );
  const words = group(
    [...text.matchAll(/(?<![\p{L}\p{N}@./-])\p{L}{4,30}(?![\p{L}\p{N}@/-])/gu)].map(
      ({ 0: quote, index }) => ({
        quote,
        start: index,
        end: index + quote.length,
        key: quote.toLowerCase(),
      }),
    ),
  );
  const open = group(
    [...text.matchAll(/(?<![\p{L}\p{N}-])(?=(\p{L}{1,15}) (\p{L}{2,15})(?![\p{L}\p{N}-]))/gu)].map(
      ({ 1: one = '', 2: other = '', index }) => ({
        quote: `${one} ${other}`,
        start: index,
        end: index + one.length + other.length + 1,
        key: `${one}${other}`.toLowerCase(),
        second: other.toLowerCase(),
      }),
    ),
  );
  const found: Inconsistency[] = [];
  const formsOf = (key: string) => [key, `${key}s`, key.replace(/s$/u, '')];
  for (const [key, places] of group(hyphened)) {
    if (different.has(key)) continue;
    const closed = formsOf(key).flatMap((one) => words.get(one) ?? []);
    found.push(...compareForms('mixed-spelling', 'You write', places, closed));
    // an adjective has a hyphen only before its noun, so only nouns in -ing are compared with two words
    if (closed.length === 0 && key.endsWith('ing'))
      found.push(...compareForms('mixed-spelling', 'You write', places, open.get(key) ?? []));
  }
  for (const [key, places] of open) {
    const closed =
      key.length >= 6 && !particles.has((places[0] as { second?: string }).second ?? '')
        ? formsOf(key).flatMap((one) => words.get(one) ?? [])
        : [];
    found.push(...compareForms('mixed-spelling', 'You write', places, closed));
  }
  return found;
}

/** Maximum number of names and terms that are compared with each other, because the time grows with their square. */
const mostNames = 300;
const properToo = new Set(
  'may march will mark rose bill turkey china apple polish god sun moon west east north south state earth internet-of lord king queen street road river lake bank park hall church school college university court house center centre museum library hotel club trust council'.split(
    ' ',
  ),
);

/** The same noun or job title with and without a capital inside sentences. */
function findMixedCapitals(text: string): Inconsistency[] {
  const found: Inconsistency[] = [];
  const capital = [
    ...text.matchAll(
      /(?<=\b(?:the|our|a|an|this|your|in|with|by|at|to|ask|call|meet) )(\p{Lu}\p{Ll}{3,15}(?: \p{Lu}\p{Ll}{2,15})?)(?! ?\p{Lu}|-)/giu,
    ),
  ].filter(
    ({ 1: quote = '' }) =>
      /^\p{Lu}/u.test(quote) && (!quote.includes(' ') || /^\p{Lu}\p{Ll}+ \p{Lu}/u.test(quote)),
  );
  const seen = new Set<string>();
  for (const { 1: matched = '', index } of capital.slice(0, mostNames)) {
    const quote = /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(matched) ? matched : matched.split(' ')[0]!;
    const lower = quote.toLowerCase();
    if (seen.has(lower) || properToo.has(lower)) continue;
    seen.add(lower);
    const places = (words: string) =>
      [
        ...text.matchAll(
          new RegExp(`(?<![\\p{L}\\p{N}-])${words}(?![\\p{L}\\p{N}-]|['’]\\p{L}| \\p{Lu})`, 'gu'),
        ),
      ].map(({ index: start }) => ({ start, end: start + words.length, quote: words }));
    found.push(
      ...compareForms(
        'mixed-spelling',
        'You write',
        places(quote).filter(({ start }) => start >= index),
        places(lower),
      ),
    );
  }
  return found;
}

const jobTitle =
  /(?<![.!?:]\s|\n|^)\b((?:[Hh]ead|[Dd]irector|[Vv]ice [Pp]resident|[Mm]anager|[Cc]hief) of (?:the )?)(\p{L}+)/gu;
const season =
  /(?<!(?:[.!?:]["”]?\s|\n|^))\b(?:Spring|Summer|Autumn|Winter|spring|summer|autumn|winter)\b(?! \p{Lu}|[’']|-)/gu;

/** Job titles and seasons with and without a capital: “Head of Sales” and “head of marketing”. */
function findMixedTitles(text: string): Inconsistency[] {
  const titles = placesOf(text, jobTitle);
  const seasons = placesOf(text, season);
  const isCapital = ({ quote }: Place) => /^\p{Lu}/u.test(quote);
  const isSmall = ({ quote }: Place) => !/\p{Lu}/u.test(quote);
  return [
    ...compareForms(
      'mixed-spelling',
      'You write',
      titles.filter(({ quote }) => isCapital({ start: 0, end: 0, quote }) && /\p{Lu}\p{L}+$/u.test(quote)),
      titles.filter(isSmall),
    ),
    ...compareForms('mixed-spelling', 'You write', seasons.filter(isCapital), seasons.filter(isSmall)),
  ];
}

/** Whether two names are near each other, or differ in “Mac” and “Mc”. */
const areNamesNear = (one: string, other: string): boolean => {
  const plain = (name: string) => name.toLowerCase().replace(/^mac/u, 'mc');
  return isNear(plain(one), plain(other));
};

type Name = Place & { name: string; second: string | undefined };
const secondName = ({ start, end, quote }: Place, other: Place): Inconsistency => ({
  kind: 'mixed-spelling',
  start,
  end,
  why: `The name is “${quote}” here, but “${other.quote}” elsewhere.`,
});

/** Whether two people have the same first name and family names that differ in a letter: “Anna Berg” and “Anna Borg”. */
const isNearFamilyName = (one: Name, other: Name): boolean =>
  one.name === other.name &&
  one.second !== undefined &&
  other.second !== undefined &&
  one.second !== other.second &&
  Math.min(one.second.length, other.second.length) >= 4 &&
  areNamesNear(one.second, other.second) &&
  `${one.second}s` !== other.second &&
  `${other.second}s` !== one.second;

const isShouted = (name: string) => name === name.toUpperCase();

/** A name in two spellings: two capitalized words that differ in a letter, with the same title or the same second name. */
function findMixedNames(text: string): Inconsistency[] {
  const names = [
    ...text.matchAll(
      /(?<![\p{L}\p{N}-])(?:(Mrs?|Ms|Dr|Prof)\.? )?(\p{Lu}[\p{L}’']{2,20})(?: (\p{Lu}\p{L}{1,20}))?/gu,
    ),
  ].map(({ 0: quote, 1: title, 2: name = '', 3: second, index }) => ({
    quote,
    title,
    name,
    second,
    start: index,
    end: index + quote.length,
  }));
  const common = new Set(
    'the this that then they there when where what our your his her its and but for with from monday tuesday thursday sunday'.split(
      ' ',
    ),
  );
  const found: Inconsistency[] = [];
  const known = names.slice(0, mostNames).filter(({ name }) => !common.has(name.toLowerCase()));
  const told = new Set<string>();
  for (const [index, one] of known.entries())
    for (const other of known.slice(index + 1)) {
      if (
        isNearFamilyName(one, other) &&
        !told.has(other.second!) &&
        /[.!?\n]/u.test(text.slice(one.end, other.start))
      ) {
        told.add(other.second!);
        found.push(secondName(other, one));
        continue;
      }
      if (one.name === other.name || told.has(other.name) || one.name[0] === undefined) continue;
      // a place in capitals before the date of a press release
      if (isShouted(one.name) !== isShouted(other.name)) continue;
      // these are two people: “Christine and Christina opened it”
      if (!/[.!?\n]/u.test(text.slice(one.end, other.start))) continue;
      if (
        !areNamesNear(one.name, other.name) ||
        `${one.name}s` === other.name ||
        `${other.name}s` === one.name
      )
        continue;
      const hasSame =
        (one.title !== undefined && one.title === other.title) ||
        (one.second !== undefined && one.second === other.second);
      const isWord = (name: string) => text.includes(` ${name.toLowerCase()}`);
      if (
        !hasSame &&
        (one.name.slice(0, -1) === other.name.slice(0, -1) ||
          one.name.length < 7 ||
          other.name.length < 7 ||
          isWord(one.name) ||
          isWord(other.name))
      )
        continue;
      told.add(other.name);
      found.push(secondName(other, one));
    }
  return found;
}

const listItem = new Set(['NOUN', 'PROPN', 'ADJ', 'VERB']);

/** Lists with and without a comma before the last “and”. */
export function commasIn(
  sentences: readonly { start: number; tokens: readonly Token[] }[],
  text: string,
): Style {
  const withComma: Place[] = [];
  const without: Place[] = [];
  for (const { start, tokens } of sentences)
    for (const [at, token] of tokens.entries()) {
      if (token.lower !== 'and' && token.lower !== 'or') continue;
      const hasComma = tokens[at - 1]?.word === ',';
      const last = hasComma ? at - 2 : at - 1;
      const comma =
        tokens.slice(Math.max(0, last - 3), last + 1).findLastIndex(({ word }) => word === ',') +
        Math.max(0, last - 3);
      const isList =
        tokens[comma]?.word === ',' &&
        comma <= last - 1 &&
        last - comma <= 3 &&
        comma >= 1 &&
        tokens[last]?.tag === tokens[comma - 1]?.tag &&
        [tokens[comma - 1], tokens[last], tokens[at + 1]].every(
          (one) => one && (listItem.has(one.tag) || /^(?:a|an|the)$/u.test(one.lower)),
        ) &&
        tokens
          .slice(comma + 1, last + 1)
          .every(({ tag }) => listItem.has(tag) || tag === 'DET' || tag === 'NUM') &&
        !tokens.slice(comma + 1, at + 3).some(({ tag }) => tag === 'AUX' || tag === 'PRON') &&
        comma > 1;
      if (!isList) continue;
      const from = start + tokens[hasComma ? at - 2 : at - 1]!.start;
      const to = start + (tokens[at + 1]?.end ?? token.end);
      (hasComma ? withComma : without).push({ start: from, end: to, quote: text.slice(from, to) });
    }
  return { label: 'Comma before “and”', what: 'You end lists as in', forms: [withComma, without] };
}

export const findMixedWords = (text: string): Inconsistency[] => [
  ...findMixedHyphens(text),
  ...findMixedCapitals(text),
  ...findMixedTitles(text),
  ...findMixedNames(text),
];
