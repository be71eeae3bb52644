import { lineName } from '#contract/storefront/line-name.ts';
import { storedDetails, type WorkStatus } from '#contract/storefront/orders.ts';
import { balancePart, type LinkStatus, type PaymentPage } from '#contract/storefront/payments.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { spendable } from '#server/ledger/available-balance.ts';
import { loadPaymentLink, type PaymentLink, receivedBefore } from './load-payment-link.ts';
import type { PaymentDeps } from './payment-deps.ts';

function statusOf(link: PaymentLink): LinkStatus {
  const { status, attempt_status, refunded, amount, is_disputed, is_charged_back } = link;
  if (status === 'awaitingPayment' && attempt_status === 'processing') return 'processing';
  if (is_charged_back) return 'chargedBack';
  if (is_disputed) return 'disputed';
  // an order whose whole price was refunded is shown as cancelled; a deposit's `refunded` is always 0
  return refunded === amount ? 'cancelled' : status;
}

/** SQL: whether the link has a card refund that neither succeeded nor failed yet. */
const refundIsPending = (linkId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from refund where payment_link_id = ${linkId} and payment_attempt_id is not null and status not in ('succeeded', 'failed')
)`;

/** How a deposit was paid (always by card) and refunded, without failed refunds. */
async function findPaidDeposit(
  db: Kysely<Schema>,
  { id, captured }: PaymentLink,
): Promise<PaymentPage['paid']> {
  const { rows } = await sql<{ refunded: bigint; is_refund_pending: boolean; email: string }>`
    select c.email, ${refundIsPending(sql.ref('l.id'))} as is_refund_pending, (
      select coalesce(sum(amount), 0)::bigint from refund
      where payment_link_id = l.id and payment_attempt_id is not null and status <> 'failed'
    ) as refunded
    from payment_link l join customer c on c.id = l.customer_id where l.id = ${id}`.execute(db);
  const { refunded, is_refund_pending: isRefundPending, email } = rows[0]!;
  return {
    fromBalance: 0,
    byCard: Number(captured),
    toBalance: 0,
    refundedToBalance: 0,
    refundedToCard: Number(refunded),
    isRefundPending,
    receiptTo: email,
  };
}

type OrderFacts = {
  paid_from_balance: bigint;
  paid_by_card: bigint;
  refunded_to_card: bigint;
  is_refund_pending: boolean;
  email: string;
  /** The due day and progress of the link's lines, in their order. */
  lines: { dueOn: string | null; work: WorkStatus; orderType: number }[];
};

async function findPaidOrder(db: Kysely<Schema>, { id }: PaymentLink): Promise<OrderFacts | undefined> {
  const { rows } = await sql<OrderFacts>`
    select o.paid_from_balance, o.paid_by_card, c.email,
      (
        select coalesce(sum(from_order), 0)::bigint from refund
        where payment_link_id = ${id} and payment_attempt_id is not null and status <> 'failed'
      ) as refunded_to_card,
      ${refundIsPending(sql`${id}::bigint`)} as is_refund_pending,
      (
        select jsonb_agg(jsonb_build_object('dueOn', due_on, 'work', work_status, 'orderType', order_type) order by position)
        from order_line where order_id = o.id
      ) as lines
    from customer_order o join customer c on c.id = o.customer_id
    where o.payment_link_id = ${id} and o.paid_at is not null`.execute(db);
  return rows[0];
}

/** The names of an order's lines, which contain their clients, so only the owner sees them. */
async function findNames(db: Kysely<Schema>, { id }: PaymentLink): Promise<string[]> {
  const lines = await db
    .selectFrom('order_line as l')
    .innerJoin('customer_order as o', 'o.id', 'l.order_id')
    .select(['l.position', 'l.title', 'l.details'])
    .where('o.payment_link_id', '=', id)
    .orderBy('l.position')
    .execute();
  const named = lines.map((line) => ({ ...line, details: storedDetails.parse(line.details) }));
  return named.map((line) => lineName(line, named));
}

/**
 * The public view of a payment link. Anyone with the link can read it, so it has no personal data. The logged-in owner also
 * sees the usable balance and how the link was paid.
 * @throws ProblemReply 404 for an unknown token.
 */
export async function showPayment(
  { db, catalogue }: Pick<PaymentDeps, 'db' | 'catalogue'>,
  token: string,
  customerId: bigint | undefined,
): Promise<PaymentPage> {
  const link = await loadPaymentLink(db, { token });
  const current = catalogue();
  const isOpen = link.status === 'awaitingPayment';
  // a paid deposit shows the received amount, which was credited
  const isCredited = link.purpose === 'deposit' && link.status === 'paid';
  const amount = Number(isCredited ? link.captured : link.amount);
  const received = isOpen ? Number(receivedBefore(link)) : 0;
  const isOwner = customerId === link.customer_id;
  const deposit = isCredited && isOwner ? await findPaidDeposit(db, link) : undefined;
  const order = link.purpose === 'order' && !isOpen ? await findPaidOrder(db, link) : undefined;
  const names = isOwner && link.purpose === 'order' ? await findNames(db, link) : [];
  return {
    purpose: link.purpose,
    number: link.number,
    lines: link.lines.map(({ title, ordered = null, amount, days }, index) => {
      const { dueOn = null, work = null, orderType = 0 } = order?.lines[index] ?? {};
      const isAutomatic = current.findProduct(orderType)?.fulfilment === 'automatic';
      return {
        title: names[index] ?? title,
        ordered,
        amount: isCredited ? Number(link.captured) : amount,
        days,
        dueOn,
        work,
        hasAutomaticPart: isAutomatic && days > 0,
      };
    }),
    amount,
    asked: amount - balancePart('card', { amount, available: 0, received, currency: link.currency }),
    received: isOwner ? received : 0,
    ...(isOpen && link.purpose === 'order' && isOwner
      ? { balance: Number(spendable(link)), reserved: Number(link.held) }
      : {}),
    ...(order && isOwner
      ? {
          paid: {
            fromBalance: Number(order.paid_from_balance),
            byCard: Number(order.paid_by_card),
            toBalance: Number(link.captured - order.paid_by_card),
            refundedToBalance: Number(link.refunded - order.refunded_to_card),
            refundedToCard: Number(order.refunded_to_card),
            isRefundPending: order.is_refund_pending,
            receiptTo: order.email,
          },
        }
      : {}),
    ...(deposit ? { paid: deposit } : {}),
    guarantee: link.lines.some(({ revisionRounds = 0 }) => revisionRounds > 0)
      ? current.policies.guarantee
      : null,
    currency: link.currency,
    status: statusOf(link),
    hasFailed: isOpen && link.attempt_id === null && link.has_failed,
    hasExpired: isOpen && link.attempt_id === null && link.has_expired,
    expiresAt: link.expires_at.toISOString(),
  };
}
