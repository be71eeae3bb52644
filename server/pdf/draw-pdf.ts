import { hasRightToLeft } from './lay-out-text.ts';
import { type Fonts, loadFonts } from './load-fonts.ts';
import {
  heightOfWords,
  margin,
  type MarkedPiece,
  type Pen,
  putMarked,
  putWords,
  type Words,
} from './put-words.ts';

/** A step of drawing a document from top to bottom. Lengths in points (1/72 inch). */
export type Step =
  | { what: 'write'; tag: 'H1' | 'H2' | 'P'; text: string; words: Words }
  | { what: 'marked'; paragraphs: MarkedPiece[][] }
  | { what: 'row'; label: string; figure: string; words: Words }
  | { what: 'rule'; color: string | undefined }
  | { what: 'space'; points: number };

/**
 * A document. `at`: the file's date, so that the same content always makes the same bytes. `footer`: text at the foot of each
 * page, beside the page's number.
 */
export type Sheet = { title: string; author: string; paper: 'A4' | 'LETTER'; at: Date; footer?: string };

const textsOf = (step: Step): string[] => {
  if (step.what === 'write') return [step.text];
  if (step.what === 'row') return [step.label];
  return step.what === 'marked' ? step.paragraphs.flat().map(({ text }) => text) : [];
};

/** The text for screen readers, instead of the glyphs of a right-to-left text. */
const actualOf = (text: string) => (hasRightToLeft(text) ? { actual: text } : {});

/** Draws an ornament, which screen readers skip. */
function ornament({ document }: Pen, draw: () => void): void {
  document.markContent('Artifact', { type: 'Layout' });
  draw();
  document.endMarkedContent();
}

function drawRow(
  pen: Pen,
  root: PDFKit.PDFStructureElement,
  { label, figure, words }: Extract<Step, { what: 'row' }>,
): void {
  const { document, width } = pen;
  const { size = 10, weight = 'regular' } = words;
  const figureWidth = Math.max(110, document.font(weight).fontSize(size).widthOfString(figure) + 1);
  const room = width - figureWidth - 12;
  const height = heightOfWords(pen, label, { size, weight, width: room });
  // a bold row is a heading: it stays on one page with the two lines below it
  const below = weight === 'bold' ? 2 * size * 1.5 : 0;
  if (document.y + height + below > document.page.height - margin) document.addPage();
  const top = document.y;
  root.add(
    document.struct('P', {}, () => {
      putWords(pen, label, { ...words, width: room });
      const bottom = document.y;
      document.font(weight).text(figure, margin + width - figureWidth, top, {
        width: figureWidth,
        align: 'right',
      });
      document.y = Math.max(bottom, document.y);
    }),
  );
  document.x = margin;
}

function drawRule(pen: Pen, color = '#dddad2'): void {
  const { document, width } = pen;
  ornament(pen, () => {
    document
      .moveTo(margin, document.y)
      .lineTo(margin + width, document.y)
      .lineWidth(color === '#dddad2' ? 0.5 : 2)
      .strokeColor(color)
      .stroke();
  });
}

function drawStep(pen: Pen, root: PDFKit.PDFStructureElement, step: Step): void {
  const { document } = pen;
  switch (step.what) {
    case 'write':
      root.add(document.struct(step.tag, actualOf(step.text), () => putWords(pen, step.text, step.words)));
      break;
    case 'marked':
      for (const pieces of step.paragraphs) root.add(document.struct('P', {}, () => putMarked(pen, pieces)));
      break;
    case 'row':
      drawRow(pen, root, step);
      break;
    case 'rule':
      drawRule(pen, step.color);
      break;
    case 'space':
      document.y += step.points;
  }
}

function drawFooters(pen: Pen, footer: string): void {
  const { document, width } = pen;
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    // draws below the margin, where the PDF writer would otherwise begin another page
    document.page.margins.bottom = 0;
    ornament(pen, () => {
      document
        .font('regular')
        .fontSize(8)
        .fillColor('#54515c')
        .text(`${footer} · Page ${page + 1} of ${count}`, margin, document.page.height - margin + 14, {
          width,
          lineBreak: false,
        });
    });
  }
}

async function openDocument({ title, author, paper, at }: Sheet, fonts: Fonts): Promise<PDFKit.PDFDocument> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: paper,
    margin,
    tagged: true,
    displayTitle: true,
    lang: 'en',
    pdfVersion: '1.7',
    bufferPages: true,
    // no default font, because pdfkit's default, Helvetica, isn't embedded
    font: '',
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  for (const [face, file] of fonts.files) document.registerFont(face, file);
  return document;
}

/** The bytes of the document once it ends. */
const bytesOf = (document: PDFKit.PDFDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });

/** Draws a document as a tagged PDF, which screen readers can read. Takes a tenth of a second or more. */
export async function drawPdf(sheet: Sheet, steps: readonly Step[]): Promise<Buffer> {
  // fonts and PDF writer are loaded at the first use, because they would take most of an idle process's memory
  const fonts = await loadFonts(steps.flatMap(textsOf));
  const document = await openDocument(sheet, fonts);
  const root = document.struct('Document');
  document.addStructure(root);
  const written = bytesOf(document);
  const pen: Pen = { document, fonts, width: document.page.width - 2 * margin };
  for (const step of steps) drawStep(pen, root, step);
  root.end();
  if (sheet.footer !== undefined) drawFooters(pen, sheet.footer);
  document.end();
  return written;
}
