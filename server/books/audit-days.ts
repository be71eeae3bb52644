import { accountLabel } from '#contract/desk/ledger-words.ts';
import { formatMoney } from '#contract/money.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';
import {
  type Balances,
  boundsOf,
  type ClosedBook,
  findDifferences,
  findRecent,
  moveBalances,
} from './close-days.ts';

const isSame = (a: Balances, b: Balances): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (account) => (a[account] ?? 0) === (b[account] ?? 0),
  );

/** Books whose closing doesn't follow from their opening, or whose opening isn't the closing of the day before. */
function* brokenBooks(closed: readonly ClosedBook[]): Generator<string> {
  const previous = new Map<string, Balances>();
  for (const { day, currency, livemode, opening, movements, closing } of closed) {
    const key = `${currency} ${livemode}`;
    const before = previous.get(key);
    if (before && !isSame(before, opening))
      yield `The books of ${day} in ${currency} don’t open with the closing balances of the day before.`;
    if (!isSame(moveBalances(opening, movements), closing))
      yield `The closing balances of ${day} in ${currency} don’t follow from its movements.`;
    previous.set(key, closing);
  }
}

/** Accounts whose newest closing balance plus the postings since then is not the sum of all their transfers. */
async function findWrongAccounts(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ code: string; currency: string; closed: bigint; summed: bigint }>`
    with newest as (select * from day_close where day = (select max(day) from day_close)),
    closed as (
      select n.currency, n.livemode, b.key as code, b.value::bigint as amount
      from newest n, jsonb_each_text(n.closing) b
    ),
    since as (
      select x.currency, x.livemode, x.from_account, x.to_account, x.amount
      from ledger_tx t join ledger_transfer x on x.tx_id = t.id
      where t.posted_at >= (select max(ends_at) from newest)
    ),
    moved as (
      select currency, livemode, code, amount from closed
      union all select s.currency, s.livemode, a.code, -s.amount from since s join ledger_account a on a.id = s.from_account
      union all select s.currency, s.livemode, a.code, s.amount from since s join ledger_account a on a.id = s.to_account
    ),
    expected as (select currency, livemode, code, sum(amount)::bigint as amount from moved group by 1, 2, 3),
    actual as (select currency, livemode, code, sum(summed)::bigint as amount from ledger_audit group by 1, 2, 3)
    select coalesce(e.code, a.code) as code, coalesce(e.currency, a.currency) as currency,
      coalesce(e.amount, 0)::bigint as closed, coalesce(a.amount, 0)::bigint as summed
    from expected e full join actual a on (a.currency, a.livemode, a.code) = (e.currency, e.livemode, e.code)
    where exists (select from newest) and coalesce(e.amount, 0) <> coalesce(a.amount, 0)
    order by 1, 2`.execute(db);
  return rows.map(
    ({ code, currency, closed, summed }) =>
      `${accountLabel(code)}: the closed days and the transactions since then add up to ${formatMoney(closed, currency)}, but the ledger has ${formatMoney(summed, currency)}.`,
  );
}

/**
 * Differences between the closed days and the ledger, in words: books that don't add up or don't open with the previous closing
 * balances, postings of the last 31 closed days that are no longer in the ledger, and accounts whose sum differs. A posting that
 * was committed after its day was closed is no difference: the next close counts it.
 */
export async function auditDays(db: Kysely<Schema>): Promise<string[]> {
  const closed = await findRecent(db);
  if (closed.length === 0) return [];
  const differences = await findDifferences(db, closed, boundsOf(closed));
  const missing = differences.filter(({ amount }) => amount < 0n);
  // a posting committed after its day was closed is in the ledger, but in no close yet: the sums can't match
  const accounts = differences.length > 0 ? [] : await findWrongAccounts(db);
  return [
    ...brokenBooks(closed),
    ...missing.map(
      ({ day, kind, currency, amount }) =>
        `The ledger has ${formatMoney(-amount, currency)} less of ${kind} on ${day} than when the day was closed.`,
    ),
    ...accounts,
  ];
}
