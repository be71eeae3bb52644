import * as z from 'zod/mini';
import type { DeskEndpoint } from './desk-endpoint.ts';
import { text } from './text.ts';

/** `subject`: such as `order R-7K3M-Q2XA`, which has its lines too, `customer 812` or `staff 12`. */
const logQuery = z.strictObject({
  subject: z.optional(text({ label: 'Subject', min: 1, max: 80 })),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: 'Unknown cursor' }))),
  limit: z._default(
    z.coerce
      .number({ error: 'Limit must be a whole number from 1 to 200' })
      .check(z.int(), z.minimum(1), z.maximum(200)),
    50,
  ),
});

/** The audit log, newest first. `name`: of a member of staff; null for the command line. */
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

/** `findings`: a sentence for each difference; none when the log is whole. `place` and `seal`: of the newest entry. */
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
    summary: 'The audit log, newest first',
    query: logQuery,
    status: 200,
    answer: auditLog,
  },
  verifyLog: {
    method: 'POST',
    path: '/api/desk/log/verify',
    may: 'log.see',
    summary: 'Check that no entry of the audit log was changed or removed',
    status: 200,
    answer: verifiedLog,
  },
} as const satisfies Record<string, DeskEndpoint>;
