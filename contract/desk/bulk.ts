import * as z from 'zod/mini';
import { reason, staffId, workBounds } from './work.ts';
import { lineParams } from '#contract/storefront/fulfilment.ts';
import { isoDay } from '#contract/iso-day.ts';

const bulk = z
  .array(lineParams, { error: 'Choose at least one line' })
  .check(
    z.minLength(1, { error: 'Choose at least one line' }),
    z.maxLength(workBounds.bulk, { error: `Choose at most ${workBounds.bulk} lines` }),
  );
/** `staffId`: null unassigns the lines. */
export const assignBody = z.strictObject({ lines: bulk, staffId: z.nullable(staffId) });
export const startBody = z.strictObject({ lines: bulk });
/** `dueOn`: a business day from today. The customer reads the reason. */
export const moveDueBody = z.strictObject({
  lines: bulk,
  dueOn: isoDay,
  reason,
});
/** How many lines changed, and why the others did not. */
export const bulkResult = z.object({
  done: z.int(),
  refused: z.array(z.object({ number: z.string(), position: z.int(), why: z.string() })),
});
