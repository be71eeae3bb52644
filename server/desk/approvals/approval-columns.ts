import type { ApprovalRow, ApprovalStatus } from '#contract/desk/approvals.ts';
import type { RefundWay } from '#contract/desk/orders.ts';
import { formatMoney } from '#contract/money.ts';
import { weeklyLimitFactor, holds } from '#contract/desk/permissions.ts';
import { addressesOfCustomer } from '#server/payments/refunds/is-of-staff.ts';
import { limitUsed } from '#server/balance/adjust-balance.ts';
import { refundedSum } from '#server/payments/refunds/refund-payment.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import { shownName } from '#server/desk/line-columns.ts';

/** What a request for approval asks for, beside its amount and reason, as stored. */
export type Requested = { number: string; way: RefundWay } | { direction: 'credit' | 'debit' };

/** A stored approval with names. `used`: how much of the caller's own limit for this customer is used, in minor units. */
export type ApprovalColumns = {
  id: bigint;
  request_id: string;
  request: Requested;
  customer_id: bigint;
  first_name: string;
  last_name: string;
  subject: string;
  amount: bigint;
  currency: string;
  livemode: boolean;
  reason: string;
  note: string;
  asked_by: bigint;
  asker: string;
  asked_at: Date;
  expires_at: Date;
  status: ApprovalStatus;
  decider: string | null;
  decided_at: Date | null;
  decision: string;
  is_alone: boolean;
  is_only_approver: boolean;
  /** Whether the customer's account has the email address of the caller, so that they would approve money for themselves. */
  is_for_caller: boolean;
  used: bigint;
};

/** SQL condition: no other active person may approve. The database checks the same (approval_is_decided_once). */
const isOnlyApprover = (staffId: bigint): RawBuilder<boolean> => sql`not exists (
  select from staff s join staff_role r on r.key = s.role
  where s.id <> ${staffId} and s.locked_at is null and s.left_at is null and r.permissions && '{*,money.approve}')`;

/** SQL: the approvals for which `where` holds. `where` uses the table as `a`; `rest`: order and limit. */
export const approvalsWhere = (
  { staffId, by, limits }: StaffCaller,
  now: Date,
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
) => sql<ApprovalColumns>`
  select a.id, a.request_id, a.request, a.customer_id, c.first_name, c.last_name, a.subject, a.amount, a.currency,
    coalesce((select livemode from payment_link where number = a.request ->> 'number'), true) as livemode, a.reason, a.note,
    a.asked_by, asker.name as asker, a.asked_at, a.expires_at,
    case when a.status = 'waiting' and a.expires_at <= ${now} then 'expired' else a.status end as status,
    decider.name as decider, a.decided_at, a.decision, a.is_alone, ${isOnlyApprover(staffId)} as is_only_approver,
    case when a.status <> 'waiting' then 0 when a.kind = 'refund' then ${refundedSum(by, sql`a.customer_id`, now)}
      else ${limits.adjust ? limitUsed({ by, limit: limits.adjust }, sql`a.customer_id`, now) : sql`0`} end as used,
    (select email_canonical from staff where id = ${staffId}) in ${addressesOfCustomer(sql`a.customer_id`)} as is_for_caller
  from (select * from approval a where ${where} ${rest}) as a
    join lateral (select first_name, last_name from customer where id = a.customer_id offset 0) as c on true
    join staff asker on asker.id = a.asked_by
    left join staff decider on decider.id = a.decided_by`;

/**
 * Why the caller can't approve a waiting request; null when they can. A person may approve their own request only while no other
 * active person may approve.
 */
export function whyNotApprove(
  {
    request,
    asked_by: askedBy,
    amount,
    currency,
    used,
    is_only_approver: isOnly,
    is_for_caller: isForCaller,
  }: Pick<
    ApprovalColumns,
    'request' | 'asked_by' | 'amount' | 'currency' | 'used' | 'is_only_approver' | 'is_for_caller'
  >,
  { staffId, permissions, limits }: StaffCaller,
): string | null {
  if (!holds(permissions, 'money.approve')) return 'Your role doesn’t allow you to approve requests.';
  if (askedBy === staffId) return isOnly ? null : 'You made this request, so someone else has to approve it.';
  if (isForCaller && !isOnly)
    return 'This request is about your own customer account, so someone else has to approve it.';
  const limit = 'way' in request ? limits.refund : limits.adjust;
  if (limit === null || used + amount <= BigInt(limit)) return null;
  const left = BigInt(limit) - used;
  const inAll =
    'way' in request
      ? ''
      : `, and ${formatMoney(limit * weeklyLimitFactor, currency)} for all customers in 7 days`;
  return `The amount is above your limit for this customer. You have ${formatMoney(left > 0n ? left : 0n, currency)} left. Your limit is ${formatMoney(limit, currency)} per customer in 24 hours${inAll}.`;
}

/** Converts a stored approval to a row of the API. */
export function toApprovalRow(row: ApprovalColumns, caller: StaffCaller): ApprovalRow {
  const { request } = row;
  return {
    id: String(row.id),
    kind: 'way' in request ? 'refund' : request.direction,
    way: 'way' in request ? request.way : null,
    amount: Number(row.amount),
    currency: row.currency,
    livemode: row.livemode,
    order: 'way' in request ? request.number : null,
    customer: shownName(caller, row),
    customerId: holds(caller.permissions, 'customer.see') ? String(row.customer_id) : null,
    reason: row.reason,
    askedBy: row.asker,
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    status: row.status,
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    isAlone: row.is_alone,
  };
}
