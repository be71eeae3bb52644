import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import { auditRead } from '#server/audit/audit-read.ts';
import { type RawBuilder, sql } from 'kysely';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { customersFoundBy, listed } from '#server/desk/search.ts';

export type CustomerColumns = {
  id: bigint;
  email: string;
  first_name: string;
  last_name: string;
  created_at: Date;
  email_confirmed_at: Date | null;
  locked_at: Date | null;
  erased_at: Date | null;
};

/** SQL columns of CustomerColumns, from the table customer. */
export const customerColumns: RawBuilder<unknown> = sql`customer.id, customer.email, customer.first_name, customer.last_name,
  customer.created_at, customer.email_confirmed_at, customer.locked_at, customer.erased_at`;

/** Converts a stored customer to a row of the API. An erased customer is also locked in the database, but shown as erased. */
export function toCustomer(row: CustomerColumns) {
  const isErased = row.erased_at !== null;
  const open = row.email_confirmed_at === null ? ('unconfirmed' as const) : ('active' as const);
  return {
    id: String(row.id),
    name: isErased ? 'Erased customer' : `${row.first_name} ${row.last_name}`.trim(),
    email: isErased ? null : row.email,
    state: isErased ? ('erased' as const) : row.locked_at === null ? open : ('locked' as const),
    createdAt: row.created_at.toISOString(),
  };
}

/** Greater than any customer's ID, for the first page. */
const noCursor = '9223372036854775807';

/** The customers that match the search text, or all; newest first, by keyset. */
export async function listCustomers(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  { by }: StaffCaller,
  { q, cursor, limit }: DeskQueryOf<'listCustomers'>,
): Promise<DeskAnswerOf<'listCustomers'>> {
  const { rows } = await sql<CustomerColumns & { orders: number }>`
    select ${customerColumns}, (select count(*)::int from customer_order o where o.customer_id = customer.id) as orders
    from customer where id < ${cursor ?? noCursor}::bigint and ${q === undefined ? sql`true` : sql`erased_at is null and customer.id in (${customersFoundBy(q, cursor ?? noCursor, limit + 1)})`}
    order by id desc limit ${limit + 1}`.execute(db);
  await auditRead(db, by, clock(), listed);
  const page = rows.slice(0, limit);
  return {
    customers: page.map((row) => ({ ...toCustomer(row), orders: row.orders })),
    nextCursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  };
}
