import * as z from 'zod/mini';
import { storedDetails } from './orders.ts';

const timestamp = z.iso.datetime();

/** Lines that the team proposes to a customer. They have no price: the cart shows the price and date of the day. */
export const proposal = z.object({
  lines: z.array(
    z.object({
      /** The same each time, so that a cart can tell whether it has the line. */
      id: z.string(),
      orderType: z.int(),
      /** The product's title when the proposal was made; the product may have been retired since. */
      title: z.string(),
      details: storedDetails,
    }),
  ),
  madeAt: timestamp,
  expiresAt: timestamp,
});
export type Proposal = z.output<typeof proposal>;
