import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { deskProblems } from '#contract/desk/endpoint.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { bookAdjustment } from '#server/balance/adjust-balance.ts';
import { findBalance } from '#server/balance/find-balance.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { bookRefund } from '#server/payments/refunds/refund-payment.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type ApprovalColumns, approvalsWhere, whyNotApprove } from './approval-columns.ts';
import { approvalDecided } from './approval-decided.mail.ts';
import { approvedAlone } from './approved-alone.mail.ts';

type Named = { id: string };

/** The reply for a request that is no longer waiting, by its status. `by`: the text " by NAME", or "". */
const decidedWords: Record<Exclude<ApprovalColumns['status'], 'waiting'>, (by: string) => string> = {
  done: (by) => `This request was already approved${by}.`,
  declined: (by) => `This request was already declined${by}.`,
  failed: (by) => `This request was approved${by}, but it couldn’t be carried out.`,
  expired: () => 'This request wasn’t approved within 7 days, so it has expired.',
  withdrawn: (by) => `This request was withdrawn${by}.`,
};

/**
 * Locks a waiting request, so that the second of two simultaneous decisions is rejected.
 * @throws ProblemReply 404; 409 for a decided request
 */
async function lockWaiting(
  tx: Kysely<Schema>,
  caller: StaffCaller,
  { id, now }: { id: bigint; now: Date },
): Promise<ApprovalColumns> {
  await sql`select 1 from approval where id = ${id} for update`.execute(tx);
  const { rows } = await approvalsWhere(caller, now, sql`a.id = ${id}`).execute(tx);
  const [found] = rows;
  if (!found) throw notFound('We can’t find that request.');
  const { status, decider } = found;
  if (status !== 'waiting') {
    const by = decider === null ? '' : ` by ${decider}`;
    throw new ProblemReply(409, decidedWords[status](by), { type: deskProblems.moved });
  }
  return found;
}

type Decision = {
  status: 'done' | 'declined' | 'failed' | 'withdrawn';
  decision?: string;
  isAlone?: boolean;
  effect?: string;
};

/** The writes that store a decision and email the requester, unless they decided it themselves. */
const decide = (
  { id, asked_by: askedBy }: Pick<ApprovalColumns, 'id' | 'asked_by'>,
  { staffId }: StaffCaller,
  now: Date,
  { status, decision = '', isAlone = false, effect }: Decision,
): RawBuilder<unknown>[] => [
  sql`update approval set status = ${status}, decided_by = ${staffId}, decided_at = ${now}, decision = ${decision}, is_alone = ${isAlone},
    effect = ${effect ?? null} where id = ${id}`,
  ...(askedBy === staffId ? [] : [enqueue([approvalDecided.at(now, { approval: String(id) }, String(id))])]),
];

/** The audit entry of a decision that books no money. */
const entry = (
  action: string,
  { id, subject, amount, currency, asked_by: askedBy }: ApprovalColumns,
  { by }: StaffCaller,
  now: Date,
) =>
  auditEntry(by, now, {
    action,
    subject,
    detail: { approval: String(id), amount: String(amount), currency, askedBy: `staff:${askedBy}` },
  });

/**
 * Carries out an approved request with the use case of its kind, in the transaction of the decision.
 * @throws the errors of the use case
 */
