import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';

type Weight = 'regular' | 'bold';
export type Words = { size?: number; weight?: Weight; color?: string; x?: number; width?: number };

type Face = Weight | 'fallback';
const files: Record<Face, string> = {
  regular: 'dejavu-sans/files/dejavu-sans-latin-400-normal.woff',
  bold: 'dejavu-sans/files/dejavu-sans-latin-700-normal.woff',
  // a plain font with every script, for characters that other fonts lack, such as Chinese
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

function runsOf(text: string, font: Font): { text: string; isCovered: boolean }[] {
  const runs: { text: string; isCovered: boolean }[] = [];
  for (const character of text) {
    const isCovered = /\s/.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0)!);
    const last = runs.at(-1);
    if (last?.isCovered === isCovered) last.text += character;
    else runs.push({ text: character, isCovered });
  }
  return runs;
}

const margin = 56;

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

/** Draws a document as a tagged PDF, which screen readers can read. Takes a tenth of a second or more. */
export async function drawPdf(
  { title, author, paper, at, footer }: Sheet,
  steps: readonly Step[],
): Promise<Buffer> {
  // loaded at the first use, because the fonts and the writer would take most of an idle process's memory
  const [{ create }, { default: PDFDocument }, regular, bold, fallback] = await Promise.all([
    import('fontkit'),
    import('pdfkit'),
    unpack('regular'),
    unpack('bold'),
    unpack('fallback'),
  ]);
  const font = create(regular) as Font;
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
  document.registerFont('regular', regular).registerFont('bold', bold).registerFont('fallback', fallback);
  const root = document.struct('Document');
  document.addStructure(root);
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const written = new Promise<Buffer>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  const width = document.page.width - 2 * margin;

  const put = (
    text: string,
    { size = 10, weight = 'regular', color = '#17161c', x, width: within }: Words,
  ) => {
    document.fontSize(size).fillColor(color);
    const runs = runsOf(text, font);
    for (const [index, run] of runs.entries()) {
      const options = { continued: index < runs.length - 1, width: within ?? width, lineGap: size * 0.25 };
      document.font(run.isCovered ? weight : 'fallback');
      if (index === 0) document.text(run.text, x ?? margin, document.y, options);
      else document.text(run.text, options);
    }
  };
  /** One paragraph of a text with marks. */
  const putMarked = (pieces: readonly MarkedPiece[]) => {
    const runs = pieces.flatMap(({ text, mark, note, isHeading }) => [
      ...runsOf(text, font).map((run) => ({ ...run, mark, isHeading, size: 10 })),
      ...(note === undefined
        ? []
        : [{ text: ` ${note}`, isCovered: true, mark: undefined, isHeading, size: 7 }]),
    ]);
    document.x = margin;
    for (const [index, { text, isCovered, mark, isHeading, size }] of runs.entries()) {
      document
        .font(!isCovered ? 'fallback' : isHeading || mark === 'red' ? 'bold' : 'regular')
        .fontSize(size)
        .fillColor(mark === 'red' || size === 7 ? '#b3161b' : '#17161c')
        .text(text, {
          continued: index < runs.length - 1,
          width,
          // a line that breaks in a small note is as high as the others
          lineGap: 3 + (10 - size) * 1.2,
          underline: mark !== undefined,
        });
    }
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
    const height = document.font(weight).fontSize(size).heightOfString(label, { width: room });
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
        root.add(document.struct(step.tag, {}, () => put(step.text, step.words)));
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
