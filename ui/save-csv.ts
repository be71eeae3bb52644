import { csvStart } from '#contract/csv-cell.ts';
import { saveFile } from './save-file.ts';

/** Saves a CSV file for people: with a byte order mark, without which Excel doesn't read it as UTF-8. */
export const saveCsv = (name: string, csv: string): void =>
  saveFile({ name, mediaType: 'text/csv', content: new TextEncoder().encode(csvStart + csv) });
