import type { PieceText } from './delivery-text.ts';
import type { WorkSheet } from './work-sheet.ts';

export type PastedWork = {
  /** The pieces that got a text, in the sheet's order. */
  pieces: PieceText[];
  /** What belongs to no piece; empty when everything found its place. */
  rest: string;
};

/** Divides a pasted text among the pieces of a sheet: by headings, numbers or blank lines. No word is lost. */
export function splitPasted({ pieces }: WorkSheet, text: string): PastedWork {
  const blocks = text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  const placed = pieces.slice(0, blocks.length).map(({ key }, index) => ({ key, text: blocks[index]! }));
  return { pieces: placed, rest: blocks.slice(placed.length).join('\n\n') };
}
