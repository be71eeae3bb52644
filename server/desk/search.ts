import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { holds } from '#contract/desk/permissions.ts';
import { auditRead } from '#server/audit/audit-read.ts';
import { beginsWith, type Findable } from '#server/database/search-text.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { isSeenBy, lineTables, shownName } from './line-columns.ts';
import { ticketNames } from './threads/show-thread.ts';

/** The audit entry for seeing a list of customers with names and addresses. */
export const listed = { action: 'list-customers', subject: 'customers' };

type Hits = DeskAnswerOf<'search'>['hits'];

/** Maximum number of the newest orders, messages and deposits by which customers are searched. */
const mostOfOthers = 1_000;
/** Maximum number of hits. */
const most = 12;

async function findOrder({ db }: DeskDeps, caller: StaffCaller, number: string): Promise<Hits> {
  const { rows } = await sql<{ position: number; title: string; first_name: string; last_name: string }>`
    select l.position, l.title, o.billing ->> 'firstName' as first_name, o.billing ->> 'lastName' as last_name
    from ${lineTables} where o.number = ${number} and (${holds(caller.permissions, 'order.see')} or l.work_status <> 'waiting' and ${isSeenBy(caller)})
    order by l.position`.execute(db);
  const [first] = rows;
  if (!first) return [];
  const name = shownName(caller, first);
  const lines = rows.map(({ position, title }) => ({
    url: `/lines/${number}/${position}`,
    title: `${number} · ${position}`,
    words: `${title} for ${name}`,
  }));
  const seesLines = holds(caller.permissions, 'work.own');
  return [
    ...(holds(caller.permissions, 'order.see')
      ? [{ url: `/orders/${number}`, title: `Order ${number}`, words: name }]
      : []),
    ...(seesLines ? lines : []),
  ];
}

async function findTicket({ db }: DeskDeps, caller: StaffCaller, number: string): Promise<Hits> {
  if (!holds(caller.permissions, 'ticket.see')) return [];
  const { rows } = await sql<{ first_name: string; last_name: string }>`
    select ${ticketNames} from ticket t left join customer_order o on o.id = t.order_id where t.number = ${number}`.execute(
    db,
  );
  return rows.map((row) => ({
    url: `/tickets/${number}`,
    title: `Conversation ${number}`,
    words: shownName(caller, row),
  }));
}

type Hit = {
  kind: Findable;
  number: string | null;
  customer_id: bigint | null;
  first_name: string;
  last_name: string;
  email: string | null;
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
async function findByWords({ db }: DeskDeps, caller: StaffCaller, typed: string): Promise<Hits> {
  const kinds: Findable[] = [
    'customer',
    ...(holds(caller.permissions, 'order.see') ? (['order'] as const) : []),
    ...(holds(caller.permissions, 'ticket.see') ? (['ticket'] as const) : []),
    'deposit',
  ];
  const found = kinds.map(
    (kind, rank) => sql`(${newestFound(kind, typed, most, sql`${rank}::int as rank, kind, id`)})`,
  );
  const { rows } = await sql<Hit>`
    select s.kind, coalesce(o.number, t.number, p.number) as number, coalesce(c.id, d.customer_id) as customer_id, c.email,
      coalesce(c.first_name, o.billing ->> 'firstName', d.billing ->> 'firstName', t.name) as first_name,
      coalesce(c.last_name, o.billing ->> 'lastName', d.billing ->> 'lastName', '') as last_name
    from (select * from (${sql.join(found, sql` union all `)}) as each order by rank, id desc limit ${most}) s
      left join customer c on s.kind = 'customer' and c.id = s.id
      left join customer_order o on s.kind = 'order' and o.id = s.id
      left join ticket t on s.kind = 'ticket' and t.id = s.id
      left join deposit d on s.kind = 'deposit' and d.id = s.id
      left join payment_link p on p.id = d.payment_link_id
    order by s.rank, s.id desc`.execute(db);
  return rows.map(({ kind, number, customer_id: customer, email, ...names }) => {
    const name = shownName(caller, names);
    const hits: Record<Findable, Hits[number]> = {
      customer: { url: `/customers/${customer}`, title: name, words: email ?? '' },
      order: { url: `/orders/${number}`, title: `Order ${number}`, words: name },
      ticket: { url: `/tickets/${number}`, title: `Conversation ${number}`, words: name },
      deposit: { url: `/customers/${customer}`, title: `Deposit ${number}`, words: name },
    };
    return hits[kind];
  });
}

async function findDeposit({ db }: DeskDeps, caller: StaffCaller, number: string): Promise<Hits> {
  if (!holds(caller.permissions, 'customer.see')) return [];
  const { rows } = await sql<{ customer_id: bigint; first_name: string; last_name: string }>`
    select d.customer_id, d.billing ->> 'firstName' as first_name, d.billing ->> 'lastName' as last_name
    from payment_link p join deposit d on d.payment_link_id = p.id where p.number = ${number}`.execute(db);
  return rows.map(({ customer_id: id, ...names }) => ({
    url: `/customers/${id}`,
    title: `Deposit ${number}`,
    words: shownName(caller, names),
  }));
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
