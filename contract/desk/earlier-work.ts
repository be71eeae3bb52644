import * as z from 'zod/mini';

/**
 * Delivered work for the same customer, sorted: of the same brand first, then of the same service, then by date, newest first.
 */
export const earlierWork = z.object({
  works: z.array(
    z.object({
      number: z.string(),
      position: z.int(),
      title: z.string(),
      brand: z.nullable(z.string()),
      deliveredAt: z.iso.datetime(),
      text: z.string(),
    }),
  ),
});
