import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import { holds } from '#contract/desk/permissions.ts';
import { findBalance } from '#server/balance/find-balance.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { notFound } from '#server/http/refusal.ts';
import { findRefundable } from '#server/payments/refunds/refund-payment.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import { type ApprovalColumns, approvalsWhere, toApprovalRow, whyNotApprove } from './approval-columns.ts';
import { findBackground } from './find-background.ts';

/** Greater than any approval's ID, for the first page. */
const newest = '9223372036854775807';

/** Requests for approval: the waiting ones, oldest first, or the decided and expired ones, newest first. */
export async function listApprovals(
  { db, clock }: DeskDeps,
  caller: StaffCaller,
  { show, cursor, limit }: DeskQueryOf<'listApprovals'>,
): Promise<DeskAnswerOf<'listApprovals'>> {
  const now = clock();
  const isWaiting = show === 'waiting';
  const { rows } = await approvalsWhere(
    caller,
    now,
    isWaiting
      ? sql`a.status = 'waiting' and a.expires_at > ${now} and a.id > ${cursor ?? '0'}::bigint`
      : sql`(a.status <> 'waiting' or a.expires_at <= ${now}) and a.id < ${cursor ?? newest}::bigint`,
    isWaiting ? sql`order by a.id limit ${limit + 1}` : sql`order by a.id desc limit ${limit + 1}`,
  ).execute(db);
  const sorted = rows.toSorted((a, b) => Number(isWaiting ? a.id - b.id : b.id - a.id));
  const page = sorted.slice(0, limit);
  return {
    approvals: page.map((row) => toApprovalRow(row, caller)),
    nextCursor: sorted.length > limit ? String(page.at(-1)!.id) : null,
  };
}

/** The current amounts of a waiting request: the order's, or the customer's balance. */
async function moneyOf(
  deps: DeskDeps,
  { request, customer_id: customerId, status }: ApprovalColumns,
): Promise<Pick<DeskAnswerOf<'showApproval'>, 'orderMoney' | 'available'>> {
  if (status !== 'waiting') return { orderMoney: null, available: null };
  if (!('way' in request)) {
    const { available } = await findBalance(deps.db, customerId, deps.livemode);
    return { orderMoney: null, available: Number(available) };
  }
  const found = await findRefundable(deps, request.number);
  return {
    available: null,
    orderMoney: {
      price: Number(found.price),
      refunded: Number(found.refunded),
      possible: Number(found[request.way]),
    },
  };
}

/**
 * A request for approval with what the caller may do with it.
 * @throws ProblemReply 404
 */
export async function showApproval(
  deps: DeskDeps,
  caller: StaffCaller,
  { id }: { id: string },
): Promise<DeskAnswerOf<'showApproval'>> {
  const { rows } = await approvalsWhere(caller, deps.clock(), sql`a.id = ${BigInt(id)}`).execute(deps.db);
  const [row] = rows;
  if (!row) throw notFound('We can’t find that request.');
  const isWaiting = row.status === 'waiting';
  const isMine = row.asked_by === caller.staffId;
  const why = whyNotApprove(row, caller);
  return {
    ...toApprovalRow(row, caller),
    note: row.note,
    decision: row.decision,
    ...(await moneyOf(deps, row)),
    background: isWaiting ? await findBackground(deps, row) : null,
    may: {
      approve: isWaiting && why === null,
      alone: isWaiting && why === null && isMine,
      decline: isWaiting && !isMine && holds(caller.permissions, 'money.approve'),
      withdraw: isWaiting && isMine,
    },
    whyNotApprove: isWaiting ? why : null,
  };
}
