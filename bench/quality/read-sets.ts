/**
 * The labelled set: `dev`, for work on the rules, and `held`, only for measurements. Both were written for this purpose. Words in
 * braces are wrong, with the correct words after a bar: “We {goes|go} home.”
 */
import { readFileSync } from 'node:fs';
import type { HashtagBrief } from '#server/instant/hashtags/hashtag-brief.ts';

export type SetPart = 'dev' | 'held';
type Mark = { start: number; end: number };
export type Labelled = { group: string; kind: string; text: string; marks: Mark[] };
export type WholeText = { genre: string; language: string; readers: string; title: string; text: string };
export type NaturalText = WholeText & { marks: Mark[] };
/** A text with one fault of structure, and the kind of the finding about it. The fault's place is marked if it has one. */
export type StructureCase = NaturalText & { expected: string; keyphrase: string };
export type Pair = WholeText & { how: string; worse: string };
/** A brief with the tags that a strategist expects, and a person's judgment of tags from earlier sets. */
export type JudgedBrief = {
  brief: HashtagBrief;
  expected: string[];
  good: string[];
  weak: string[];
  junk: string[];
};

const marked = /\{(\{\{[^{}]*\}\}|[^{}|]+)(?:\|[^{}]*)?\}/gu;
const read = (part: SetPart, name: string) =>
  readFileSync(new URL(`${part}/${name}.txt`, import.meta.url), 'utf8').trim();

/** The text without its marks, and the places of the marked words. */
function unmark(source: string): { text: string; marks: Mark[] } {
  let text = '';
  let from = 0;
  const marks: Mark[] = [];
  for (const { 0: whole, 1: words = '', index } of source.matchAll(marked)) {
    text += source.slice(from, index);
    marks.push({ start: text.length, end: text.length + words.length });
    text += words;
    from = index + whole.length;
  }
  return { text: text + source.slice(from), marks };
}

/**
 * The sections of a file. “# kind” begins a section. Each of its entries is a line, or a block where a list needs several lines.
 */
const sectionsOf = (part: SetPart, name: string): [kind: string, body: string][] =>
  read(part, name)
    .split(/^# /mu)
    .filter(Boolean)
    .map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end).trim(), section.slice(end + 1).trim()];
    });

/** The entries of a section. Lines that introduce a list, its items, and the blank lines between them belong to one entry. */
const entriesOf = (body: string): string[] =>
  body
    .replaceAll(/\n\n(?=- |\d\. )/gu, '\u0000\u0000')
    .replaceAll(/\n(?=- |\d\. )/gu, '\u0000')
    .split(/\n+/u)
    .map((entry) => entry.replaceAll('\u0000', '\n'));

/** The group of each kind in the file `wording`, which has two groups. */
const groups: Record<string, string> = {
  machine: 'machine and leftovers',
  leftover: 'machine and leftovers',
};

const labelledIn = (part: SetPart, name: string): Labelled[] =>
  sectionsOf(part, name).flatMap(([kind, body]) =>
    entriesOf(body).map((entry) => ({ group: groups[kind] ?? name, kind, ...unmark(entry) })),
  );

/** The texts in a file. “=== genre language readers | title” begins a text. */
const textsIn = (part: SetPart, name: string): (WholeText & { more: string[] })[] =>
  read(part, name)
    .split(/^=== /mu)
    .filter(Boolean)
    .map((one) => {
      const end = one.indexOf('\n');
      const [tags = '', title = '', ...more] = one.slice(0, end).split(' | ');
      const [genre = '', language = '', readers = 'everyone'] = tags.split(' ');
      return { genre, language, readers, title, more, text: one.slice(end + 1).trim() };
    });

export const labelledSentences = (part: SetPart): Labelled[] =>
  ['correctness', 'consistency', 'wording'].flatMap((name) => labelledIn(part, name));
export const cleanSentences = (part: SetPart): { language: string; text: string }[] =>
  sectionsOf(part, 'clean-sentences').flatMap(([language, body]) =>
    body.split('\n').map((text) => ({ language, text })),
  );
export const cleanTexts = (part: SetPart): WholeText[] => textsIn(part, 'texts');
export const naturalTexts = (part: SetPart): NaturalText[] =>
  textsIn(part, 'natural').map((one) => ({ ...one, ...unmark(one.text) }));
/** Texts with a fault of structure. “=== genre language readers | title | kind of the finding | key phrase” begins a text. */
export const structureCases = (part: SetPart): StructureCase[] =>
  textsIn(part, 'structure').map(({ more: [expected = '', keyphrase = ''], ...one }) => ({
    ...one,
    title: unmark(one.title).text,
    ...unmark(one.text),
    expected,
    keyphrase,
  }));
export const pairs = (part: SetPart): Pair[] =>
  textsIn(part, 'pairs').map((one) => {
    const [text = '', how = '', worse = ''] = one.text.split(/^--- (.*)$/mu);
    return { ...one, text: text.trim(), how, worse: worse.trim() };
  });

/** Judged briefs. “=== topic | key terms | place | brand | audience” begins a brief; its lines name tags: “expected: #A #B”. */
export const judgedBriefs = (part: SetPart): JudgedBrief[] =>
  read(part, 'hashtags')
    .split(/^=== /mu)
    .filter(Boolean)
    .map((one) => {
      const [head = '', ...lines] = one.trim().split('\n');
      const [topic = '', terms = '', location = '', brandName = '', audience = ''] = head
        .split('|')
        .map((field) => field.trim());
      const tagsOf = (name: string) =>
        lines.flatMap((line) => (line.startsWith(`${name}: `) ? line.slice(name.length + 2).split(' ') : []));
      return {
        brief: {
          topics: [topic],
          platforms: ['instagram'],
          seedKeywords: terms.split(', '),
          location,
          brandName,
          audience,
          language: 'en-US',
        },
        expected: tagsOf('expected'),
        good: tagsOf('good'),
        weak: tagsOf('weak'),
        junk: tagsOf('junk'),
      };
    });
