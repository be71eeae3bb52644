import * as z from 'zod/mini';
import { bounds } from '#contract/bounds.ts';
import { text } from '#contract/text.ts';
import { deskOrderRow } from './orders.ts';
import { lineRow } from './work.ts';

export const searchQuery = z.strictObject({
  q: text({
    label: 'Search',
    min: 1,
    max: bounds.email.max,
    emptyMessage: 'Enter a number, a name or an email address',
  }),
});
/**
 * `words`: whose it is, with the brands or the beginning of the message. `livemode`: true for a hit that isn't about one payment.
 * `line`, `order`: what tells a line or an order apart from others.
 */
const hit = z.object({
  url: z.string(),
  title: z.string(),
  words: z.string(),
  livemode: z.boolean(),
  line: z.nullable(lineRow),
  order: z.nullable(deskOrderRow),
});
export type Hit = z.output<typeof hit>;
export const hits = z.object({ hits: z.array(hit) });
