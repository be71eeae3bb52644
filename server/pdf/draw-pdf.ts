import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import { hasRightToLeft, layOutText, type Line, type Piece } from './lay-out-text.ts';

type Weight = 'regular' | 'bold';
export type Words = { size?: number; weight?: Weight; color?: string; x?: number; width?: number };

/** Fonts of scripts, in this order; characters of no font are in the last one, a plain font with every script. */
const faces = ['devanagari', 'bengali', 'tamil', 'thai', 'emoji', 'fallback'] as const;
type Face = Weight | (typeof faces)[number];
const scripts: Record<(typeof faces)[number], RegExp> = {
  devanagari: /\p{sc=Deva}/u,
  bengali: /\p{sc=Beng}/u,
  tamil: /\p{sc=Taml}/u,
  thai: /\p{sc=Thai}/u,
  emoji: /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u,
  fallback: /./u,
};
const noto = (script: string) => `noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff`;
const files: Record<Face, string> = {
  regular: 'dejavu-sans/files/dejavu-sans-latin-400-normal.woff',
  bold: 'dejavu-sans/files/dejavu-sans-latin-700-normal.woff',
  devanagari: noto('devanagari'),
  bengali: noto('bengali'),
  tamil: noto('tamil'),
  thai: noto('thai'),
  emoji: 'noto-emoji/files/noto-emoji-emoji-400-normal.woff',
  fallback: 'unifont/files/unifont-latin-400-normal.woff',
};

async function toSfnt(packed: Buffer): Promise<Buffer> {
  const { default: fontverter } = await import('fontverter');
  return fontverter.convert(packed, 'sfnt');
}

// Unpacked once: otherwise the PDF writer inflates a packed font in JavaScript, which takes a second per receipt.
const unpacked = new Map<Face, Promise<Buffer>>();
function unpack(face: Face): Promise<Buffer> {
  const path = fileURLToPath(import.meta.resolve(`@fontsource/${files[face]}`));
  const font = unpacked.get(face) ?? readFile(path).then(toSfnt);
  unpacked.set(face, font);
  return font;
}

const margin = 56;
const black = '#17161c';
const red = '#b3161b';

/** A piece of a marked text: `mark` is drawn as a line under the words, and `note` behind them. */
export type MarkedPiece = { text: string; mark?: 'red' | 'gray'; note?: string; isHeading?: true };

/** The content from top to bottom. Lengths in points (1/72 inch). */
export type Step =
  | { what: 'write'; tag: 'H1' | 'H2' | 'P'; text: string; words: Words }
  | { what: 'marked'; paragraphs: MarkedPiece[][] }
  | { what: 'row'; label: string; figure: string; words: Words }
  | { what: 'rule'; color: string | undefined }
  | { what: 'space'; points: number };

/**
 * `at` becomes the file's date: the same content always makes the same bytes. `footer`: at the foot of each page, with the
 * page's number.
 */
export type Sheet = { title: string; author: string; paper: 'A4' | 'LETTER'; at: Date; footer?: string };

const textsOf = (step: Step): string[] => {
  if (step.what === 'write') return [step.text];
  if (step.what === 'row') return [step.label];
  return step.what === 'marked' ? step.paragraphs.flat().map(({ text }) => text) : [];
};

