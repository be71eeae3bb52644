import { addressLines } from '#contract/storefront/address-lines.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { lineDaysLate } from '#contract/storefront/lateness.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { holds } from '#contract/desk/permissions.ts';
import { notFound } from '#server/http/refusal.ts';
import { findOrders, type FoundOrder } from '#server/orders/find-orders.ts';
import { whyNotCancel } from '#server/orders/why-not-cancel.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { nameOnOrder, paymentOf } from './find-desk-orders.ts';
import { staffName } from '#server/desk/name-actors.ts';
import { notesWhere, toNote } from '#server/desk/notes.ts';
import { type History, timelineOf } from './order-timeline.ts';

/**
 * Finds an order by its number.
 * @throws ProblemReply 404
 */
export async function findDeskOrder(
  { db, publicUrl }: Pick<DeskDeps, 'db' | 'publicUrl'>,
  typed: string,
): Promise<FoundOrder> {
  const number = readNumber('R', typed);
  const [found] = number ? await findOrders(db, publicUrl, sql`o.number = ${number}`, 1) : [];
  if (!found) throw notFound('We can’t find that order.');
  return found;
}

type Facts = History & {
  customer_id: bigint;
  email: string;
  is_erased: boolean;
  orders: number;
  disputed: bigint;
  lost: bigint;
  approvals: { id: string; amount: number; askedBy: string }[];
};

const list = (entry: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(${entry}), '[]') ${rest})`;

/** More data of an order in one statement: its customer, dispute and history. */
async function findFacts(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  id: bigint,
  { number, lines }: Order,
  { permissions }: StaffCaller,
): Promise<Facts> {
  const subjects = [`order ${number}`, ...lines.map(({ position }) => `line ${number} ${position}`)];
  const refundActor = sql`coalesce(r.actor, r.origin)`;
  const writer = sql`case m.author when 'staff' then 'staff:' || m.staff_id else 'customer:' || o.customer_id end`;
  const provider = sql`'provider:' || d.provider`;
  const { rows } = await sql<Facts>`
    select o.customer_id, c.email, c.erased_at is not null as is_erased, p.disputed, p.lost,
      (select count(*)::int from customer_order t where t.customer_id = o.customer_id) as orders,
      ${list(
        sql`jsonb_build_object('at', e.at, 'actor', e.actor, 'name', ${staffName(sql`e.actor`)}, 'line', e.line_position, 'from', e.from_status,
          'to', e.to_status, 'reason', e.reason) order by e.id`,
        sql`from order_event e where e.order_id = o.id`,
      )} as events,
      ${list(
        sql`jsonb_build_object('at', r.created_at, 'actor', ${refundActor}, 'name', ${staffName(refundActor)}, 'amount', r.amount,
          'to', case when r.payment_attempt_id is null then 'balance' else 'card' end, 'status', r.status, 'reason', r.reason,
          'askedBy', (select s.name from approval a join staff s on s.id = a.asked_by where a.id = r.approval_id))`,
        sql`from refund r where r.payment_link_id = o.payment_link_id`,
      )} as refunds,
      ${list(
        sql`jsonb_build_object('at', d.created_at, 'actor', ${provider}, 'name', null, 'amount', d.amount, 'status', d.status,
          'reason', d.reason)`,
        sql`from payment_attempt a join dispute d on d.payment_attempt_id = a.id where a.payment_link_id = o.payment_link_id`,
      )} as disputes,
      ${list(
        sql`jsonb_build_object('at', u.at, 'actor', u.actor, 'name', ${staffName(sql`u.actor`)}, 'action', u.action, 'subject', u.subject,
          'amount', case when u.action like '%approval' or u.action like 'ask-%' then (u.detail ->> 'amount')::bigint end)
          order by u.id`,
        sql`from audit_entry u where u.subject = any(${subjects}::text[])`,
      )} as acts,
      ${list(
        sql`jsonb_build_object('at', m.at, 'actor', ${writer}, 'name', ${staffName(writer)}, 'author', m.author, 'text', m.text) order by m.id`,
        sql`from ticket t join ticket_message m on m.ticket_id = t.id where t.order_id = o.id and m.send_at is null
          and ${holds(permissions, 'ticket.see')}`,
      )} as messages,
      ${list(
        sql`jsonb_build_object('at', s.sent_at, 'subject', s.subject) order by s.sent_at, s.id`,
        sql`from sent_email s where s.number = o.number`,
      )} as emails,
      ${list(
        sql`jsonb_build_object('id', a.id::text, 'amount', a.amount, 'askedBy', s.name) order by a.id`,
        sql`from approval a join staff s on s.id = a.asked_by
          where a.subject = 'order ' || o.number and a.status = 'waiting' and a.expires_at > ${clock()}`,
      )} as approvals,
      ${list(
        sql`jsonb_build_object('at', r.made_at, 'actor', 'staff:' || r.made_by, 'name', (select name from staff where id = r.made_by),
          'conversation', case when ${holds(permissions, 'ticket.see')} then coalesce(
            (select number from ticket where id = r.ticket_id), (select number from customer_order where id = r.order_id)) end)
          order by r.id`,
        sql`from proposal r where r.id in (select l.proposal_id from order_line l where l.order_id = o.id)`,
      )} as proposals,
      ${notesWhere(sql`n.order_id = o.id`)} as notes
    from customer_order o join customer c on c.id = o.customer_id join payment_link p on p.id = o.payment_link_id
    where o.id = ${id}`.execute(db);
  return rows[0]!;
}

const lineOf = (
  { position, title, parts, details, work, dueOn, moved, amount }: Order['lines'][number],
  now: Date,
) => ({
  position,
  title,
  amounts: parts[0]?.label ?? '',
  isExpress: details.express,
  status: work.status,
  neededOn: moved?.expectedOn ?? work.reviseBy ?? dueOn,
  daysLate: lineDaysLate({ dueOn, work }, now),
  amount,
});

/**
 * An order for staff, with names and addresses as the caller may see them.
 * @throws ProblemReply 404
 */
export async function showDeskOrder(
  deps: DeskDeps,
  caller: StaffCaller,
  { number }: { number: string },
): Promise<DeskAnswerOf<'showDeskOrder'>> {
  const { id, order, livemode } = await findDeskOrder(deps, number);
  const facts = await findFacts(deps, id, order, caller);
  const now = deps.clock();
  const seesCustomer = holds(caller.permissions, 'customer.see');
  const { payment, billing } = order;
  const shows = seesCustomer && !facts.is_erased;
  return {
    number: order.number,
    createdAt: order.createdAt,
    paidAt: payment.paidAt,
    expiresAt: payment.expiresAt,
    payment: paymentOf(order),
    work: order.work.status,
    currency: order.currency,
    livemode,
    lines: order.lines.map((line) => lineOf(line, now)),
    money: {
      price: order.amount,
      fromBalance: payment.paidFromBalance,
      online: payment.paidByCard,
      refunded: payment.refunded,
      disputed: Number(facts.disputed),
      returnedByBank: Number(facts.lost),
    },
    customer: {
      id: seesCustomer ? String(facts.customer_id) : null,
      name: nameOnOrder(caller, order),
      email: shows ? facts.email : null,
      orders: facts.orders,
      isErased: facts.is_erased,
    },
    billing: shows
      ? [...addressLines(billing), ...(billing.reference ? [`Reference ${billing.reference}`] : [])]
      : null,
    whyNotCancel: whyNotCancel(order),
    approvals: facts.approvals,
    notes: facts.notes.filter(({ line }) => line === null).map((note) => toNote(note, caller, now)),
    timeline: timelineOf(facts),
  };
}
