import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { operatorsDay } from '#contract/delivery-date.ts';
import { day, minute } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { posting } from '#server/ledger/postings.ts';
import { system } from '#server/process/actor.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/database/schema.ts';
import { auditDays } from './audit-days.ts';
import { type Balances, type ClosedBook, closeDays, findClosed } from './close-days.ts';

const began = Date.parse('2026-11-20T15:00:00Z');
const days = 400;
const now = new Date(began + days * day + minute);
const books = ['usd', 'eur', 'jpy'].flatMap((currency) =>
  [true, false].map((livemode) => ({ currency, livemode })),
);
type Book = (typeof books)[number];
type Posted = Book & { at: Date; day: string; isCredit: boolean; amount: number };

let shop: TestShop;
const posted: Posted[] = [];
before(async () => {
  shop = await openTestShop({ startsAt: new Date(began) });
  const { email } = await shop.customer();
  const { rows } = await sql<{ id: bigint }>`select id from customer where email = ${email}`.execute(db());
  const customerId = rows[0]!.id;
  for (let n = 0; n < 500; n += 1) {
    // each book has a posting on the first day, so that every day has its close; none is on the day that hasn't ended
    const book = books[n % books.length]!;
    const at = new Date(began + (n < books.length ? 0 : Math.floor(Math.random() * (days - 1) * day)));
    const one = {
      ...book,
      at,
      day: operatorsDay(at, businessCalendar),
      isCredit: n % 3 !== 0,
      amount: 1 + Math.floor(Math.random() * 100_000),
    };
    posted.push(one);
    const [from, to] = one.isCredit
      ? (['promo_expense', 'revenue'] as const)
      : (['revenue', 'promo_expense'] as const);
    await sql`select ${ledgerPost(
      posting('adjustment', crypto.randomUUID(), { customerId, ...book }, { by: system, at, memo: 'Year' }, [
        { from, to, amount: BigInt(one.amount) },
      ]),
    )}`.execute(db());
  }
  await closeDays({ db: db(), clock: () => now });
});
after(() => shop.close());

const db = () => shop.database.db;
const ofBook = (all: readonly ClosedBook[], { currency, livemode }: Book) =>
  all.filter((one) => one.currency === currency && one.livemode === livemode);
const every = (database: Kysely<Schema> = db()) => findClosed(database, '2026-01-01', '2030-01-01');

test('closes 400 days in three currencies and both modes with the sums of their postings', async () => {
  const closed = await every();
  for (const book of books) {
    const own = ofBook(closed, book);
    assert.equal(own.length, days);
    let opening: Balances = {};
    for (const [at, one] of own.entries()) {
      const { day: date, starts_at: starts, ends_at: ends } = one;
      if (at > 0) assert.deepEqual(starts, own[at - 1]!.ends_at, `${date} begins where the day before ended`);
      assert.deepEqual(one.opening, opening, date);
      const today = posted.filter(
        (each) => each.currency === book.currency && each.livemode === book.livemode && each.day === date,
      );
      assert.ok(today.every((each) => starts <= each.at && each.at < ends));
      const change = today.reduce((sum, { isCredit, amount }) => sum + (isCredit ? amount : -amount), 0);
      assert.equal((one.closing['revenue'] ?? 0) - (opening['revenue'] ?? 0), change, date);
      assert.equal((opening['promo_expense'] ?? 0) - (one.closing['promo_expense'] ?? 0), change, date);
      assert.equal(
        one.movements.reduce((sum, { count }) => sum + count, 0),
        today.length,
      );
      opening = one.closing;
    }
  }
  const { rows } = await sql<Book & { code: string; sum: bigint }>`
    select currency, livemode, code, sum(summed)::bigint as sum from ledger_audit group by 1, 2, 3 having sum(summed) <> 0`.execute(
    db(),
  );
  for (const { code, sum, ...book } of rows)
    assert.equal(ofBook(closed, book).at(-1)!.closing[code], Number(sum), `${code} in ${book.currency}`);
  assert.equal(rows.length, 2 * books.length);
  assert.deepEqual(await auditDays(db()), []);
});

test('changes no closed day when the close runs again', async () => {
  const closed = await every();
  await closeDays({ db: db(), clock: () => now });
  assert.deepEqual(await every(), closed);
});

/** What the audit finds after a change that the database’s triggers would have rejected. The change is rolled back. */
async function findAfter(table: string, change: ReturnType<typeof sql>): Promise<string> {
  let found: string[] = [];
  const undone = new Error('undone');
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql`alter table ${sql.id(table)} disable trigger user`.execute(tx);
      await change.execute(tx);
      found = await auditDays(tx);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found.join('\n');
}

test('reports a day that doesn’t open with the previous closing balances, and a deleted transfer of a closed day', async () => {
  const newest = (await every()).at(-1)!.day;
  assert.match(
    await findAfter(
      'day_close',
      sql`update day_close set opening = jsonb_set(opening, '{cash}', '5'), closing = jsonb_set(closing, '{cash}', '5')
        where day = ${newest} and currency = 'eur' and livemode`,
    ),
    new RegExp(
      `^The books of ${newest} in eur don’t open with the closing balances of the day before.$`,
      'm',
    ),
  );
  const first = posted[0]!;
  const removed = await findAfter(
    'ledger_transfer',
    sql`delete from ledger_transfer where currency = ${first.currency} and livemode = ${first.livemode} and amount = ${first.amount}`,
  );
  assert.match(
    removed,
    /: the closed days and the transactions since then add up to .*, but the ledger has /,
  );
  assert.deepEqual(await auditDays(db()), []);
});
