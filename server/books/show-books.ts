import {
  type AccountTotals,
  type ClosedDay,
  longestPeriod,
  type Movement,
  type ShownBooks,
  type ShownDay,
} from '#contract/desk/books.ts';
import { day as dayMs } from '#contract/durations.ts';
import { balanceAccounts, compareAccounts } from '#contract/desk/ledger-words.ts';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { Schema } from '#server/database/schema.ts';
import { ProblemReply, Refusal } from '#server/http/refusal.ts';
import type { Clock } from '#server/process/clock.ts';
import { type Kysely, sql } from 'kysely';
import { daysAfter } from './day-bounds.ts';
import {
  type Balances,
  type ClosedBook,
  boundsOf,
  findClosed,
  findDifferences,
  findNewestClose,
} from './close-days.ts';

export type BooksDeps = { db: Kysely<Schema>; clock: Clock; catalogue: () => Catalogue };
export type Period = { from: string; to: string };

/**
 * @throws Refusal for a period that is too long or ends before it starts
 */
export function checkPeriod({ from, to }: Period): void {
  if (from > to) throw new Refusal({ to: ['The end date can’t be before the start date'] });
  if ((Date.parse(to) - Date.parse(from)) / dayMs >= longestPeriod)
    throw new Refusal({ to: [`Choose a period of at most ${longestPeriod} days`] });
}

async function findNumbers(db: Kysely<Schema>): Promise<Map<string, string>> {
  const { rows } = await sql<{
    account: string;
    number: string;
  }>`select account, number from account_number`.execute(db);
  return new Map(rows.map(({ account, number }) => [account, number]));
}

/** Adds up movements of the same kind between the same accounts. */
function addUp(movements: readonly Movement[]): Movement[] {
  const sums = new Map<string, Movement>();
  for (const movement of movements) {
    const { kind, from, to, postedOn = '' } = movement;
    const key = [kind, from, to, postedOn].join(' ');
    const { count, amount } = sums.get(key) ?? { count: 0, amount: 0 };
    sums.set(key, { ...movement, count: count + movement.count, amount: amount + movement.amount });
  }
  return [...sums.values()].toSorted(
    (a, b) => a.kind.localeCompare(b.kind) || compareAccounts(a.from, b.from) || compareAccounts(a.to, b.to),
  );
}

function totalsOf(
  opening: Balances,
  movements: readonly Movement[],
  closing: Balances,
  numbers: ReadonlyMap<string, string>,
): AccountTotals[] {
  const accounts = new Set([
    ...Object.keys(opening),
    ...Object.keys(closing),
    ...movements.flatMap(({ from, to }) => [from, to]),
  ]);
  const sum = (side: 'from' | 'to', account: string) =>
    movements.reduce((total, movement) => total + (movement[side] === account ? movement.amount : 0), 0);
  return [...accounts].toSorted(compareAccounts).map((account) => ({
    account,
    number: numbers.get(account) ?? null,
    opening: opening[account] ?? 0,
    debit: sum('from', account),
    credit: sum('to', account),
    closing: closing[account] ?? 0,
  }));
}

/** Groups closed books by currency and mode, each group in the order of its days. */
export const byBook = (closed: readonly ClosedBook[]): ClosedBook[][] => [
  ...Map.groupBy(closed, ({ currency, livemode }) => `${currency} ${livemode}`).values(),
];

/**
 * The trial balance, movements and sales of the closed days of a period.
 * @throws Refusal for a period that is too long or ends before it starts
 */
export async function showBooks(deps: BooksDeps, period: Period): Promise<ShownBooks> {
  checkPeriod(period);
  const { db } = deps;
  const closed = await findClosed(db, period.from, period.to);
  const numbers = await findNumbers(db);
  const days = boundsOf(closed);
  const [first, last] = [days[0], days.at(-1)];
  const books = byBook(closed).map((own) => {
    const movements = addUp(own.flatMap((book) => book.movements));
    const { currency, livemode, opening } = own[0]!;
    const { closing, idle } = own.at(-1)!;
    return { currency, livemode, movements, idle, accounts: totalsOf(opening, movements, closing, numbers) };
  });
  return {
    ...period,
    firstClosed: first?.day ?? null,
    lastClosed: last?.day ?? null,
    books,
    sales: first && last ? await findSales(deps, first.starts, last.ends) : [],
  };
}

