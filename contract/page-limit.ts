import * as z from 'zod/mini';

/** The schema of a list's `limit`, the rows per page: from 1 to `most`, by default `usual`. */
export const pageLimit = (most: number, usual: number) =>
  z._default(
    z.coerce
      .number({ error: `Limit must be a whole number from 1 to ${most}` })
      .check(z.int(), z.minimum(1), z.maximum(most)),
    usual,
  );
