import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import { isAccountOfStaff } from '#server/payments/refunds/is-of-staff.ts';
import { bookRefund, findRefundable, refundedBy } from '#server/payments/refunds/refund-payment.ts';
import { notFound } from '#server/http/refusal.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import { giveOrAsk } from '#server/desk/approvals/ask-approval.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { insertNote } from '#server/desk/notes.ts';

type Named = { number: string };

/** The payment of an order or a deposit, with the subject of notes about it. */
type Payment = {
  number: string;
  currency: string;
  purpose: 'order' | 'deposit';
  customer_id: bigint;
  order_id: bigint | null;
};

/**
 * The payment of the order or deposit with this number.
 * @throws ProblemReply 404
 */
async function findPayment({ db }: Pick<DeskDeps, 'db'>, typed: string): Promise<Payment> {
  const number = readNumber('R', typed) ?? readNumber('D', typed);
  const { rows } = await sql<Payment>`
    select l.number, l.currency, l.purpose, l.customer_id, (select o.id from customer_order o where o.payment_link_id = l.id) as order_id
    from payment_link l where l.number = ${number ?? ''}`.execute(db);
  if (!rows[0]) throw notFound('We can’t find that order or deposit.');
  return rows[0];
}

type Work = { revised_at: Date | null; is_open: boolean };

/** When the first revision of the order's lines was delivered, null if none was, and whether work isn't finished. */
async function workOf({ db }: Pick<DeskDeps, 'db'>, orderId: bigint | null): Promise<Work> {
  if (orderId === null) return { revised_at: null, is_open: false };
  const { rows } = await sql<Work>`
    select min(v.delivered_at) filter (where l.revisions_used > 0 and v.version > 1) as revised_at,
      coalesce(bool_or(l.work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested')), false) as is_open
    from order_line l left join delivery v on v.order_id = l.order_id and v.position = l.position
    where l.order_id = ${orderId}`.execute(db);
  return rows[0]!;
}

/**
 * How much of an order or a deposit can be refunded now, how much of that the caller may refund, and the guarantee that applies.
 * @throws ProblemReply 404
 */
export async function showRefundable(
  deps: DeskDeps,
  { by, limits }: StaffCaller,
  { number: typed }: Named,
): Promise<DeskAnswerOf<'showRefundable'>> {
  const { number, currency, customer_id: customerId, order_id: orderId } = await findPayment(deps, typed);
  const { card, balance, unspent, toCard, whyNot } = await findRefundable(deps, number);
  const { revised_at: revised, is_open: hasOpenWork } = await workOf(deps, orderId);
  const limit = (await isAccountOfStaff(deps.db, customerId)) ? 0 : limits.refund;
  const used = limit ? await refundedBy(deps.db, by, customerId, deps.clock()) : 0n;
  return {
    currency,
    ways: { card: Number(card), balance: Number(balance), unspent: Number(unspent) },
    toCard: Number(toCard),
    whyNot,
    limit,
    used: Number(used),
    guarantee: revised && {
      words: deps.catalogue().policies.guarantee,
      revisedAt: revised.toISOString(),
    },
    hasOpenWork,
  };
}

/**
 * Refunds a part of an order or a deposit, or requests approval above the caller's limit. Repeating the request changes nothing.
 * The note is added to the order's or the customer's notes.
 * @throws ProblemReply 404, 409
 */
export async function refundDeskOrder(
  deps: DeskDeps,
  caller: StaffCaller,
  { number: typed }: Named,
  { requestId, amount, way, reason, note, seen }: DeskBodyOf<'refundDeskOrder'>,
): Promise<DeskAnswerOf<'refundDeskOrder'>> {
  const { number, purpose, customer_id: customerId, order_id: orderId } = await findPayment(deps, typed);
  const on = orderId === null ? { customerId } : { orderId };
  const writes = (now: Date) => (note === '' ? [] : [insertNote(caller, on, note, now)]);
  const refunding = {
    number,
    amount: BigInt(amount),
    way,
    reason,
    by: caller.by,
    requestId,
    seen: BigInt(seen),
    limit: caller.limits.refund,
    writes,
  };
  return giveOrAsk(
    deps,
    caller,
    {
      requestId,
      request: { number, way },
      customerId,
      subject: `${purpose} ${number}`,
      amount: BigInt(amount),
      reason,
      note,
    },
    { book: (tx, now) => bookRefund(tx, deps.payments, refunding, now), writes },
  );
}
