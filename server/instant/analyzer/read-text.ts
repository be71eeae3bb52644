import { countWords } from '#contract/text.ts';
import type { Node, Parent } from 'unist';
import retextEnglish from 'retext-english';
import { unified } from 'unified';

/** A stretch of the text; `start` and `end` are UTF-16 offsets. */
export type Stretch = { text: string; start: number; end: number };
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

function sentencesOf(paragraph: Stretch): ReadText['sentences'] {
  // a line of a list or of a poem is a sentence of its own
  return [...paragraph.text.matchAll(/[^\n]+/g)]
    .flatMap(({ 0: line, index }) =>
      [...sentenceNodes(parser.parse(line))].flatMap(({ position }) => {
        const start = position?.start.offset ?? 0;
        const end = position?.end.offset ?? line.length;
        const text = line.slice(start, end);
        const at = paragraph.start + index;
        return { text, start: at + start, end: at + end, words: countWords(text) };
      }),
    )
    .filter(({ words }) => words > 0);
}

const marker = /^(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+|>\s?)+/;

/** Headings (Markdown's), paragraphs and sentences of a text, with their places in it. */
export function readText(text: string): ReadText {
  const blocks = [...text.matchAll(/\S(?:.|\n(?!\s*\n))*/g)].map(({ 0: block, index }) => ({ block, index }));
  const headings: Stretch[] = [];
  const paragraphs: Stretch[] = [];
  for (const { block, index } of blocks)
    for (const { 0: part, index: within } of block.matchAll(/^#{1,6}\s.*$|(?:^(?!#{1,6}\s).*(?:\n|$))+/gm)) {
      if (part.trim() === '') continue;
      const skipped = marker.exec(part)?.[0].length ?? 0;
      const body = part.slice(skipped).trimEnd();
      const start = index + within + skipped;
      const stretch = { text: body, start, end: start + body.length };
      (/^#{1,6}\s/.test(part) ? headings : paragraphs).push(stretch);
    }
  const kept = paragraphs.filter(({ text: body }) => countWords(body) > 0);
  const sentences = kept.flatMap(sentencesOf);
  return {
    text,
    headings,
    paragraphs: kept,
    sentences,
    words: kept.reduce((sum, { text: body }) => sum + countWords(body), 0),
  };
}

/** Words as densities count them: a short text is not punished for its shortness. */
export const densityWords = (words: number): number => Math.max(words, 250);
