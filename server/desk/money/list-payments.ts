import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import { fromBalance } from '#contract/desk/money.ts';
import { isWithin } from '#server/books/day-bounds.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import { paymentsWhere, providerOfLink, stateOfLink, toPaymentRow } from './payment-columns.ts';

type Filters = Omit<DeskQueryOf<'listPayments'>, 'cursor' | 'limit'>;

/** Greater than any payment link's ID, for the first page. */
const noCursor = '9223372036854775807';

/**
 * SQL: the links among which all payments in a rare state are, by an index, so that no page reads all links for a few. Undefined
 * for other states.
 */
function rareLinks(state: Filters['state']): RawBuilder<unknown> | undefined {
  if (state === 'review')
    return sql`l.id in (select payment_link_id from payment_attempt where status = 'review')`;
  if (state === 'disputed')
    return sql`l.id in (select a.payment_link_id from dispute d join payment_attempt a on a.id = d.payment_attempt_id
      where d.status in ('inquiry', 'open'))`;
  return undefined;
}

/**
 * SQL condition on payment link \`l\`: it matches the filters.
 * @throws Refusal when the last day is before the first
 */
function isChosen({ state, paidWith, from, to }: Filters): RawBuilder<unknown> {
  const rare = rareLinks(state);
  const conditions = [
    isWithin(sql`l.created_at`, { from, to }),
    ...(rare === undefined ? [] : [rare]),
    ...(state === undefined ? [] : [sql`${stateOfLink} = ${state}`]),
    ...(paidWith === undefined
      ? []
      : [
          paidWith === fromBalance
            ? sql`l.status = 'paid' and ${providerOfLink} is null`
            : sql`${providerOfLink} = ${paidWith}`,
        ]),
  ];
  return sql.join(conditions, sql` and `);
}

/**
 * Payments for orders and deposits that match the filters, newest first, by keyset.
 * @throws Refusal when the last day is before the first
 */
export async function listPayments(
  { db, payments: { providers } }: Pick<DeskDeps, 'db'> & { payments: Pick<PaymentDeps, 'providers'> },
  caller: StaffCaller,
  { cursor, limit, ...filters }: DeskQueryOf<'listPayments'>,
): Promise<DeskAnswerOf<'listPayments'>> {
  const { rows } = await paymentsWhere(
    sql`l.id < ${cursor ?? noCursor}::bigint and ${isChosen(filters)}`,
    sql`order by l.id desc limit ${limit + 1}`,
  ).execute(db);
  const found = rows.toSorted((a, b) => Number(b.id - a.id));
  const page = found.slice(0, limit);
  return {
    providers: providers.map(({ name }) => name),
    payments: page.map((payment) => toPaymentRow(payment, caller)),
    nextCursor: found.length > limit ? String(page.at(-1)!.id) : null,
  };
}
