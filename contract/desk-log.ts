import * as z from 'zod/mini';
import type { DeskEndpoint } from './desk-endpoint.ts';
import { text } from './text.ts';
import { pageLimit } from './page-limit.ts';

/** `subject`: `order R-7K3M-Q2XA` (includes its lines), `customer 812` or `staff 12`. */
const logQuery = z.strictObject({
  subject: z.optional(text({ label: 'Subject', min: 1, max: 80 })),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid cursor' }))),
  limit: pageLimit(200, 50),
});

/** Entries of the audit log, newest first. `name`: of the member of staff; null for the command line. */
const auditLog = z.object({
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

/** `findings`: a sentence per difference; empty when the log is intact. `place` and `seal`: of the newest entry. */
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
  verifyLog: {
    method: 'POST',
    path: '/api/desk/log/verify',
    may: 'log.see',
    summary: 'Verify that no audit log entry was changed or removed',
    status: 200,
    answer: verifiedLog,
  },
} as const satisfies Record<string, DeskEndpoint>;
