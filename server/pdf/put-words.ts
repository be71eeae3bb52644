import { layOutText, type Line, type Piece } from './lay-out-text.ts';
import type { Face, Fonts, Weight } from './load-fonts.ts';

export type Words = { size?: number; weight?: Weight; color?: string; x?: number; width?: number };

/** A piece of a marked text. `mark`: the color of a line under the words. `note`: text after them. */
export type MarkedPiece = { text: string; mark?: 'red' | 'gray'; note?: string; isHeading?: true };

/** The document to draw into, at `document.y`. `width`: the width between the margins (points). */
export type Pen = { document: PDFKit.PDFDocument; fonts: Fonts; width: number };

type Style = { face: Face; size: number; color: string; isMarked?: boolean };

/** Width of the margins of each page (points). */
export const margin = 56;
const black = '#17161c';
const red = '#b3161b';

const layOut = ({ document, fonts }: Pen, pieces: readonly Piece<Style>[], within: number): Line<Style>[] =>
  layOutText(
    pieces,
    within,
    (character, style) => ({ ...style, face: fonts.faceOf(character, style.face) }),
    (one, other) => one.face === other.face && one.size === other.size && one.isMarked === other.isMarked,
    (text, { face, size }) => document.font(face).fontSize(size).widthOfString(text, { features: [] }),
  );

/** Draws lines that are laid out. A line that doesn't fit on this page is drawn on the next one. */
function putLines(
  { document, fonts }: Pen,
  laid: readonly Line<Style>[],
  { x, within, size, gap }: { x: number; within: number; size: number; gap: number },
): void {
  const { ascent, unitsPerEm } = fonts.regular;
  const height = document.font('regular').fontSize(size).currentLineHeight(true) + gap;
  for (const { parts, width: lineWidth, isRightToLeft } of laid) {
    if (document.y + height > document.page.height - margin) document.addPage();
    const top = document.y;
    const baseline = top + (ascent / unitsPerEm) * size;
    const left = isRightToLeft ? x + within - lineWidth : x;
    for (const part of parts) {
      document.font(part.style.face).fontSize(part.style.size).fillColor(part.style.color);
      document.text(part.text, left + part.x, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: [],
      });
      if (part.style.isMarked)
        document
          .moveTo(left + part.x, baseline + 1.5)
          .lineTo(left + part.x + part.width, baseline + 1.5)
          .lineWidth(0.6)
          .stroke(part.style.color);
    }
    document.y = top + height;
  }
  document.x = x;
}

/** Draws a text: a plain one with the PDF writer's own layout, any other one line by line. */
export function putWords(
  pen: Pen,
  text: string,
  { size = 10, weight = 'regular', color = black, x = margin, width: within = pen.width }: Words,
): void {
  const { document, fonts } = pen;
  const gap = size * 0.25;
  if (fonts.isPlain(text)) {
    document
      .font(weight)
      .fontSize(size)
      .fillColor(color)
      .text(text, x, document.y, { width: within, lineGap: gap });
    return;
  }
  for (const line of text.split('\n'))
    putLines(pen, layOut(pen, [{ text: line, style: { face: weight, size, color } }], within), {
      x,
      within,
      size,
      gap,
    });
}

/** The height of a text laid out within a width (points). */
export function heightOfWords(
  pen: Pen,
  text: string,
  { size = 10, weight = 'regular', width }: Words & { width: number },
): number {
  const { document, fonts } = pen;
  const lineHeight = document.font(weight).fontSize(size).currentLineHeight(true);
  if (fonts.isPlain(text)) return document.heightOfString(text, { width });
  return (
    layOut(pen, [{ text, style: { face: weight, size, color: black } }], width).length * lineHeight * 1.25
  );
}

const runsOf = (pieces: readonly MarkedPiece[]): Piece<Style>[] =>
  pieces.flatMap(({ text, mark, note, isHeading }): Piece<Style>[] => {
    const face = isHeading || mark === 'red' ? 'bold' : 'regular';
    const color = mark === 'red' ? red : black;
    return [
      { text, style: { face, size: 10, color, isMarked: mark !== undefined } },
      ...(note === undefined
        ? []
        : [
            {
              text: ` ${note}`,
              style: { face: isHeading ? 'bold' : 'regular', size: 7, color: red } as const,
            },
          ]),
    ];
  });

/** Draws one paragraph with marked words. */
export function putMarked(pen: Pen, pieces: readonly MarkedPiece[]): void {
  const { document, fonts, width } = pen;
  const runs = runsOf(pieces);
  document.x = margin;
  if (runs.every(({ text }) => fonts.isPlain(text)))
    for (const [index, { text, style }] of runs.entries())
      document
        .font(style.face)
        .fontSize(style.size)
        .fillColor(style.color)
        .text(text, {
          continued: index < runs.length - 1,
          width,
          // keeps all lines at the same height when a note in small type wraps
          lineGap: 3 + (10 - style.size) * 1.2,
          underline: style.isMarked ?? false,
        });
  else
    putLines(
      pen,
      layOut(
        pen,
        runs.map((run) => ({ ...run, text: run.text.replaceAll('\n', ' ') })),
        width,
      ),
      { x: margin, within: width, size: 10, gap: 3 },
    );
  document.y += 6;
}
