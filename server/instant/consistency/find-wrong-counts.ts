import type { ReadText } from '#server/instant/analyzer/read-text.ts';
import type { Stretch } from '#server/instant/analyzer/split-blocks.ts';
import type { Inconsistency } from './consistency-kinds.ts';

const amounts = new Map([
  ...'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, index) => [word, index + 2] as const),
  ...'thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, 10 * (index + 3)] as const),
]);
/** The value of a number that is written in digits or as a word. */
export const numberOf = (word: string): number => amounts.get(word.toLowerCase()) ?? Number(word);
/** A number from 2 on. Not the “two” of “one or two”. */
export const anyAmount = `(?<!\\b(?:one|two|three|four|five) or )(${[...amounts.keys()].toReversed().join('|')}|[2-9]|[1-9]\\d{1,2})`;
const amount =
  '(?<!\\b(?:one|two|three|four|five) or )(two|three|four|five|six|seven|eight|nine|ten|[2-9]|10)(?! (?:or|to)\\b)';
const wordFor = (count: number) => [...amounts].find(([, value]) => value === count)?.[0] ?? String(count);

const wrongCount = (start: number, word: string, count: number): Inconsistency => ({
  kind: 'contradiction',
  start,
  end: start + word.length,
  why: `The text promises ${word.toLowerCase()}, but ${wordFor(count)} ${count === 1 ? 'follows' : 'follow'}.`,
  suggestions: [wordFor(count)],
});

/** Nouns that texts announce with a number and then list. */
const announced =
  '(?:reasons|ways|steps|tips|rules|mistakes|things|lessons|questions|ideas|points|facts|signs|habits|benefits|myths|principles|goals|changes|options|causes|differences|advantages|strategies|tricks|examples|exercises|tools|stages|phases|errors|exceptions|conditions)';
const announcement = new RegExp(`\\b${amount} (?:\\p{L}+ ){0,2}${announced}\\b`, 'iu');
const listBlock = /^\s*(?:(?:[-*•]|\d{1,2}[.)]) [^\n]{1,300}(?:\n\s{0,3}|$)){2,}/u;
const itemsIn = (list: string) => list.match(/(?:^|\n)\s*(?:[-*•]|\d{1,2}[.)]) /gu)?.length ?? 0;

/** An amount with its list on the same line, and with its list below. */
const listInLine = new RegExp(
  `\\b${amount} ((?:\\p{L}+ ){0,2}\\p{L}+s|people|children|men|women)(?: [\\p{L} ]{1,25})?(?:, (?:all|each|both|every one) [^.:;!?\\n]{3,60})?: ([^.:;!?\\n]{3,200})[.!?;\\n]`,
  'giu',
);
const listBelow = new RegExp(
  `\\b${amount} (?:\\p{L}+ ){0,2}(?!(?:second|minute|hour|day|week|month|year|dollar|pound|euro|mile|meter|metre)s\\b)\\p{L}+s(?: [\\p{L} ]{1,30})?[.:]\\s{0,3}\\n\\s{0,3}((?:(?:[-*•]|\\d{1,2}[.)]) [^\\n]{1,300}(?:\\n\\s{0,3}|$)){2,})`,
  'giu',
);

/** Lists with more or fewer items than the text announces: “three colors: red and blue”. */
function findWrongLists({ text, sentences }: Pick<ReadText, 'text' | 'sentences'>): Inconsistency[] {
  const found: Inconsistency[] = [];
  for (const { 0: whole, 1: word = '', 3: list = '', index } of `${text}\n`.matchAll(listInLine)) {
    const items = list.replaceAll(/,? (?:and|or) /gu, ', ').split(', ');
    // counts only lists of short items, because longer ones may contain commas
    if (
      items.length > 1 &&
      items.every((item) => item.trim().split(' ').length <= 4) &&
      items.length !== numberOf(word)
    )
      found.push(wrongCount(index + whole.indexOf(word), word, items.length));
  }
  const add = (start: number, word: string, list: string) => {
    const count = itemsIn(list);
    if (count !== numberOf(word) && !/\n {2,}[-*•]/u.test(list) && !found.some((one) => one.start === start))
      found.push(wrongCount(start, word, count));
  };
  for (const { 0: whole, 1: word = '', 2: list = '', index } of text.matchAll(listBelow))
    add(index + whole.indexOf(word), word, list);
  // a numbered list under a paragraph that announces one number of steps
  for (const { 0: list, index } of text.matchAll(/^(?:\s*\d{1,2}[.)] [^\n]{1,300}(?:\n\s{0,3}|$)){2,}/gmu)) {
    const above = text.slice(Math.max(0, index - 1_000), index).trimEnd();
    const from = index - 1_000 > 0 ? index - 1_000 : 0;
    const paragraph = above.lastIndexOf('\n\n') + 1;
    const announcements = [...above.slice(paragraph).matchAll(new RegExp(announcement, 'giu'))];
    const [one] = announcements;
    if (one && announcements.length === 1 && /\b(?:steps|stages|phases)$/iu.test(one[0]))
      add(from + paragraph + one.index, one[1]!, list);
  }
  // an announcement right before a list: “Four habits help, as a study found.”
  for (const { start, end, text: sentence } of sentences) {
    const match = announcement.exec(sentence);
    const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, end);
    const list =
      /^[ \t]*\n/u.test(text.slice(end, end + 3)) && itemsIn(line) === 0
        ? listBlock.exec(text.slice(end, end + 5_000))?.[0]
        : undefined;
    if (match && list !== undefined) add(start + match.index, match[1]!, list);
  }
  return found;
}