/** Draws a document as a tagged PDF, which screen readers can read. Takes a tenth of a second or more. */
export async function drawPdf(
  { title, author, paper, at, footer }: Sheet,
  steps: readonly Step[],
): Promise<Buffer> {
  // loaded at the first use, because the fonts and the writer would take most of an idle process's memory
  const [{ create }, { default: PDFDocument }, regular, bold] = await Promise.all([
    import('fontkit'),
    import('pdfkit'),
    unpack('regular'),
    unpack('bold'),
  ]);
  const font = create(regular) as Font;
  const isPlain = (text: string) =>
    !hasRightToLeft(text) &&
    [...text].every((one) => /\s/.test(one) || font.hasGlyphForCodePoint(one.codePointAt(0)!));
  const others: [Face, Font][] = [];
  const texts = steps.flatMap(textsOf).filter((text) => !isPlain(text));
  const isNeeded = (face: (typeof faces)[number]) => texts.some((text) => scripts[face].test(text));
  if (texts.length > 0)
    for (const face of faces.filter(isNeeded)) others.push([face, create(await unpack(face)) as Font]);
  const document = new PDFDocument({
    size: paper,
    margin,
    tagged: true,
    displayTitle: true,
    lang: 'en',
    pdfVersion: '1.7',
    bufferPages: true,
    // no default font, because pdfkit's default, Helvetica, is not embedded
    font: '',
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  document.registerFont('regular', regular).registerFont('bold', bold);
  for (const [face] of others) document.registerFont(face, await unpack(face));
  const root = document.struct('Document');
  document.addStructure(root);
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const written = new Promise<Buffer>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  const width = document.page.width - 2 * margin;

  type Style = { face: Face; size: number; color: string; isMarked?: boolean };
  const measure = (text: string, { face, size }: Style) =>
    document.font(face).fontSize(size).widthOfString(text, { features: [] });
  const lines = (pieces: readonly Piece<Style>[], within: number): Line<Style>[] =>
    layOutText(
      pieces,
      within,
      (character, style) => ({ ...style, face: faceOf(character, style.face) }),
      (one, other) => one.face === other.face && one.size === other.size && one.isMarked === other.isMarked,
      measure,
    );
  /** The font of a character: the text's own, or the first one that has all its code points but joiners and variation selectors. */
  const faceOf = (character: string, face: Face): Face => {
    const codes = [...character.replaceAll(/\s|\p{Join_Control}|\p{Variation_Selector}/gu, '')].map((one) =>
      one.codePointAt(0)!,
    );
    const has = (other: Font) => codes.every((code) => other.hasGlyphForCodePoint(code));
    return has(font) ? face : (others.find(([, other]) => has(other))?.[0] ?? 'fallback');
  };
  /** Draws lines that are laid out, from `document.y` on. */
  const putLines = (laid: readonly Line<Style>[], x: number, within: number, size: number, gap: number) => {
    const height = document.font('regular').fontSize(size).currentLineHeight(true) + gap;
    for (const { parts, width: lineWidth, isRightToLeft } of laid) {
      if (document.y + height > document.page.height - margin) document.addPage();
      const top = document.y;
      const baseline = top + (font.ascent / font.unitsPerEm) * size;
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
  };
  const put = (
    text: string,
    { size = 10, weight = 'regular', color = black, x = margin, width: within = width }: Words,
  ) => {
    if (!isPlain(text)) {
      for (const line of text.split('\n'))
        putLines(
          lines([{ text: line, style: { face: weight, size, color } }], within),
          x,
          within,
          size,
          size * 0.25,
        );
      return;
    }
    document
      .font(weight)
      .fontSize(size)
      .fillColor(color)
      .text(text, x, document.y, { width: within, lineGap: size * 0.25 });
  };
  /** One paragraph of a text with marks. */
  const putMarked = (pieces: readonly MarkedPiece[]) => {
    const runs = pieces.flatMap(({ text, mark, note, isHeading }): Piece<Style>[] => {
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
    document.x = margin;
    if (runs.every(({ text }) => isPlain(text)))
      for (const [index, { text, style }] of runs.entries())
        document
          .font(style.face)
          .fontSize(style.size)
          .fillColor(style.color)
          .text(text, {
            continued: index < runs.length - 1,
            width,
            // gives all lines the same height when a note in small type wraps
            lineGap: 3 + (10 - style.size) * 1.2,
            underline: style.isMarked ?? false,
          });
    else
      putLines(
        lines(
          runs.map((run) => ({ ...run, text: run.text.replaceAll('\n', ' ') })),
          width,
        ),
        margin,
        width,
        10,
        3,
      );
    document.y += 6;
  };
  const ornament = (draw: () => void) => {
    document.markContent('Artifact', { type: 'Layout' });
    draw();
    document.endMarkedContent();
  };

  const row = (label: string, figure: string, words: Words) => {
    const { size = 10, weight = 'regular' } = words;
    const figureWidth = Math.max(110, document.font(weight).fontSize(size).widthOfString(figure) + 1);
    const room = width - figureWidth - 12;
    const lineHeight = document.font(weight).fontSize(size).currentLineHeight(true);
    const height = isPlain(label)
      ? document.heightOfString(label, { width: room })
      : lines([{ text: label, style: { face: weight, size, color: black } }], room).length *
        lineHeight *
        1.25;
    // a bold row is a heading: it stays with two lines below it
    const below = weight === 'bold' ? 2 * size * 1.5 : 0;
    if (document.y + height + below > document.page.height - margin) document.addPage();
    const top = document.y;
    root.add(
      document.struct('P', {}, () => {
        put(label, { ...words, width: room });
        const bottom = document.y;
        document.font(weight).text(figure, margin + width - figureWidth, top, {
          width: figureWidth,
          align: 'right',
        });
        document.y = Math.max(bottom, document.y);
      }),
    );
    document.x = margin;
  };
  /** What screen readers read instead of glyphs that stand from right to left. */
  const actualOf = (text: string) => (hasRightToLeft(text) ? { actual: text } : {});
  const rule = (color = '#dddad2') =>
    ornament(() => {
      document
        .moveTo(margin, document.y)
        .lineTo(margin + width, document.y)
        .lineWidth(color === '#dddad2' ? 0.5 : 2)
        .strokeColor(color)
        .stroke();
    });

  for (const step of steps)
    switch (step.what) {
      case 'write':
        root.add(document.struct(step.tag, actualOf(step.text), () => put(step.text, step.words)));
        break;
      case 'marked':
        for (const pieces of step.paragraphs) root.add(document.struct('P', {}, () => putMarked(pieces)));
        break;
      case 'row':
        row(step.label, step.figure, step.words);
        break;
      case 'rule':
        rule(step.color);
        break;
      case 'space':
        document.y += step.points;
    }
  root.end();
  if (footer !== undefined) {
    const { count } = document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      document.switchToPage(page);
      // below the margin, where the writer would otherwise begin another page
      document.page.margins.bottom = 0;
      ornament(() =>
        document
          .font('regular')
          .fontSize(8)
          .fillColor('#54515c')
          .text(`${footer} · Page ${page + 1} of ${count}`, margin, document.page.height - margin + 14, {
            width,
            lineBreak: false,
          }),
      );
    }
  }
  document.end();
  return written;
}
