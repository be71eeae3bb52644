import type { WorkSheet } from './work-sheet.ts';

/** A piece in the form in which the draft stores it. */
export type PieceText = { key: string; text: string };

/** The highest heading level in a delivered text, because the customer's page has its own headings above. */
const topLevel = 2;
const heading = /^(#{1,6})(?=[ \t])/gm;

/** Lowers the text's headings below the heading of this level. */
function lowerHeadings(text: string, level: number): string {
  const depths = [...text.matchAll(heading)].map(([, marks = '']) => marks.length);
  const shift = level + 1 - Math.min(...depths, level + 1);
  return text.replaceAll(heading, (marks) => '#'.repeat(Math.min(6, marks.length + shift)));
}

const indent = (text: string) => text.replaceAll(/\n(?=[^\n])/g, '\n   ');

/**
 * The delivered text, in Markdown: the pieces in the sheet's order below their headings. Empty pieces and headings
 * without a text are left out.
 */
export function deliveryTextOf(sheet: WorkSheet, pieces: readonly PieceText[]): string {
  const texts = new Map(pieces.map(({ key, text }) => [key, text.replaceAll('\r\n', '\n').trim()]));
  let delivered = '';
  let above: string[] = [];
  let isItem = false;
  for (const { key, headings, item, part } of sheet.pieces) {
    const text = texts.get(key) ?? '';
    if (text === '') continue;
    const differs = headings.findIndex((words, index) => words !== above[index]);
    const shared = differs < 0 ? headings.length : differs;
    for (const [index, words] of headings.slice(shared).entries())
      delivered += `\n\n${'#'.repeat(topLevel + shared + index)} ${words}`;
    const isNewList = shared < headings.length;
    above = headings;
    const body = headings.length > 0 ? lowerHeadings(text, topLevel + headings.length - 1) : text;
    if (item === undefined) delivered += `\n\n${body}`;
    else if (part === undefined)
      delivered += `${isItem && !isNewList ? '\n' : '\n\n'}${item}. ${indent(body)}`;
    else delivered += `\n\n   ${part}: ${indent(body)}`;
    isItem = item !== undefined && part === undefined;
  }
  return delivered.trim();
}
