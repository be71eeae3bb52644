import type { DeskApproval } from '#contract/desk/approvals.ts';
import { creditedSum, limitFor } from '#server/balance/adjust-balance.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { isOfStaff } from '#server/payments/refunds/is-of-staff.ts';
import { refundedBy, refundedSum } from '#server/payments/refunds/refund-payment.ts';
import { sql } from 'kysely';
import type { ApprovalColumns } from './approval-columns.ts';

type Found = { limit: bigint | null; refunded: bigint; credited: bigint };

/**
 * What to know before deciding on a request: the requester's limit, how much of it is used for the customer, and what the customer
 * got in the last 24 hours. Amounts in minor units. The limit is 0 for a customer who is also a member of staff.
 */
export async function findBackground(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  { request, request_id: requestId, customer_id: customerId, asked_by: askedBy }: ApprovalColumns,
): Promise<NonNullable<DeskApproval['background']>> {
  const now = clock();
  const isRefund = 'way' in request;
  const id = sql`${customerId}::bigint`;
  const limitOf = (table: 's' | 'r') => sql.ref(`${table}.${isRefund ? 'refund_limit' : 'adjust_limit'}`);
  const { rows } = await sql<Found>`
    select case when ${isOfStaff(id)} then 0 when s.has_own_limits then ${limitOf('s')} else ${limitOf('r')} end as limit,
      ${refundedSum(undefined, id, now)} as refunded, ${creditedSum(id, now)} as credited
    from staff s join staff_role r on r.key = s.role where s.id = ${askedBy}`.execute(db);
  const { limit: found, refunded, credited } = rows[0]!;
  const by = { kind: 'staff', id: askedBy, requestId } as const;
  const limit = found === null ? null : Number(found);
  const used = !limit
    ? 0n
    : isRefund
      ? await refundedBy(db, by, customerId, now)
      : (await limitFor(db, { by, limit }, customerId, now)).used;
  return { limit, used: Number(used), refunded: Number(refunded), credited: Number(credited) };
}
