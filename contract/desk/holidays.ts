import * as z from 'zod/mini';
import { isoDay } from '#contract/iso-day.ts';
import type { DeskEndpoint } from './endpoint.ts';

/** The holidays from today on, ascending. `openLines`: number of open lines that are due on the day. */
const holidays = z.object({ holidays: z.array(z.object({ day: z.string(), openLines: z.int() })) });

/** The calls about holidays. */
export const holidayEndpoints = {
  listHolidays: {
    method: 'GET',
    path: '/api/desk/holidays',
    may: 'shop.settings',
    summary: 'List the holidays from today on, each with the number of open lines due on that day',
    status: 200,
    answer: holidays,
  },
  setHoliday: {
    method: 'POST',
    path: '/api/desk/holidays',
    may: 'shop.settings',
    summary: 'Make a weekday a holiday, or make a holiday a business day',
    body: z.strictObject({ day: isoDay, isHoliday: z.boolean() }),
    status: 200,
    answer: holidays,
  },
} as const satisfies Record<string, DeskEndpoint>;
