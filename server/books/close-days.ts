import type { IdleGroup, Movement } from '#contract/desk/books.ts';
import { findNewestSeal } from '#server/audit/find-breaks.ts';
import type { Schema } from '#server/database/schema.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import type { Clock } from '#server/process/clock.ts';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { type DayBounds, daysAfter, endedDays, nextClose } from './day-bounds.ts';

/** Minor units by account code, all customers added up. A positive amount is a credit balance. */
export type Balances = Record<string, number>;

type BookKey = { currency: string; livemode: boolean };
type Counted = BookKey & {
  day: string;
  kind: string;
  from: string;
  to: string;
  count: number;
  amount: bigint;
};
/** A closed day's book. */
export type ClosedBook = BookKey & {
  day: string;
  starts_at: Date;
  ends_at: Date;
  opening: Balances;
  closing: Balances;
  movements: Movement[];
  idle: IdleGroup[] | null;
};

/** Runs once a day, a quarter of an hour after midnight in the operator's time zone. */
export const closeDaysNightly = jobKind<Record<string, never>>('books.close-days', { forever: true });

/** Days closed in one transaction. When more have ended, the next transaction follows at once. */
const atOnce = 400;
/** How many of the newest closed days are counted again, to find postings committed after their day was closed. */
export const lookBack = 31;

const keyOf = ({ currency, livemode }: BookKey): string => `${currency} ${livemode}`;
const placeOf = (book: BookKey, day: string, { kind, from, to }: Pick<Movement, 'kind' | 'from' | 'to'>) =>
  [keyOf(book), day, kind, from, to].join(' ');

/**
 * SQL: the transfers of each transaction `t`, with the codes of their accounts, as `x`. `offset 0` keeps PostgreSQL from joining
 * whole tables, of which a day is a small part.
 */
export const transfersOf = sql`lateral (
  select x.id, x.currency, x.livemode, x.amount, d.code as debit, c.code as credit,
    coalesce(d.customer_id, c.customer_id) as customer
  from ledger_transfer x,
    lateral (select code, customer_id from ledger_account where id = x.from_account offset 0) as d,
    lateral (select code, customer_id from ledger_account where id = x.to_account offset 0) as c
  where x.tx_id = t.id offset 0
) as x`;

/** Adds up the postings of each day, by kind and accounts. */
export async function countPostings(db: Kysely<Schema>, days: readonly DayBounds[]): Promise<Counted[]> {
  const bounds = days.map(({ day, starts, ends }) => ({ day, starts, ends }));
  const { rows } = await sql<Counted>`
    select d.day::text as day, p.* from
      jsonb_to_recordset(${JSON.stringify(bounds)}::jsonb) as d(day date, starts timestamptz, ends timestamptz),
      lateral (
        select x.currency, x.livemode, x.kind, f.code as from, o.code as to, sum(x.count)::int as count, sum(x.amount)::bigint as amount
        from (
          -- adds up by account first, so that each account's code is read once
          select x.currency, x.livemode, t.kind, x.from_account, x.to_account, count(*) as count, sum(x.amount) as amount
          from ledger_tx t, lateral (select * from ledger_transfer where tx_id = t.id offset 0) as x
          where t.posted_at >= d.starts and t.posted_at < d.ends
          group by 1, 2, 3, 4, 5 offset 0
        ) as x,
          lateral (select code from ledger_account where id = x.from_account offset 0) as f,
          lateral (select code from ledger_account where id = x.to_account offset 0) as o
        group by 1, 2, 3, 4, 5
      ) as p
    order by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows;
}

/** The books of the closed days from one day to another (ISO dates), oldest first. */
export async function findClosed(db: Kysely<Schema>, from: string, to: string): Promise<ClosedBook[]> {
  const { rows } = await sql<ClosedBook>`
    select day::text as day, currency, livemode, starts_at, ends_at, opening, closing, movements, idle from day_close
    where day >= ${from} and day <= ${to} order by day_close.day, currency, livemode`.execute(db);
  return rows;
}

/** The newest closed day (ISO date); undefined before the first. */
export async function findNewestClose(db: Kysely<Schema>): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from day_close`.execute(db);
  return rows[0]!.day ?? undefined;
}

