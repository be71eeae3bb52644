import * as z from 'zod/mini';
import type { DeskEndpoint } from './endpoint.ts';
import { isoDay } from '#contract/iso-day.ts';
import { text } from '#contract/text.ts';
import { pageLimit } from '#contract/page-limit.ts';

/**
 * `subject`: `order R-7K3M-Q2XA` or its number alone (includes its lines), `customer 812`, or a person's name. `who`: the ID of a member of staff, or
 * `commands` for the command line. `from` and `to`: the first and the last day.
 */
const filters = {
  subject: z.optional(text({ label: 'Subject', min: 1, max: 80 })),
  who: z.optional(z.string().check(z.regex(/^(commands|\d{1,18})$/, { error: 'Choose a person' }))),
  action: z.optional(z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/, { error: 'Choose an action' }))),
  from: z.optional(isoDay),
  to: z.optional(isoDay),
};
const logFilters = z.strictObject(filters);
export type LogFilters = z.output<typeof logFilters>;

const logQuery = z.strictObject({
  ...filters,
  cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid cursor' }))),
  limit: pageLimit(200, 50),
});

/**
 * Entries of the audit log, newest first. `name`: that of the member of staff; null for the command line. `people`: all current
 * and former members of staff, sorted by name. `roles`: all current roles.
 */
const auditLog = z.object({
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  roles: z.array(z.object({ key: z.string(), label: z.string() })),
  entries: z.array(
    z.object({
      place: z.string(),
      at: z.string(),
      actor: z.string(),
      name: z.nullable(z.string()),
      action: z.string(),
      subject: z.string(),
      detail: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  nextCursor: z.nullable(z.string()),
});

/** The check of the audit log. `findings`: a sentence per difference. `place`, `seal`: those of the newest entry. */
const verifiedLog = z.object({
  place: z.string(),
  seal: z.string(),
  findings: z.array(z.string()),
});
export type AuditLog = z.output<typeof auditLog>;
export type VerifiedLog = z.output<typeof verifiedLog>;

/** The calls of the audit log, for the desk's table. */
export const logEndpoints = {
  listLog: {
    method: 'GET',
    path: '/api/desk/log',
    may: 'log.see',
    summary: 'List audit log entries, newest first',
    query: logQuery,
    status: 200,
    answer: auditLog,
  },
  exportLog: {
    method: 'POST',
    path: '/api/desk/log/export',
    may: 'log.see',
    fresh: true,
    summary: 'Download audit log entries as CSV, oldest first',
    body: logFilters,
    status: 200,
    answer: { bytes: 'text/csv' },
  },
  verifyLog: {
    method: 'POST',
    path: '/api/desk/log/verify',
    may: 'log.see',
    summary: 'Verify that no audit log entry was changed or removed',
    status: 200,
    answer: verifiedLog,
  },
} as const satisfies Record<string, DeskEndpoint>;
