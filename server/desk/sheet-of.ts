import type { Catalogue } from '#contract/catalogue.ts';
import { type WorkSheet, workSheetOf } from '#contract/work-sheet.ts';
import type { FoundLine } from './find-line.ts';

const oneText: WorkSheet = {
  pieces: [{ key: 'text', label: 'Text', headings: [], limits: {} }],
  expected: 1,
  minutes: 30,
};

/** The work sheet of a line; a single text where the program does all of the work, so that a person can do it in its place. */
export const sheetOf = (
  {
    order_type: orderType,
    details,
    is_taken_over: isTakenOver,
  }: Pick<FoundLine, 'order_type' | 'details' | 'is_taken_over'>,
  catalogue: Catalogue,
): WorkSheet => workSheetOf({ orderType, details, isTakenOver }, catalogue) ?? oneText;
