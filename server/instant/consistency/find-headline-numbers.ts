import type { ReadText } from '#server/instant/analyzer/read-text.ts';
import type { Inconsistency } from './consistency-kinds.ts';
import { anyAmount, numberOf } from './find-wrong-counts.ts';

type Mention = { value: number; of: string; quote: string; start: number };

/** Nouns that one text may count twice with different numbers (“days”, “people”, “tips”), so a difference is no contradiction. */
const vague =
  /^(?:years|weeks|months|days|hours|minutes|seconds|times|people|things|reasons|ways|steps|tips|pages|others|percent|more|of|to|and|or|in|at|miles|inches|feet|pounds|dollars|euros|degrees|points|parts|cents|meters|metres|pieces|sizes|words|mistakes|ideas|questions|rules|lessons|facts|signs|habits)$/u;
const money = /([$€£])(\p{N}[\p{N},]*(?:\.\p{N}+)?) ?(million|billion|[mM]\b)/gu;
const counts = new RegExp(
  `(?<![$€£.,\\p{N}-])(?:${anyAmount}|(\\p{N}{1,3}(?:,\\p{N}{3})+|\\p{N}{4,7})) (?:(?!(?:of|and|to|in|at|or)\\b)[\\p{L}-]+ )?(\\p{L}{3,20}s|people|women|men|children)\\b`,
  'giu',
);

const mentionsIn = (text: string): Mention[] => [
  ...[...text.matchAll(money)].map(({ 0: quote, 1: sign = '', 2: number = '', 3: scale = '', index }) => ({
    value: Number(number.replaceAll(',', '')) * (/^b/iu.test(scale) ? 1_000 : 1),
    of: sign,
    quote,
    start: index,
  })),
  ...[...text.matchAll(counts)].flatMap(({ 0: quote, 1: small, 2: large, 3: noun = '', index }) =>
    vague.test(noun.toLowerCase())
      ? []
      : [
          {
            value: small === undefined ? Number(large!.replaceAll(',', '')) : numberOf(small),
            of: noun.toLowerCase(),
            quote,
            start: index,
          },
        ],
  ),
];

/** Numbers of the title, or of the first heading, that the text states only with another value. */
export function findHeadlineNumbers(
  { text, headings, paragraphs }: Pick<ReadText, 'text' | 'headings' | 'paragraphs'>,
  title: string,
): Inconsistency[] {
  const from = paragraphs[0]?.start ?? text.length;
  const first = headings[0] && headings[0].start < from ? headings[0].text : '';
  const body = mentionsIn(text).filter(({ start }) => start >= from);
  const told = new Set<number>();
  return [title, first].flatMap((headline) =>
    mentionsIn(headline).flatMap((said): Inconsistency[] => {
      const same = body.filter(({ of }) => of === said.of);
      const [other] = same;
      const isContradicted =
        other &&
        same.every(({ value }) => value === other.value) &&
        other.value !== said.value &&
        // “opens 40 homes” and “owns 2,300 homes” count different things
        Math.max(other.value, said.value) < 10 * Math.min(other.value, said.value);
      if (!isContradicted || told.has(other.start)) return [];
      told.add(other.start);
      return [
        {
          kind: 'contradiction',
          start: other.start,
          end: other.start + other.quote.length,
          why: `The text says “${other.quote}” here, but the title says “${said.quote}.”`,
        },
      ];
    }),
  );
}
