import * as z from 'zod/mini';
import { storedDetails } from './orders.ts';

const timestamp = z.iso.datetime();

/** Lines that the team proposes to a customer. They have no price, because the cart shows the current price and date. */
export const proposal = z.object({
  lines: z.array(
    z.object({
      /** The same at each opening of the link, so that a cart doesn't add the line twice. */
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
