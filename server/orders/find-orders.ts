import type { Order, WorkStatus } from '#contract/storefront/orders.ts';
import type { PaymentStatus } from '#contract/storefront/payment-statuses.ts';
import type { Schema } from '#server/database/schema.ts';
import { paymentUrl } from '#server/payments/payment-url.ts';
import { readActorKind } from '#server/process/actor.ts';
import { isLiveIn } from '#server/payments/reduce-snapshot.ts';
import { isReasonShown } from '#server/payments/refunds/refund-email.mail.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

type OrderRow = {
  id: bigint;
  number: string;
  created_at: Date;
  amount: bigint;
  currency: string;
  livemode: boolean;
  billing: Order['billing'];
  paid_at: Date | null;
  paid_from_balance: bigint;
  paid_by_card: bigint;
  paid_to_balance: bigint;
  refunded: bigint;
  refunds: Order['payment']['refunds'];
  charged_back_at: Date | null;
  /** The part of the online payments that banks returned to the customer by chargeback. Minor units. */
  charged_back: bigint;
  payment_status: PaymentStatus;
  work_status: WorkStatus;
  token: string;
  link_status: 'awaitingPayment' | 'paid' | 'expired' | 'cancelled';
  expires_at: Date;
  /** The balance's hold for a payment in progress. Minor units. */
  reserved: bigint;
  lines: Order['lines'];
  messages: number;
  events: (Omit<Order['events'][number], 'at'> & { at: string })[];
};

/** SQL: the payment status of order `o` with payment link `p`. */
export const paymentStatusOfOrder: RawBuilder<PaymentStatus> = sql`case
  when p.disputed > 0 or p.charged_back_at is not null then 'disputed'
  when p.refunded > 0 then case when p.refunded = o.amount then 'refunded' else 'partiallyRefunded' end
  when p.status = 'awaitingPayment' and exists (
    select from payment_attempt where payment_link_id = p.id and status = 'processing'
  ) then 'processing'
  else p.status end`;

/** SQL: the work status of order `o`: that of its least advanced line. */
export const workStatusOfOrder: RawBuilder<WorkStatus> = sql`(
  select work_status from order_line where order_id = o.id order by array_position(array[
    'needsInfo', 'waiting', 'queued', 'inProgress', 'revisionRequested', 'delivered', 'completed', 'cancelled'
  ], work_status) limit 1
)`;

function toOrder(row: OrderRow, publicUrl: string): Order {
  const due = row.lines.map((line) => line.moved?.expectedOn ?? line.dueOn).filter((date) => date !== null);
  return {
    number: row.number,
    createdAt: row.created_at.toISOString(),
    billing: row.billing,
    amount: Number(row.amount),
    currency: row.currency,
    payment: {
      status: row.payment_status,
      reserved: Number(row.reserved),
      paidFromBalance: Number(row.paid_from_balance),
      paidByCard: Number(row.paid_by_card),
      paidToBalance: Number(row.paid_to_balance),
      refunded: Number(row.refunded),
      refunds: row.refunds.map(({ at, actor, reason, ...refund }) => ({
        ...refund,
        at: new Date(at).toISOString(),
        actor: readActorKind(actor),
        reason: isReasonShown(actor) ? reason : null,
      })),
      returnedByBank:
        row.charged_back_at && row.charged_back > 0n
          ? { at: row.charged_back_at.toISOString(), amount: Number(row.charged_back) }
          : null,
      paidAt: row.paid_at?.toISOString() ?? null,
      ...(row.link_status === 'awaitingPayment' ? { paymentLink: paymentUrl(publicUrl, row.token) } : {}),
      expiresAt: row.expires_at.toISOString(),
    },
    work: { status: row.work_status },
    dueAt: due.sort().at(-1) ?? null,
    lines: row.lines.map((line) => ({
      ...line,
      work: {
        ...line.work,
        reviewUntil: line.work.reviewUntil && new Date(line.work.reviewUntil).toISOString(),
      },
    })),
    events: row.events.map((event) => ({
      ...event,
      at: new Date(event.at).toISOString(),
      actor: readActorKind(event.actor),
    })),
    messages: row.messages,
  };
}

export type FoundOrder = { id: bigint; order: Order; livemode: boolean };

/** Orders with all their data, newest first, in one statement. `where`: an SQL condition on customer_order `o`. */
export async function findOrders(
  db: Kysely<Schema>,
  publicUrl: string,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<FoundOrder[]> {
  const { rows } = await sql<OrderRow>`
    select o.id, o.number, o.created_at, o.amount, o.currency, p.livemode, o.billing, o.paid_at, o.paid_from_balance, o.paid_by_card,
      case p.status when 'awaitingPayment' then 0 else p.captured - o.paid_by_card end as paid_to_balance,
      p.token, p.status as link_status, p.refunded, p.expires_at, p.charged_back_at,
      ${paymentStatusOfOrder} as payment_status, ${workStatusOfOrder} as work_status,
      coalesce(
        (select held from payment_attempt where payment_link_id = p.id and ${isLiveIn('status')}), 0
      ) as reserved,
      (
        select jsonb_agg(jsonb_build_object(
          'position', position, 'orderType', order_type, 'title', title, 'details', details, 'parts', parts, 'amount', amount,
          'days', days, 'revisionRounds', revision_rounds, 'dueOn', due_on, 'agreedOn', agreed_on, 'firstDueOn', first_due_on,
          'contains', (select jsonb_agg(item ->> 'label') from jsonb_array_elements(bundle_items) as item),
          'moved', case when expected_on is not null then jsonb_build_object('expectedOn', expected_on, 'reason', move_reason) end,
          'work', jsonb_build_object(
            'status', work_status, 'revisionsLeft', revision_rounds - revisions_used, 'reviseBy', revise_by, 'question', question,
            'reviewUntil', review_until, 'canExtend', work_status = 'delivered' and revision_rounds > 0 and not review_extended, 'versions', (
              select count(*) from delivery d where d.order_id = l.order_id and d.position = l.position
            )
          )
        ) order by position) from order_line l where order_id = o.id
      ) as lines,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'at', created_at, 'amount', from_order, 'actor', coalesce(actor, origin),
          'to', case when payment_attempt_id is null or status = 'failed' then 'balance' else 'card' end,
          'status', case status when 'succeeded' then 'succeeded' when 'failed' then 'refused' else 'pending' end,
          'reason', reason
        ) order by created_at, id), '[]') from refund where payment_link_id = p.id and from_order > 0
      ) as refunds,
      (
        select least(o.paid_by_card, coalesce(sum(x.withdrawn - x.reinstated), 0)::bigint)
        from dispute x join payment_attempt a on a.id = x.payment_attempt_id
        where a.payment_link_id = p.id and x.status = 'lost'
      ) as charged_back,
      (
        select jsonb_agg(jsonb_build_object(
          'at', at, 'actor', actor, 'line', line_position, 'from', from_status, 'to', to_status, 'reason', reason
        ) order by id) from order_event where order_id = o.id
      ) as events,
      coalesce((select messages from ticket where order_id = o.id), 0) as messages
    from customer_order o join payment_link p on p.id = o.payment_link_id
    where ${where}
    order by o.id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ id: row.id, order: toOrder(row, publicUrl), livemode: row.livemode }));
}
