import * as z from 'zod/mini';

/** How many rows a page of a list has: from 1 to `most`, `usual` if the caller doesn't say. */
export const pageLimit = (most: number, usual: number) =>
  z._default(
    z.coerce
      .number({ error: `Limit must be a whole number from 1 to ${most}` })
      .check(z.int(), z.minimum(1), z.maximum(most)),
    usual,
  );
