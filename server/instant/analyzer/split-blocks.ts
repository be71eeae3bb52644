import { countWords } from '#contract/text.ts';

/** A part of the text; `start` and `end` are UTF-16 offsets. */
export type Stretch = { text: string; start: number; end: number };

const marker = /^(?:#{1,6}\s+|[-*+•]\s+|\d{1,3}[.)]\s+|>\s?)+/;
const headingLine = /^#{1,6}\s/;
const underline = /^(?:={3,}|-{3,})\s*$/;
const bold = /^\*\*([^*]+)\*\*\s*$/;

/** Whether a block is a heading from a word processor: a short line of its own, without a full stop. */
const isLoneHeading = (block: string): boolean =>
  !block.includes('\n') &&
  block.length <= 60 &&
  countWords(block) <= 10 &&
  /^[\p{Lu}\p{N}]/u.test(block) &&
  /[\p{L}\p{N}?”)]\s*$/u.test(block);

type Line = Stretch & { isHeading: boolean };

function linesOf(block: string, from: number, isAbove: boolean): Line[] {
  if (isAbove && isLoneHeading(block))
    return [{ text: block.trimEnd(), start: from, end: from + block.trimEnd().length, isHeading: true }];
  const lines = [...block.matchAll(/[^\n]+/g)];
  return lines.flatMap(({ 0: line, index }, at): Line[] => {
    if (underline.test(line)) return [];
    const isUnderlined = underline.test(lines[at + 1]?.[0] ?? '') && at === 0;
    const isHeading = headingLine.test(line) || isUnderlined || bold.test(line);
    const skipped = bold.test(line) ? 2 : isHeading || at === 0 ? (marker.exec(line)?.[0].length ?? 0) : 0;
    const body = (bold.exec(line)?.[1] ?? line.slice(skipped)).trimEnd();
    const start = from + index + skipped;
    return [{ text: body, start, end: start + body.length, isHeading }];
  });
}

/** Headings (Markdown, underlined, bold, or short lines of their own) and paragraphs of a text, with their offsets. */
export function splitBlocks(text: string): { headings: Stretch[]; paragraphs: Stretch[] } {
  const blocks = [...text.matchAll(/\S(?:.|\n(?!\s*\n))*/g)];
  const headings: Stretch[] = [];
  const paragraphs: Stretch[] = [];
  for (const [at, { 0: block, index }] of blocks.entries()) {
    const next = blocks[at + 1]?.[0];
    let open: Stretch | undefined;
    for (const { isHeading, ...line } of linesOf(block, index, next !== undefined && countWords(next) > 10)) {
      if (isHeading) {
        headings.push(line);
        open = undefined;
      } else if (open) {
        open.end = line.end;
        open.text = text.slice(open.start, open.end);
      } else {
        open = line;
        paragraphs.push(open);
      }
    }
  }
  return { headings, paragraphs: paragraphs.filter(({ text: body }) => countWords(body) > 0) };
}
