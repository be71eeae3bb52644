import type { DeskAnswerOf } from '#contract/desk-endpoints.ts';
import { holds } from '#contract/permissions.ts';
import { canonicalEmail } from '#server/database/email-address.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { isSeenBy, lineTables, shownName } from './line-columns.ts';
import { ticketNames } from './show-thread.ts';

type Hits = DeskAnswerOf<'search'>['hits'];

/** Maximum number of customers found. */
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
    title: `Messages ${number}`,
    words: shownName(caller, row),
  }));
}

// compares bytewise, like the indexes; a prepared LIKE would not use them
const startsWith = (text: RawBuilder<unknown>, start: string) =>
  sql`(${text} ~>=~ ${start} and ${text} ~<~ ${`${start}\u{10ffff}`})`;

/** SQL condition: the customer's email address or a name begins with this text. Excludes erased customers. */
export function isCalled(typed: string): RawBuilder<boolean> {
  const name = typed.toLowerCase();
  return sql`erased_at is null and (${startsWith(sql`email_canonical`, canonicalEmail(typed))}
    or ${startsWith(sql`lower(first_name)`, name)} or ${startsWith(sql`lower(last_name)`, name)})`;
}

async function findCustomers({ db }: DeskDeps, typed: string): Promise<Hits> {
  const { rows } = await sql<{ id: bigint; email: string; first_name: string; last_name: string }>`
    select id, email, first_name, last_name from customer where ${isCalled(typed)}
    order by id desc limit ${most}`.execute(db);
  return rows.map(({ id, email, first_name: first, last_name: last }) => ({
    url: `/customers/${id}`,
    title: `${first} ${last}`.trimEnd(),
    words: email,
  }));
}

/** Finds orders, lines and conversations by number, and customers by the beginning of an email address or a name. Returns only what the caller may see. */
export async function search(
  deps: DeskDeps,
  caller: StaffCaller,
  { q }: { q: string },
): Promise<DeskAnswerOf<'search'>> {
  const number = readNumber('R', q);
  if (number) return { hits: await findOrder(deps, caller, number) };
  const ticket = readNumber('T', q);
  if (ticket) return { hits: await findTicket(deps, caller, ticket) };
  return { hits: holds(caller.permissions, 'customer.see') ? await findCustomers(deps, q) : [] };
}
