import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { type WorkSheet, workSheetOf } from '#contract/work/work-sheet.ts';
import type { FoundLine } from '#server/desk/find-line.ts';

const oneText: WorkSheet = {
  pieces: [{ key: 'text', label: 'Text', headings: [], limits: {} }],
  expected: 1,
  minutes: 30,
};

/** The work sheet of a line. Automatic work has a sheet with a single text, so that a person can take it over. */
export const sheetOf = (
  {
    order_type: orderType,
    details,
    bundle_items: bundleItems,
    is_taken_over: isTakenOver,
  }: Pick<FoundLine, 'order_type' | 'details' | 'bundle_items' | 'is_taken_over'>,
  catalogue: Catalogue,
): WorkSheet => workSheetOf({ orderType, details, bundleItems, isTakenOver }, catalogue) ?? oneText;