/** The books of the newest `lookBack` closed days. */
export async function findRecent(db: Kysely<Schema>): Promise<ClosedBook[]> {
  const newest = await findNewestClose(db);
  return newest === undefined ? [] : findClosed(db, daysAfter(newest, 1 - lookBack), newest);
}

/**
 * The ledger's postings of these days less those in their closes. Positive: committed after their day was closed. Negative: no
 * longer in the ledger. `closed` must have every close that may contain postings of `days`.
 */
export async function findDifferences(
  db: Kysely<Schema>,
  closed: readonly ClosedBook[],
  days: readonly DayBounds[],
): Promise<Counted[]> {
  const known = new Map<string, { count: number; amount: number }>();
  for (const { day, movements, ...book } of closed)
    for (const movement of movements) {
      const place = placeOf(book, movement.postedOn ?? day, movement);
      const { count, amount } = known.get(place) ?? { count: 0, amount: 0 };
      known.set(place, { count: count + movement.count, amount: amount + movement.amount });
    }
  const differences: Counted[] = [];
  for (const row of await countPostings(db, days)) {
    const place = placeOf(row, row.day, row);
    const { count, amount } = known.get(place) ?? { count: 0, amount: 0 };
    known.delete(place);
    if (row.count !== count || row.amount !== BigInt(amount))
      differences.push({ ...row, count: row.count - count, amount: row.amount - BigInt(amount) });
  }
  const counted = new Set(days.map(({ day }) => day));
  for (const [place, { count, amount }] of known) {
    const [currency = '', livemode, day = '', kind = '', from = '', to = ''] = place.split(' ');
    if (counted.has(day))
      differences.push({
        day,
        currency,
        livemode: livemode === 'true',
        kind,
        from,
        to,
        count: -count,
        amount: -BigInt(amount),
      });
  }
  return differences;
}

/** The days of these books, each once. */
export const boundsOf = (closed: readonly ClosedBook[]): DayBounds[] => [
  ...new Map(
    closed.map(({ day, starts_at: starts, ends_at: ends }) => [day, { day, starts, ends }]),
  ).values(),
];

/** The balances after these movements: a transfer debits `from` and credits `to`. Accounts at zero are left out. */
export function moveBalances(opening: Balances, movements: readonly Movement[]): Balances {
  const closing = { ...opening };
  for (const { from, to, amount } of movements) {
    closing[from] = (closing[from] ?? 0) - amount;
    closing[to] = (closing[to] ?? 0) + amount;
  }
  return Object.fromEntries(Object.entries(closing).filter(([, amount]) => amount !== 0));
}

/** Lower bounds of the groups of idle balances, in days since the last transaction. */
const idleFrom = [0, 90, 365, 3 * 365];

/** SQL: the group (its lower bound in days) of a balance whose last transaction was at `at`, at the end of a day. */
export const groupOf = (at: RawBuilder<unknown>, ends: Date): RawBuilder<number> => sql<number>`(
  select max(d.days) from unnest(${idleFrom}::int[]) as d(days)
  where d.days = 0 or ${at} <= ${ends}::timestamptz - make_interval(days => d.days)
)`;

