import { csvPost } from '#contract/csv-cell.ts';
import type { DeliveredPiece } from '#contract/storefront/fulfilment.ts';
import { codePoints, countWords } from '#contract/text.ts';

/** The parts of a delivery as CSV (RFC 4180), with word and character counts. Planning tools publish its texts. */
export function sheetCsv(pieces: readonly DeliveredPiece[]): string {
  const rows = pieces.map(({ label, text }) => [
    label,
    text,
    String(countWords(text)),
    String(codePoints(text)),
  ]);
  return [['Part', 'Text', 'Words', 'Characters'], ...rows].map(csvPost).join('');
}