/** Headings that a title’s number doesn't count. */
const aside =
  /^(?:introduction|intro|conclusion|summary|final thoughts|in short|(?:the )?bottom line|sources|references|further reading|faqs?|questions|frequently|about|contact|next steps|(?:key )?takeaways|what(?:’s|'s| is) next|before you|wrapping up|to sum up)\b/iu;

type Heading = Stretch & { level: number; isNumbered: boolean };
const levelsOf = (text: string, headings: readonly Stretch[]): Heading[] =>
  headings.map((one) => {
    const marks = text.slice(text.lastIndexOf('\n', one.start - 1) + 1, one.start);
    const level = /^#*/u.exec(marks)![0].length;
    return { ...one, level, isNumbered: /\d/u.test(marks) || /^(?:no\. ?)?\d{1,2}[.):] /iu.test(one.text) };
  });

/**
 * The headings of the first level below, without asides. If several are numbered, only those; otherwise without questions, unless
 * all are questions.
 */
function headingsBelow(rest: readonly Heading[], level: number): Heading[] {
  const end = rest.findIndex((one) => one.level <= level);
  const below = rest.slice(0, end < 0 ? undefined : end);
  const same = below.filter((one) => one.level === below[0]!.level && !aside.test(one.text));
  const numbered = same.filter(({ isNumbered }) => isNumbered);
  if (numbered.length > 1) return numbered;
  const told = same.filter(({ text }) => !text.endsWith('?'));
  return told.length === 0 ? same : told;
}

/** Headings that don't match an announced number: “Three reasons” in the title or in a heading, and four headings below. */
function findWrongHeadings({ text, headings }: Pick<ReadText, 'text' | 'headings'>, title: string) {
  const known = levelsOf(text, headings);
  const isTitleAbove = known.length > 1 && known[1]!.level > known[0]!.level;
  const parts = known.flatMap((one, index) =>
    one.level > 0
      ? [{ of: one.text, start: one.start, below: headingsBelow(known.slice(index + 1), one.level) }]
      : [],
  );
  const whole = {
    of: title,
    start: undefined,
    below: headingsBelow(isTitleAbove ? known.slice(1) : known, -1),
  };
  return (isTitleAbove && announcement.test(known[0]!.text) ? parts : [whole, ...parts]).flatMap(
    ({ of, start, below }): Inconsistency[] => {
      const match = announcement.exec(of);
      if (!match || below.length < 2 || below.length === numberOf(match[1]!)) return [];
      if (start !== undefined) return [wrongCount(start + match.index, match[1]!, below.length)];
      const said = announcement.exec(text);
      return said && numberOf(said[1]!) === numberOf(match[1]!)
        ? [wrongCount(said.index, said[1]!, below.length)]
        : [{ ...wrongCount(0, match[1]!, below.length), end: 0 }];
    },
  );
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'].map(
  (word) => new RegExp(`^\\W*(?:and )?${word}(?:ly)?,`, 'iu'),
);
const ordinalOf = (sentence: string) => ordinals.findIndex((one) => one.test(sentence)) + 1;

/** Ordinals that don't match an announced number: “There are two reasons. First, … Second, … Third, …” */
function findWrongOrdinals(sentences: ReadText['sentences']): Inconsistency[] {
  return sentences.flatMap(({ text, start }, at) => {
    const match = announcement.exec(text);
    if (!match) return [];
    const next = sentences.findIndex((one, index) => index > at && announcement.test(one.text));
    const last = Math.max(
      0,
      ...sentences.slice(at, next < 0 ? undefined : next).map((one) => ordinalOf(one.text)),
    );
    return last > numberOf(match[1]!) ? [wrongCount(start + match.index, match[1]!, last)] : [];
  });
}

/** Lists, headings and ordinals with fewer or more items than the text or its title announces. */
export const findWrongCounts = (
  read: Pick<ReadText, 'text' | 'sentences' | 'headings'>,
  title: string,
): Inconsistency[] => [
  ...findWrongLists(read),
  ...findWrongHeadings(read, title),
  ...findWrongOrdinals(read.sentences),
];
