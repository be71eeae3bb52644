import { formatMoney } from '#contract/money.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';

type Account = {
  code: string;
  customer_id: bigint | null;
  currency: string;
  cached: bigint | null;
  summed: bigint;
  may_be_negative: boolean | null;
};

type WrongEntries = { customer_id: bigint; wrong: bigint; first: bigint };

type Statement = { customer_id: bigint; currency: string; cached: bigint; added: bigint; shown: bigint };

const nameOf = ({ code, customer_id }: Account) =>
  customer_id === null ? `The account ${code}` : `The account ${code} of customer ${customer_id}`;

function* problemsOf(account: Account): Generator<string> {
  const { code, cached, summed, currency, may_be_negative } = account;
  const money = (amount: bigint) => formatMoney(amount, currency);
  if (cached === null) yield `${nameOf(account)} shows zero, but its transfers add up to ${money(summed)}.`;
  else if (cached !== summed)
    yield `${nameOf(account)} shows ${money(cached)}, but its transfers add up to ${money(summed)}.`;
  if (may_be_negative === false && summed < 0n)
    yield `${nameOf(account)} is at ${money(summed)}, which is below zero.`;
  if (code === 'debt' && summed > 0n) yield `${nameOf(account)} is at ${money(summed)}, which is above zero.`;
}

/**
 * Checks the ledger: each cached balance equals its transfers and its statement, no balance is below its floor, and each book
 * sums to zero.
 * @returns a sentence per error; empty when there is none
 */
export async function auditLedger(db: Kysely<Schema>): Promise<string[]> {
  const { rows: accounts } = await sql<Account>`
    select a.code, a.customer_id, a.currency, a.cached, a.summed::bigint as summed, b.may_be_negative
    from ledger_audit a left join ledger_balance b on b.account_id = a.id
    where a.cached is not null or a.customer_id is not null`.execute(db);
  const { rows: totals } = await sql<{ currency: string; livemode: boolean; total: bigint }>`
    select currency, livemode, sum(summed)::bigint as total from ledger_audit group by 1, 2 having sum(summed) <> 0`.execute(
    db,
  );
  const { rows: statements } = await sql<Statement>`
    select a.customer_id, a.currency, sum(a.cached)::bigint as cached, coalesce(e.amount, 0)::bigint as added, coalesce(e.balance, 0)::bigint as shown
    from ledger_audit a left join lateral (
      select sum(amount) as amount, (array_agg(balance order by id desc))[1] as balance from balance_entry
      where customer_id = a.customer_id and currency = a.currency and livemode = a.livemode
    ) as e on true
    where a.code in ('cash', 'debt')
    group by a.customer_id, a.currency, a.livemode, e.amount, e.balance
    having sum(a.cached) <> coalesce(e.amount, 0) or sum(a.cached) <> coalesce(e.balance, 0)`.execute(db);
  // reads in key order, so that one pass keeps only one row per statement in memory
  const { rows: entries } = await sql<WrongEntries>`
    select customer_id, count(*) as wrong, min(id) as first
    from (
      select customer_id, currency, livemode, id, balance,
        sum(amount) over (partition by customer_id, currency, livemode order by id rows unbounded preceding) as summed
      from balance_entry
    ) as entry
    where balance <> summed group by customer_id, currency, livemode order by customer_id`.execute(db);
  return [
    ...entries.map(
      ({ customer_id, wrong, first }) =>
        `The statement of customer ${customer_id} shows a wrong balance in ${wrong === 1n ? '1 entry' : `${wrong} entries`}, starting with entry ${first}.`,
    ),
    ...statements.map(
      ({ customer_id, currency, cached, added, shown }) =>
        `The statement of customer ${customer_id} ends at ${formatMoney(shown, currency)} and adds up to ${formatMoney(added, currency)}, but the balance is ${formatMoney(cached, currency)}.`,
    ),
    ...accounts.flatMap((account) => [...problemsOf(account)]),
    ...totals.map(
      ({ currency, livemode, total }) =>
        `All ${livemode ? '' : 'test '}accounts in ${currency} add up to ${formatMoney(total, currency)} instead of zero.`,
    ),
  ];
}
