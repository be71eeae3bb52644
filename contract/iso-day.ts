import * as z from 'zod/mini';

/** The schema of a typed day: an ISO date in the operator's time zone. */
export const isoDay = z.iso.date({ error: 'Enter a date, like 2026-11-24' });
