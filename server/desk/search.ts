import { businessCalendar } from '#contract/business-calendar.ts';
import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { DeskOrderRow } from '#contract/desk/orders.ts';
import { holds } from '#contract/desk/permissions.ts';
import type { Hit } from '#contract/desk/search.ts';
import { formatMoney } from '#contract/money.ts';
import { auditRead } from '#server/audit/audit-read.ts';
import { beginsWith, type Findable } from '#server/database/search-text.ts';
import { findOrders } from '#server/orders/find-orders.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import {
  brandOfLine,
  isSeenBy,
  type LineColumns,
  lineColumns,
  lineTables,
  shownName,
  toLineRow,
} from './line-columns.ts';
import { toOrderRow } from './orders/find-desk-orders.ts';
import { newestText, ticketNames } from './threads/show-thread.ts';

/** The audit entry for seeing a list of customers with names and addresses. */
export const listed = { action: 'list-customers', subject: 'customers' };

/** Maximum number of the newest orders, messages and deposits by which customers are searched. */
const mostOfOthers = 1_000;
/** Maximum number of hits. */
const most = 12;

/** A customer's name with the brands of an order or a line. */
const withBrands = (name: string, brands: readonly (string | null)[]): string =>
  [name, ...new Set(brands.filter((brand) => brand !== null))].join(', ');

async function findOrder(
  { db, publicUrl, clock }: DeskDeps,
  caller: StaffCaller,
  number: string,
): Promise<Hit[]> {
  const seesOrders = holds(caller.permissions, 'order.see');
  const [order] = seesOrders ? await findOrders(db, publicUrl, sql`o.number = ${number}`, 1) : [];
  const { rows } = await sql<LineColumns>`
    select ${lineColumns} from ${lineTables}
    where o.number = ${number} and (${seesOrders} or l.work_status <> 'waiting' and ${isSeenBy(caller)})
    order by l.position`.execute(db);
  const brands = rows.map(({ brand }) => brand);
  const lines = rows.map((row): Hit => {
    const line = toLineRow(row, caller, clock());
    return {
      url: `/lines/${number}/${row.position}`,
      title: `${number} · ${row.position}`,
      words: withBrands(shownName(caller, row), [row.brand]),
      livemode: line.livemode,
      line,
      order: null,
    };
  });
  return [
    ...(order ? [orderHit(toOrderRow(order, caller), brands)] : []),
    ...(holds(caller.permissions, 'work.own') ? lines : []),
  ];
}

const orderHit = (order: DeskOrderRow, brands: readonly (string | null)[]): Hit => ({
  url: `/orders/${order.number}`,
  title: `Order ${order.number}`,
  words: withBrands(order.customer, brands),
  livemode: order.livemode,
  line: null,
  order,
});

const ticketHit = (number: string, name: string, text: string): Hit => ({
  url: `/tickets/${number}`,
  title: `Conversation ${number}`,
  words: text === '' ? name : `${name}: ${text}`,
  livemode: true,
  line: null,
  order: null,
});

type Deposit = {
  customer: bigint;
  number: string;
  amount: bigint;
  currency: string;
  livemode: boolean;
  at: Date;
};

const depositHit = ({ customer, number, amount, currency, livemode, at }: Deposit, name: string): Hit => ({
  url: `/customers/${customer}`,
  title: `Deposit ${number}`,
  words: `${name}, ${formatMoney(amount, currency)}, ${formatDay(operatorsDay(at, businessCalendar))}`,
  livemode,
  line: null,
  order: null,
});

async function findTicket({ db }: DeskDeps, caller: StaffCaller, number: string): Promise<Hit[]> {
  if (!holds(caller.permissions, 'ticket.see')) return [];
  const { rows } = await sql<{ first_name: string; last_name: string; text: string }>`
    select ${ticketNames}, ${newestText} as text
    from ticket t left join customer_order o on o.id = t.order_id where t.number = ${number}`.execute(db);
  return rows.map((row) => ticketHit(number, shownName(caller, row), row.text));
}

/** A row of the search by words. Both names are empty for an order, whose own row names the customer. */
type Found = {
  kind: Findable;
  id: bigint;
  number: string | null;
  customer: bigint | null;
  first_name: string;
  last_name: string;
  email: string | null;
  brands: (string | null)[] | null;
  text: string | null;
  amount: bigint | null;
  currency: string | null;
  livemode: boolean | null;
  at: Date | null;
};

/**
 * SQL query: the newest rows of one kind that match this text, with IDs below the cursor. `id + 0` makes PostgreSQL use the index
 * of words: a scan in the order of IDs would read every row for an unknown word.
 */
const newestFound = (
  kind: Findable,
  typed: string,
  count: number,
  columns: RawBuilder<unknown> = sql`id`,
  below: RawBuilder<unknown> = sql`true`,
) => sql`select ${columns} from search_text where kind = ${kind} and ${beginsWith(sql`words`, typed)} and ${below}
  order by id + 0 desc limit ${count}`;