/** What customers could spend at the end of a day, by the days since their last transaction. Reads every balance. */
async function findIdle(db: Kysely<Schema>, ends: Date): Promise<(BookKey & IdleGroup)[]> {
  const { rows } = await sql<BookKey & { days: number; customers: number; amount: bigint }>`
    select currency, livemode, days, count(*)::int as customers, sum(amount)::bigint as amount from (
      select a.currency, a.livemode, e.balance as amount, ${groupOf(sql`e.posted_at`, ends)} as days
      from ledger_account a, lateral (
        select e.balance, t.posted_at from balance_entry e, lateral (select posted_at from ledger_tx where id = e.id offset 0) as t
        where (e.customer_id, e.currency, e.livemode) = (a.customer_id, a.currency, a.livemode) and t.posted_at < ${ends}
        order by e.id desc limit 1
      ) as e
      where a.code = 'cash' and e.balance > 0
    ) as held group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }));
}

async function firstPosting(db: Kysely<Schema>): Promise<Date | undefined> {
  const { rows } = await sql<{ first: Date | null }>`select min(posted_at) as first from ledger_tx`.execute(
    db,
  );
  return rows[0]!.first ?? undefined;
}

const movementOf = ({ kind, from, to, count, amount }: Counted, postedOn?: string): Movement => ({
  kind,
  from,
  to,
  count,
  amount: Number(amount),
  ...(postedOn === undefined ? {} : { postedOn }),
});

async function closeOnce(tx: Transaction<Schema>, now: Date): Promise<number> {
  // two processes must not close the same day at the same time
  await sql`select pg_advisory_xact_lock(hashtext('day_close'))`.execute(tx);
  const closed = await findRecent(tx);
  const newest = closed.at(-1);
  const first = newest ? undefined : await firstPosting(tx);
  if (!newest && !first) return 0;
  const days = endedDays(
    now,
    newest ? { last: { day: newest.day, ends: newest.ends_at } } : { first: first! },
    atOnce,
  );
  if (days.length === 0) return 0;

  const counted = await countPostings(tx, days);
  const late = (await findDifferences(tx, closed, boundsOf(closed))).filter(({ amount }) => amount > 0n);
  const books = new Map<string, BookKey & { balances: Balances }>();
  for (const { currency, livemode, closing } of closed.filter(({ day }) => day === newest!.day))
    books.set(keyOf({ currency, livemode }), { currency, livemode, balances: closing });
  const seal = await findNewestSeal(tx);
  const idle = await findIdle(tx, days.at(-1)!.ends);
  const rows: object[] = [];
  for (const [index, { day, starts, ends }] of days.entries()) {
    const moved = counted.filter((row) => row.day === day);
    const overdue = index === 0 ? late : [];
    for (const { currency, livemode } of [...moved, ...overdue]) {
      const key = keyOf({ currency, livemode });
      if (!books.has(key)) books.set(key, { currency, livemode, balances: {} });
    }
    for (const [key, book] of books) {
      const movements = [
        ...moved.filter((row) => keyOf(row) === key).map((row) => movementOf(row)),
        ...overdue.filter((row) => keyOf(row) === key).map((row) => movementOf(row, row.day)),
      ];
      const { currency, livemode, balances: opening } = book;
      const closing = moveBalances(opening, movements);
      const isNewest = day === days.at(-1)!.day;
      const spendable = isNewest ? idle.filter((row) => keyOf(row) === key) : null;
      rows.push({ day, currency, livemode, starts, ends, opening, movements, closing, idle: spendable });
      books.set(key, { currency, livemode, balances: closing });
    }
  }
  await sql`insert into day_close (day, currency, livemode, starts_at, ends_at, opening, movements, closing, idle, audit_place, audit_hash, closed_at)
    select day, currency, livemode, starts, ends, opening, movements, closing, idle, ${seal?.place ?? null}::bigint, ${seal?.hash ?? null}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as closed(day date, currency text, livemode boolean, starts timestamptz, ends timestamptz, opening jsonb, movements jsonb, closing jsonb, idle jsonb)`.execute(
    tx,
  );
  return days.length;
}

/**
 * Closes every day that has ended: writes its opening and closing balances and its movements, which never change afterwards. A
 * posting that was committed after its day was closed is counted in the next close.
 */
export async function closeDays({ db, clock }: { db: Kysely<Schema>; clock: Clock }): Promise<void> {
  const now = clock();
  for (let more = true; more;)
    more = await db
      .transaction()
      // the two counts see different snapshots, but count different days: no posting is counted twice
      .setIsolationLevel('read committed')
      .execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        return (await closeOnce(tx, now)) === atOnce;
      });
}

export const closeDaysJob = (deps: { db: Kysely<Schema>; clock: Clock }): JobHandlers =>
  closeDaysNightly.handledBy(async () => {
    await closeDays(deps);
    return nextClose(deps.clock());
  });
