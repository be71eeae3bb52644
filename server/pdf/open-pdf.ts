import { createHash } from 'node:crypto';
import { unavailable } from '#server/http/refusal.ts';
import { runInChild, TookTooLong, TooBusy } from '#server/process/run-in-child.ts';
import type { Sheet, Step } from './draw-pdf.ts';
import type { MarkedPiece, Words } from './put-words.ts';

/** A document from top to bottom. Lengths in points (1/72 inch). */
export type Pdf = {
  /** Adds a paragraph. `tag`: its role in the document's structure. */
  write(tag: 'H1' | 'H2' | 'P', text: string, words?: Words): void;
  /** Adds paragraphs with marked words. */
  marked(paragraphs: MarkedPiece[][]): void;
  /** Adds a row with text on the left and figures on the right. */
  row(label: string, figure: string, words?: Words): void;
  rule(color?: string): void;
  space(points: number): void;
  /**
   * Draws the document.
   * @throws ProblemReply 503 when too many documents are being drawn, or it isn't done in time
   */
  finish(): Promise<Buffer>;
};

/**
 * Documents are drawn in a separate process, because each takes a tenth of a second, too long for the thread that answers all
 * requests.
 */
const drawing = runInChild<{ sheet: Sheet; steps: Step[] }, Uint8Array>(
  new URL('pdf-process.ts', import.meta.url),
  { heapMb: 256, memoryMb: 500, mostWaiting: 50, answerWithinMs: 30_000 },
);

/** Cache of the newest documents, by a digest of their content, so that repeated and simultaneous requests draw once. */
const drawn = new Map<string, Promise<Buffer>>();
const mostKept = 30;

async function draw(sheet: Sheet, steps: Step[]): Promise<Buffer> {
  try {
    return Buffer.from(await drawing.run({ sheet, steps }));
  } catch (error) {
    if (error instanceof TooBusy || error instanceof TookTooLong)
      throw unavailable('We’re making a lot of PDFs right now. Try again in a moment.');
    throw error;
  }
}

export function openPdf(sheet: Sheet): Pdf {
  const steps: Step[] = [];
  return {
    write: (tag, text, words = {}) => void steps.push({ what: 'write', tag, text, words }),
    marked: (paragraphs) => void steps.push({ what: 'marked', paragraphs }),
    row: (label, figure, words = {}) => void steps.push({ what: 'row', label, figure, words }),
    rule: (color) => void steps.push({ what: 'rule', color }),
    space: (points) => void steps.push({ what: 'space', points }),
    finish() {
      const key = createHash('sha256')
        .update(JSON.stringify([sheet, steps]))
        .digest('base64url');
      const known = drawn.get(key);
      if (known) return known;
      const made = draw(sheet, steps);
      drawn.set(key, made);
      made.catch(() => drawn.delete(key));
      const [oldest] = drawn.keys();
      if (drawn.size > mostKept && oldest !== undefined) drawn.delete(oldest);
      return made;
    },
  };
}