async function carryOut(
  tx: Kysely<Schema>,
  deps: DeskDeps,
  caller: StaffCaller,
  { found, isAlone, seen, now }: { found: ApprovalColumns; isAlone: boolean; seen: number; now: Date },
): Promise<boolean> {
  const { id, request, request_id: requestId, customer_id: customerId, amount, reason } = found;
  const writes = (_: Date, effect?: string) => [
    ...decide(found, caller, now, { status: 'done', isAlone, ...(effect === undefined ? {} : { effect }) }),
    ...(isAlone ? [enqueue([approvedAlone.at(now, { approval: String(id) }, String(id))])] : []),
  ];
  const common = {
    amount,
    reason,
    requestId,
    by: caller.by,
    agreement: { approvalId: id, askedBy: found.asked_by, isAlone },
    writes,
  };
  if ('way' in request)
    return bookRefund(
      tx,
      deps.payments,
      { ...common, ...request, seen: BigInt(seen), limit: isAlone ? null : caller.limits.refund },
      now,
    );
  const { available } = await findBalance(tx, customerId, deps.livemode);
  if (available !== BigInt(seen))
    throw new ProblemReply(
      409,
      'The customer’s balance has changed. Check the new balance, and then decide again.',
      {
        type: deskProblems.moved,
      },
    );
  return bookAdjustment(
    tx,
    deps,
    { ...common, ...request, customer: customerId, limit: isAlone ? null : caller.limits.adjust },
    now,
  );
}

/**
 * Approves a request and carries it out. A request that is no longer possible gets the final state "failed" with the reason.
 * @throws ProblemReply 403 for the caller's own request or above their limit; 404; 409 for a decided request, or when the amounts
 * have changed since the caller saw them
 */
export async function approve(
  deps: DeskDeps,
  caller: StaffCaller,
  { id }: Named,
  { seen }: { seen: number },
): Promise<DeskAnswerOf<'approve'>> {
  const now = deps.clock();
  const result = await inTransaction(deps.db, async (tx): Promise<DeskAnswerOf<'approve'>> => {
    const found = await lockWaiting(tx, caller, { id: BigInt(id), now });
    const why = whyNotApprove(found, caller);
    if (why !== null)
      throw new ProblemReply(403, why, { type: deskProblems.notAllowed, needs: 'money.approve' });
    const isAlone = found.asked_by === caller.staffId;
    try {
      if (!(await carryOut(tx, deps, caller, { found, isAlone, seen, now })))
        throw new ProblemReply(409, 'This request was already carried out.');
      return { state: 'done', words: '' };
    } catch (error) {
      if (!(error instanceof ProblemReply) || error.status !== 409) throw error;
      if (error.type === deskProblems.moved)
        throw new ProblemReply(409, error.message, { type: deskProblems.moved });
      const words = error.message;
      await writeInOneStatement(tx, [
        ...decide(found, caller, now, { status: 'failed', decision: words, isAlone }),
        ...entry('fail-approval', found, caller, now),
      ]);
      return { state: 'failed', words };
    }
  });
  deps.jobs.wake();
  return result;
}

/**
 * Declines a request of another person, with a note for them.
 * @throws ProblemReply 403 for the caller's own request, 404, 409
 */
export async function declineApproval(
  { db, clock, jobs }: DeskDeps,
  caller: StaffCaller,
  { id }: Named,
  { note }: { note: string },
): Promise<void> {
  const now = clock();
  await inTransaction(db, async (tx) => {
    const found = await lockWaiting(tx, caller, { id: BigInt(id), now });
    if (found.asked_by === caller.staffId)
      throw new ProblemReply(409, 'You made this request yourself. Withdraw it instead.');
    await writeInOneStatement(tx, [
      ...decide(found, caller, now, { status: 'declined', decision: note }),
      ...entry('decline-approval', found, caller, now),
    ]);
  });
  jobs.wake();
}

/**
 * Withdraws the caller's own request.
 * @throws ProblemReply 404, also for another person's request; 409 for a decided one
 */
export async function withdrawApproval(
  { db, clock }: DeskDeps,
  caller: StaffCaller,
  { id }: Named,
): Promise<void> {
  const now = clock();
  await inTransaction(db, async (tx) => {
    const { rows } =
      await sql`select 1 from approval where id = ${BigInt(id)} and asked_by = ${caller.staffId}`.execute(tx);
    if (rows.length === 0)
      throw notFound('We can’t find that request. You can withdraw only your own requests.');
    const found = await lockWaiting(tx, caller, { id: BigInt(id), now });
    await writeInOneStatement(tx, [
      ...decide(found, caller, now, { status: 'withdrawn' }),
      ...entry('withdraw-approval', found, caller, now),
    ]);
  });
}