/** Lines of the orders that were paid between two instants, by product. */
async function findSales(
  { db, catalogue }: BooksDeps,
  starts: Date,
  ends: Date,
): Promise<ShownBooks['sales']> {
  const { rows } = await sql<{ order_type: number; currency: string; lines: number; amount: bigint }>`
    select l.order_type, l.currency, count(*)::int as lines, sum(l.amount)::bigint as amount
    from ledger_tx t, lateral (
      select l.order_type, l.amount, o.currency from customer_order o, lateral (
        select order_type, amount from order_line where order_id = o.id offset 0
      ) as l where o.number = t.source_id offset 0
    ) as l
    where t.kind = 'order_paid' and t.posted_at >= ${starts} and t.posted_at < ${ends}
    group by 1, 2 order by 4 desc, 1`.execute(db);
  return rows.map(({ order_type: type, amount, ...row }) => ({
    ...row,
    title: catalogue().everyProduct.find(({ orderType }) => orderType === type)!.title,
    amount: Number(amount),
  }));
}

const sumOf = (movements: readonly Movement[], ...kinds: string[]): number =>
  movements.reduce((sum, { kind, amount }) => sum + (kinds.includes(kind) ? amount : 0), 0);

/** Money received, earned and refunded on a closed day, and owed at its end. Minor units. */
export const toClosedAmounts = ({ movements, closing }: ClosedBook) => ({
  received: sumOf(movements, 'capture'),
  earned: sumOf(movements, 'earned'),
  returned: sumOf(movements, 'refund_succeeded', 'provider_refund'),
  balances: balanceAccounts.reduce((sum, account) => sum + (closing[account] ?? 0), 0),
  unearned: closing['unearned'] ?? 0,
});

/** A page of closed days, newest first. `cursor`: the last day of the previous page. */
export async function listDays(
  { db }: BooksDeps,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ days: ClosedDay[]; nextCursor: string | null }> {
  const newest = cursor === undefined ? await findNewestClose(db) : daysAfter(cursor, -1);
  if (newest === undefined) return { days: [], nextCursor: null };
  // every day between two closed days is closed, so a page is a range of dates
  const oldest = daysAfter(newest, 1 - limit);
  const closed = await findClosed(db, oldest, newest);
  const { rows: older } = await sql`select 1 from day_close where day < ${oldest} limit 1`.execute(db);
  const { rows: signed } = await sql<{ day: string; name: string }>`
    select s.day::text as day, t.name from day_signature s join staff t on t.id = s.staff_id
    where s.day >= ${oldest} and s.day <= ${newest} order by s.signed_at`.execute(db);
  return {
    days: closed.toReversed().map((book) => ({
      day: book.day,
      currency: book.currency,
      livemode: book.livemode,
      ...toClosedAmounts(book),
      signedBy: signed.filter(({ day }) => day === book.day).map(({ name }) => name),
    })),
    nextCursor: older.length > 0 ? oldest : null,
  };
}

export const notClosed = () =>
  new ProblemReply(404, 'This day isn’t closed. Each day closes after midnight.');

/**
 * Who signed a closed day, and whether the ledger's postings of it are exactly those in the closes (`matches`).
 * @throws ProblemReply 404 for a day that isn’t closed
 */
export async function showDay({ db }: BooksDeps, staffId: bigint, day: string): Promise<ShownDay> {
  const { rows } = await sql<{
    closed_at: Date;
    place: bigint | null;
    hash: string | null;
    before: string | null;
    after: string | null;
  }>`select closed_at, audit_place as place, audit_hash as hash,
      (select max(day)::text from day_close where day < ${day}) as before,
      (select min(day)::text from day_close where day > ${day}) as after
    from day_close where day = ${day} limit 1`.execute(db);
  const close = rows[0];
  if (!close) throw notClosed();
  const { rows: signatures } = await sql<{ id: bigint; name: string; at: Date; note: string }>`
    select t.id, t.name, s.signed_at as at, s.note from day_signature s join staff t on t.id = s.staff_id
    where s.day = ${day} order by s.signed_at`.execute(db);
  // later closes may contain postings of this day
  const closed = await findClosed(db, day, (await findNewestClose(db)) ?? day);
  const bounds = boundsOf(closed).filter((bound) => bound.day === day);
  return {
    day,
    closedAt: close.closed_at.toISOString(),
    matches: (await findDifferences(db, closed, bounds)).length === 0,
    seal:
      close.place === null || close.hash === null ? null : { place: String(close.place), hash: close.hash },
    signatures: signatures.map(({ id, at, ...row }) => ({
      ...row,
      at: at.toISOString(),
      isMine: id === staffId,
    })),
    before: close.before,
    after: close.after,
  };
}
