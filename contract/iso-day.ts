import * as z from 'zod/mini';

/** A day that people type, as an ISO date of the operator's time zone. */
export const isoDay = z.iso.date({ error: 'Enter a date, like 2026-11-24' });
