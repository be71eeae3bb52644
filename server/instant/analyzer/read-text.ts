import { countWords } from '#contract/text.ts';
import type { Node, Parent } from 'unist';
import retextEnglish from 'retext-english';
import { unified } from 'unified';
import { splitBlocks, type Stretch } from './split-blocks.ts';

export type ReadText = {
  text: string;
  headings: Stretch[];
  paragraphs: Stretch[];
  sentences: (Stretch & { words: number })[];
  words: number;
};

const parser = unified().use(retextEnglish);
const isParent = (node: Node): node is Parent => 'children' in node;

function* sentenceNodes(node: Node): Generator<Node> {
  if (node.type === 'SentenceNode') yield node;
  else if (isParent(node)) for (const child of node.children) yield* sentenceNodes(child);
}

type Span = { start: number; end: number };
/** Abbreviations after which the parser wrongly ends a sentence: "Fig. 3", "No. 5", "approx. 5 miles". */
const noEnd = /(?:\b(?:fig|figs|no|nos|approx|vol|ch|sec|pp|ed|est|art|par|ext|tel|dept|max|min)\.)$/iu;
/** Sentence ends that the parser misses: "at 7 a.m. Bring a coat." and "It costs £65. A second one is free." */
const hiddenEnd = /\b(?:[ap]\.m|etc)\.(?=\s+\p{Lu}\p{Ll})|\p{N}%?\.(?=\s+[“"‘(]?\p{Lu})/gu;

/** Corrects the parser's sentence ends. */
function mendEnds(line: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const isOpen =
      last !== undefined &&
      noEnd.test(line.slice(last.start, last.end)) &&
      /^(?:\p{N}|\p{Ll})/u.test(line.slice(span.start));
    if (isOpen) last.end = span.end;
    else joined.push({ ...span });
  }
  return joined.flatMap(({ start, end }) => {
    const sentence = line.slice(start, end);
    const cuts = [...sentence.matchAll(hiddenEnd)]
      // the number in “1. Mix the dough” is the beginning of its sentence
      .filter(({ index }) => /\p{L}/u.test(sentence.slice(0, index)))
      .map(({ 0: word, index }) => start + index + word.length);
    return [start, ...cuts].map((from, index) => {
      const to = cuts[index] ?? end;
      const skipped = /^\s*/u.exec(line.slice(from, to))![0].length;
      return { start: from + skipped, end: to };
    });
  });
}

function sentencesOf(paragraph: Stretch): ReadText['sentences'] {
  // a line of a list or of a poem is a sentence of its own
  return [...paragraph.text.matchAll(/[^\n]+/g)]
    .flatMap(({ 0: line, index }) => {
      const spans = [...sentenceNodes(parser.parse(line))].map(({ position }) => ({
        start: position?.start.offset ?? 0,
        end: position?.end.offset ?? line.length,
      }));
      return mendEnds(line, spans).map(({ start, end }) => {
        const text = line.slice(start, end);
        const at = paragraph.start + index;
        return { text, start: at + start, end: at + end, words: countWords(text) };
      });
    })
    .filter(({ words }) => words > 0);
}

/** Headings, paragraphs and sentences of a text, with their offsets. */
export function readText(text: string): ReadText {
  const { headings, paragraphs } = splitBlocks(text);
  return {
    text,
    headings,
    paragraphs,
    sentences: paragraphs.flatMap(sentencesOf),
    words: paragraphs.reduce((sum, { text: body }) => sum + countWords(body), 0),
  };
}

/** The number of words for densities of style findings, at least 250, so that a few findings don't ruin a short text's score. */
export const densityWords = (words: number): number => Math.max(words, 250);

/** The number of words for the density of errors, at least 100. */
export const errorDensityWords = (words: number): number => Math.max(words, 100);
