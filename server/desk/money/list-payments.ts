import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import { paymentsWhere, toPaymentRow } from './payment-columns.ts';

/** Greater than any payment link's ID, for the first page. */
const noCursor = '9223372036854775807';

/** Payments for orders and deposits, newest first, by keyset. */
export async function listPayments(
  { db }: Pick<DeskDeps, 'db'>,
  caller: StaffCaller,
  { cursor, limit }: DeskQueryOf<'listPayments'>,
): Promise<DeskAnswerOf<'listPayments'>> {
  const { rows } = await paymentsWhere(
    sql`l.id < ${cursor ?? noCursor}::bigint`,
    sql`order by l.id desc limit ${limit + 1}`,
  ).execute(db);
  const found = rows.toSorted((a, b) => Number(b.id - a.id));
  const page = found.slice(0, limit);
  return {
    payments: page.map((payment) => toPaymentRow(payment, caller)),
    nextCursor: found.length > limit ? String(page.at(-1)!.id) : null,
  };
}
