import { compareForms, type Inconsistency, type Place, placesOf } from './consistency-kinds.ts';
import type { ReadText } from '#server/instant/analyzer/read-text.ts';

/** Dashes with and without spaces, and hyphens in place of dashes. */
function findMixedDashes(text: string): Inconsistency[] {
  const dash = (mark: string) =>
    placesOf(text, new RegExp(`(?<!\\p{L})\\p{L}+[,’”]?${mark}[“‘]?\\p{L}+`, 'gu'));
  const [closed, spacedEm, spacedEn, hyphen] = ['—', ' — ', ' – ', ' -{1,2} '].map(dash) as [
    Place[],
    Place[],
    Place[],
    Place[],
  ];
  const inText = hyphen.filter(({ quote }) => !/\n/u.test(quote));
  const [usual, ...others] = [closed, spacedEm, spacedEn, inText].toSorted((a, b) => b.length - a.length);
  return others.flatMap((one) => compareForms('mixed-style', 'You write dashes as in', one, usual!));
}

type Span = { start: number; end: number };
type Item = Span & { body: string };

/** Lists of at least three items, without items that have several lines. */
const listsIn = (text: string): Item[][] =>
  [...text.matchAll(/(?:^[ \t]*(?:[-*•]|\d{1,2}[.)]) [^\n]+(?:\n|$)){3,}/gmu)].map(({ 0: list, index }) =>
    [...list.matchAll(/^([ \t]*(?:[-*•]|\d{1,2}[.)]) +)([^\n]+)/gmu)].map(
      ({ 1: mark = '', 2: body = '', index: at }) => ({
        body: body.trimEnd(),
        start: index + at + mark.length,
        end: index + at + mark.length + body.trimEnd().length,
      }),
    ),
  );

const quoted = (words: string) =>
  words.length > 40 ? `${words.slice(0, 40).replace(/ \S*$/u, '')} …` : words;
const differing = ({ start, end }: Span, why: string): Inconsistency => ({
  kind: 'mixed-style',
  start,
  end,
  why,
});

/** List items that end or begin differently from the others of their list. */
const findMixedItems = (text: string): Inconsistency[] =>
  listsIn(text).flatMap((items): Inconsistency[] => {
    const dotted = items.filter(({ body }) => /[.!?][”"’)]*$/u.test(body));
    const open = items.filter(({ body }) => /[\p{L}\p{N}%)”"’]$/u.test(body) && !/[.!?][”"’)]*$/u.test(body));
    const isLastOnly = dotted.length === 1 && dotted[0] === items.at(-1);
    const [rare, usual] = dotted.length < open.length ? [dotted, open] : [open, dotted];
    const ends =
      isLastOnly ||
      rare.length === 0 ||
      rare.length > usual.length ||
      dotted.length + open.length < items.length
        ? []
        : rare
            .slice(0, 2)
            .map((one) =>
              differing(
                { start: one.start + one.body.search(/\S+$/u), end: one.end },
                rare === dotted
                  ? `The item “${quoted(one.body)}” ends with a period, but most items in this list don’t.`
                  : `The item “${quoted(one.body)}” doesn’t end with a period, but most items in this list do.`,
              ),
            );
    const small = items.filter(({ body }) => /^\p{Ll}{2,}(?![\p{L}\p{N}]*\p{Lu})/u.test(body));
    const begins =
      small.length > 0 && small.length * 2 < items.length
        ? small
            .slice(0, 2)
            .map((one) =>
              differing(
                { start: one.start, end: one.start + /^\S+/u.exec(one.body)![0].length },
                `The item “${quoted(one.body)}” begins in lowercase, but most items in this list begin with a capital.`,
              ),
            )
        : [];
    const acts = items.filter(({ body }) => /^\p{Lu}?\p{Ll}{2,}ing\b/u.test(body));
    const others = items.filter(({ body }) => /^(?:we|you|i|they|to) \p{L}/iu.test(body));
    const forms =
      acts.length >= 2 && others.length > 0 && acts.length >= others.length * 2
        ? others
            .slice(0, 2)
            .map((one) =>
              differing(
                { start: one.start, end: one.start + /^\S+(?: \S+)?/u.exec(one.body)![0].length },
                `The item “${quoted(one.body)}” is phrased differently from most items in this list, which begin like “${quoted(acts[0]!.body)}.”`,
              ),
            )
        : [];
    return [...ends, ...begins, ...forms];
  });

/** Words that titles don't capitalize. */
const smallWords = new Set('a an the of in on at to for and or but with by from as vs nor'.split(' '));

/** How a heading is capitalized, if it has enough words to tell. */
function caseOf(heading: string): 'title' | 'sentence' | undefined {
  const words = heading
    .replace(/^\W*(?:\p{N}+[.)] ?)?/u, '')
    .split(/\s+/u)
    .slice(1)
    .filter(
      (word, index, all) =>
        /^\p{L}/u.test(word) && !smallWords.has(word.toLowerCase()) && !/[:?.!]$/u.test(all[index - 1] ?? ''),
    );
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  if (words.length < 2) return undefined;
  if (capitals === words.length) return 'title';
  return capitals <= words.length / 3 ? 'sentence' : undefined;
}

/** Headings that are capitalized differently from most others. */
function findMixedHeadings({ text, headings }: Pick<ReadText, 'text' | 'headings'>): Inconsistency[] {
  // the first heading may be a title, which is often capitalized differently
  const below = headings.filter(({ start }) => !text.startsWith('# ', text.lastIndexOf('\n', start - 1) + 1));
  const known = below.map((one) => ({ ...one, of: caseOf(one.text) }));
  const [title, sentence] = [
    known.filter(({ of }) => of === 'title'),
    known.filter(({ of }) => of === 'sentence'),
  ];
  if (title.length + sentence.length < 3 || title.length === sentence.length) return [];
  const [rare, usual] = title.length < sentence.length ? [title, sentence] : [sentence, title];
  return rare
    .slice(0, 2)
    .map((one) =>
      differing(
        one,
        `The heading “${quoted(one.text)}” is capitalized differently from “${quoted(usual[0]!.text)}.”`,
      ),
    );
}

/** Dashes, list items and headings that are formatted in two ways. */
export const findMixedLayout = (read: Pick<ReadText, 'text' | 'headings'>): Inconsistency[] => [
  ...findMixedDashes(read.text),
  ...findMixedItems(read.text),
  ...findMixedHeadings(read),
];