/** The rows of search_text that match this text: customers first, then the newest of each kind. */
async function findByWords({ db, publicUrl }: DeskDeps, caller: StaffCaller, typed: string): Promise<Hit[]> {
  const kinds: Findable[] = [
    'customer',
    ...(holds(caller.permissions, 'order.see') ? (['order'] as const) : []),
    ...(holds(caller.permissions, 'ticket.see') ? (['ticket'] as const) : []),
    'deposit',
  ];
  const found = kinds.map(
    (kind, rank) => sql`(${newestFound(kind, typed, most, sql`${rank}::int as rank, kind, id`)})`,
  );
  const { rows } = await sql<Found>`
    select s.kind, s.id, coalesce(t.number, p.number) as number, coalesce(c.id, d.customer_id) as customer, c.email,
      coalesce(c.first_name, d.billing ->> 'firstName', t.name, '') as first_name,
      coalesce(c.last_name, d.billing ->> 'lastName', '') as last_name,
      (select jsonb_agg(distinct ${brandOfLine}) from order_line l where s.kind = 'order' and l.order_id = s.id) as brands,
      case when s.kind = 'ticket' then ${newestText} end as text, p.amount, p.currency, p.livemode, p.created_at as at
    from (select * from (${sql.join(found, sql` union all `)}) as each order by rank, id desc limit ${most}) s
      left join customer c on s.kind = 'customer' and c.id = s.id
      left join ticket t on s.kind = 'ticket' and t.id = s.id
      left join deposit d on s.kind = 'deposit' and d.id = s.id
      left join payment_link p on p.id = d.payment_link_id
    order by s.rank, s.id desc`.execute(db);
  const ids = rows.filter(({ kind }) => kind === 'order').map(({ id }) => id);
  const orders =
    ids.length === 0 ? [] : await findOrders(db, publicUrl, sql`o.id = any(${ids}::bigint[])`, most);
  return rows.flatMap((row): Hit[] => {
    const { kind, id, number, customer, email } = row;
    const name = shownName(caller, row);
    if (kind === 'customer')
      return [
        {
          url: `/customers/${customer}`,
          title: name,
          words: email ?? '',
          livemode: true,
          line: null,
          order: null,
        },
      ];
    if (kind === 'ticket') return [ticketHit(number!, name, row.text ?? '')];
    if (kind === 'deposit') return [depositHit(row as Deposit, name)];
    const order = orders.find((one) => one.id === id);
    return order ? [orderHit(toOrderRow(order, caller), row.brands ?? [])] : [];
  });
}

async function findDeposit({ db }: DeskDeps, caller: StaffCaller, number: string): Promise<Hit[]> {
  if (!holds(caller.permissions, 'customer.see')) return [];
  const { rows } = await sql<Deposit & { first_name: string; last_name: string }>`
    select d.customer_id as customer, p.number, p.amount, p.currency, p.livemode, p.created_at as at,
      d.billing ->> 'firstName' as first_name, d.billing ->> 'lastName' as last_name
    from payment_link p join deposit d on d.payment_link_id = p.id where p.number = ${number}`.execute(db);
  return rows.map((row) => depositHit(row, shownName(caller, row)));
}

/**
 * SQL query: the IDs of the customers who match this text: by the number of an order, a deposit or a conversation, or by words in
 * their own data or in their newest orders, messages and deposits. `cursor`, `count`: the wanted page of customers.
 */
export function customersFoundBy(typed: string, cursor: string, count: number): RawBuilder<unknown> {
  const [order, ticket, deposit] = [readNumber('R', typed), readNumber('T', typed), readNumber('D', typed)];
  if (order) return sql`select customer_id from customer_order where number = ${order}`;
  if (ticket)
    return sql`select coalesce(customer_id, about_customer_id) from ticket where number = ${ticket}`;
  if (deposit) return sql`select customer_id from payment_link where number = ${deposit}`;
  const found = (kind: Findable) => newestFound(kind, typed, mostOfOthers);
  return sql`(${newestFound('customer', typed, count, sql`id`, sql`id < ${cursor}::bigint`)})
    union all select customer_id from customer_order where id in (${found('order')})
    union all select customer_id from ticket where id in (${found('ticket')})
    union all select customer_id from deposit where id in (${found('deposit')})`;
}

/**
 * Finds orders, lines, conversations and deposits by number or by the beginnings of words of a name, an email address, a brand or
 * a number. Returns only hits that the caller may see.
 */
export async function search(
  deps: DeskDeps,
  caller: StaffCaller,
  { q }: { q: string },
): Promise<DeskAnswerOf<'search'>> {
  const number = readNumber('R', q);
  if (number) return { hits: await findOrder(deps, caller, number) };
  const ticket = readNumber('T', q);
  if (ticket) return { hits: await findTicket(deps, caller, ticket) };
  const deposit = readNumber('D', q);
  if (deposit) return { hits: await findDeposit(deps, caller, deposit) };
  if (!holds(caller.permissions, 'customer.see')) return { hits: [] };
  const hits = await findByWords(deps, caller, q);
  if (hits.length > 0) await auditRead(deps.db, caller.by, deps.clock(), listed);
  return { hits };
}
