import { day } from '#contract/durations.ts';
import { currency } from '#contract/money.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { AboveLimit } from '#server/payments/refunds/approval-limit.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Requested } from './approval-columns.ts';

/** How long a request can be decided before it expires (ms). */
export const approvalMs = 7 * day;

/**
 * A refund or an adjustment that a member of staff requests. `amount` in minor units. `reason`: for the customer. `note`: for
 * staff.
 */
export type Asked = {
  requestId: string;
  request: Requested;
  customerId: bigint;
  subject: string;
  amount: bigint;
  reason: string;
  note: string;
};

/** `approval`: the ID of the request if another person has to approve it, else null. `isNew`: false for a repeated request. */
export type AskedResult = { isNew: boolean; approval: string | null };

const actionOf = (request: Requested): string => `ask-${'way' in request ? 'refund' : request.direction}`;

/**
 * The request with this ID; undefined when it is new.
 * @throws ProblemReply 409 if it was made with other values
 */
async function findAsked(
  tx: Kysely<Schema>,
  { staffId }: StaffCaller,
  { requestId, request, subject, amount, reason }: Asked,
): Promise<AskedResult | undefined> {
  const { rows } = await sql<{ id: bigint; is_same: boolean }>`
    select id, asked_by = ${staffId} and request = ${JSON.stringify(request)}::jsonb and subject = ${subject} and amount = ${amount}
      and reason = ${reason} as is_same
    from approval where request_id = ${requestId}::uuid`.execute(tx);
  const [found] = rows;
  if (!found) return undefined;
  if (!found.is_same)
    throw new ProblemReply(
      409,
      'You’ve already sent this request with a different amount or reason. See it under Approvals.',
    );
  return { isNew: false, approval: String(found.id) };
}

async function ask(
  tx: Kysely<Schema>,
  caller: StaffCaller,
  asked: Asked,
  { now, writes }: { now: Date; writes: RawBuilder<unknown>[] },
): Promise<AskedResult> {
  const { requestId, request, customerId, subject, amount, reason, note } = asked;
  const kind = 'way' in request ? 'refund' : 'adjustment';
  const id = await writeInOneStatement(
    tx,
    [
      {
        new_approval: sql`insert into approval (request_id, kind, request, customer_id, subject, amount, currency, reason, note, asked_by, asked_at, expires_at)
        values (${requestId}::uuid, ${kind}, ${JSON.stringify(request)}::jsonb, ${customerId}, ${subject}, ${amount}, ${currency}, ${reason},
          ${note}, ${caller.staffId}, ${now}, ${new Date(now.getTime() + approvalMs)})
        returning id`,
      },
      ...auditEntry(caller.by, now, {
        action: actionOf(request),
        subject,
        detail: { amount: String(amount), currency },
      }),
      ...writes,
    ],
    sql<string>`(select id::text from new_approval)`,
  );
  return { isNew: true, approval: id };
}

/**
 * Books a refund or an adjustment with `book`. Above the caller's limit, stores a request for approval by another person instead.
 * A repeated request does neither again. `writes`: run with the request for approval, in its transaction.
 * @throws the errors of `book`; ProblemReply 409 for a request ID that was used with other values
 */
export async function giveOrAsk(
  { db, clock, jobs }: Pick<DeskDeps, 'db' | 'clock' | 'jobs'>,
  caller: StaffCaller,
  asked: Asked,
  {
    book,
    writes,
  }: {
    book: (tx: Kysely<Schema>, now: Date) => Promise<boolean>;
    writes: (now: Date) => RawBuilder<unknown>[];
  },
): Promise<AskedResult> {
  const now = clock();
  const result = await inTransaction(db, async (tx) => {
    // two calls with one request ID wait for each other, so that only the first one books or requests
    await sql`select pg_advisory_xact_lock(hashtext(${`approval ${asked.requestId}`}))`.execute(tx);
    const earlier = await findAsked(tx, caller, asked);
    if (earlier) return earlier;
    try {
      return { isNew: await book(tx, now), approval: null };
    } catch (error) {
      if (!(error instanceof AboveLimit)) throw error;
      return ask(tx, caller, asked, { now, writes: writes(now) });
    }
  });
  jobs.wake();
  return result;
}
