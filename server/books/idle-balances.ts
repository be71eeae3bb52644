import type { ShownIdle } from '#contract/desk/money-lists.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';
import { findClosed, groupOf } from './close-days.ts';
import { type BooksDeps, checkPeriod, type Period } from './show-books.ts';

/** A customer's balance at the end of a day. Minor units. `days`: the lower bound of its group (`groupOf`). */
export type IdleBalance = {
  account_id: bigint;
  customer_id: bigint;
  first_name: string;
  last_name: string;
  currency: string;
  livemode: boolean;
  amount: bigint;
  last_at: Date;
  days: number;
};

/** A ledger account. The shop's own accounts have no customer; accounts without entries have no balance. */
type AccountRow = Pick<IdleBalance, 'account_id' | 'currency' | 'livemode' | 'days'> & {
  customer_id: bigint | null;
  first_name: string | null;
  last_name: string | null;
  balance: bigint | null;
  last_at: Date | null;
};

/** The balance of a customer's account as a list of one; empty for another account or without a positive balance. */
function toBalance({
  customer_id,
  first_name,
  last_name,
  balance,
  last_at,
  ...row
}: AccountRow): IdleBalance[] {
  if (customer_id === null || balance === null || balance <= 0n || last_at === null) return [];
  return [
    {
      ...row,
      customer_id,
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      amount: balance,
      last_at,
    },
  ];
}

const pageSize = 2_000;

/**
 * The positive balances before `ends` of one page of accounts, those with IDs after `after`. `last`: the page's last account;
 * undefined on the last page.
 */
async function readPage(
  db: Kysely<Schema>,
  ends: Date,
  after: bigint,
): Promise<{ found: IdleBalance[]; last: bigint | undefined }> {
  const { rows } = await sql<AccountRow>`
    select a.id as account_id, a.customer_id, c.first_name, c.last_name, a.currency, a.livemode, e.balance, e.posted_at as last_at,
      ${groupOf(sql`e.posted_at`, ends)} as days
    from (select * from ledger_account where id > ${after} order by id limit ${pageSize}) as a
    left join lateral (select first_name, last_name from customer where id = a.customer_id offset 0) as c on true
    left join lateral (
      select e.balance, t.posted_at from balance_entry e, lateral (select posted_at from ledger_tx where id = e.id offset 0) as t
      where a.code = 'cash' and (e.customer_id, e.currency, e.livemode) = (a.customer_id, a.currency, a.livemode) and t.posted_at < ${ends}
      order by e.id desc limit 1
    ) as e on true
    order by a.id`.execute(db);
  return {
    found: rows.flatMap(toBalance),
    last: rows.length < pageSize ? undefined : rows.at(-1)!.account_id,
  };
}

/** The positive balances of all customers before `ends`, in pages. */
export async function* idleBalances(db: Kysely<Schema>, ends: Date): AsyncGenerator<IdleBalance[]> {
  for (let after: bigint | undefined = 0n; after !== undefined;) {
    const { found, last }: Awaited<ReturnType<typeof readPage>> = await readPage(db, ends, after);
    if (found.length > 0) yield found;
    after = last;
  }
}

/**
 * Customers' balances at the end of the period's last closed day, by the time since their last transaction.
 * @throws Refusal for a period that is too long or ends before it starts
 */
export async function showIdle({ db }: Pick<BooksDeps, 'db'>, period: Period): Promise<ShownIdle> {
  checkPeriod(period);
  const { rows } = await sql<{ day: string | null }>`
    select max(day)::text as day from day_close where day >= ${period.from} and day <= ${period.to}`.execute(
    db,
  );
  const day = rows[0]!.day;
  const closed = day === null ? [] : await findClosed(db, day, day);
  return {
    day,
    books: closed.map(({ currency, livemode, idle: groups }) => ({ currency, livemode, groups })),
  };
}
