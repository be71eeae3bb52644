import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { ClosedDay, ShownBooks, ShownDay } from '#contract/desk/books.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { day, hour } from '#contract/durations.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { posting } from '#server/ledger/postings.ts';
import { system } from '#server/process/actor.ts';
import {
  openTestDesk,
  deskHost,
  deskOrigin,
  type Person,
  type TestDesk,
} from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';
import { sql } from 'kysely';
import { auditDays } from './audit-days.ts';
import { closeDays } from './close-days.ts';

let desk: TestDesk;
let owner: Person;
let accountant: Person;
before(async () => {
  desk = await openTestDesk();
  owner = await desk.join('owner');
  accountant = await desk.join('accountant');
});
after(() => desk.close());

/** Thrown to roll a transaction back, with what the audit found in it. */
class Undone extends Error {
  readonly found: string[];
  constructor(found: string[]) {
    super('undone');
    this.found = found;
  }
}

const db = () => desk.shop.database.db;
/** Advances the clock by days, closes them, and logs the owner in again: a session lasts half a day. */
async function pass(days: number) {
  desk.shop.pass(days * day);
  await closeDays({ db: db(), clock: desk.shop.now });
  owner.cookie = await desk.logIn(owner);
}
const get = <Body>(path: string) => workAt(desk).get<Body>(owner, path);
const listDays = async () => (await get<DeskAnswerOf<'listDays'>>('books/days?limit=100')).days;

async function customerId(email: string): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select id from customer where email = ${email}`.execute(db());
  return rows[0]!.id;
}
const credit = (id: bigint, amount: bigint, at: Date) =>
  sql`select ${ledgerPost(
    posting(
      'adjustment',
      crypto.randomUUID(),
      { customerId: id, currency: 'usd', livemode: false },
      { by: system, at, memo: 'Late' },
      [{ from: 'promo_expense', to: 'cash', amount }],
    ),
  )}`.execute(db());

/** The sums of all transfers by account, without accounts at zero. */
async function ledgerSums(): Promise<Record<string, number>> {
  const { rows } = await sql<{ code: string; sum: bigint }>`
    select code, sum(summed)::bigint as sum from ledger_audit group by code having sum(summed) <> 0 order by code`.execute(
    db(),
  );
  return Object.fromEntries(rows.map(({ code, sum }) => [code, Number(sum)]));
}
const closingOf = ({ accounts }: ShownBooks['books'][number]) =>
  Object.fromEntries(
    accounts
      .filter(({ closing }) => closing !== 0)
      .map(({ account, closing }) => [account, closing] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

test('closes random days that open with the previous closing balances and add up to the ledger', async () => {
  for (let turn = 0; turn < 12; turn++) {
    for (let act = Math.floor(Math.random() * 4); act > 0; act--) {
      desk.shop.pass(hour);
      const { auth } = await desk.shop.customer();
      await desk.shop.addFunds(auth, 10_000 + 100 * Math.floor(Math.random() * 100));
      const { orderNumber, token } = await desk.shop.placeOrder(auth);
      await desk.shop.addFunds(auth, 20_000);
      await desk.shop.pay(token, 'balance', auth);
      if (Math.random() < 0.5)
        await desk.shop.operate('refund', orderNumber, '12.50', 'balance', `Late ${turn}`);
      if (Math.random() < 0.3) await desk.shop.operate('cancel', orderNumber, 'Ordered twice', orderNumber);
    }
    await pass(1 + Math.floor(Math.random() * 3));
  }
  assert.deepEqual(await auditDays(db()), []);
  const days = (await listDays()).toReversed();
  assert.ok(days.length >= 12, `${days.length} days`);
  const whole = await get<ShownBooks>(`books?from=${days[0]!.day}&to=${days.at(-1)!.day}`);
  assert.deepEqual([whole.firstClosed, whole.lastClosed], [days[0]!.day, days.at(-1)!.day]);
  const [book] = whole.books;
  assert.deepEqual(closingOf(book!), await ledgerSums());
  for (const key of ['opening', 'closing'] as const)
    assert.equal(
      book!.accounts.reduce((sum, account) => sum + account[key], 0),
      0,
    );
  const total = (key: 'debit' | 'credit') => book!.accounts.reduce((sum, account) => sum + account[key], 0);
  assert.equal(total('debit'), total('credit'));
  let opening: Record<string, number> = {};
  for (const { day: date } of days) {
    const one = (await get<ShownBooks>(`books?from=${date}&to=${date}`)).books[0]!;
    for (const { account, opening: opened, debit, credit: credited, closing } of one.accounts) {
      assert.equal(opened, opening[account] ?? 0, `${date} ${account}`);
      assert.equal(closing, opened - debit + credited, `${date} ${account}`);
    }
    opening = closingOf(one);
  }
  const sold = whole.sales.reduce((sum, { amount }) => sum + amount, 0);
  const paid = book!.movements.filter(({ kind }) => kind === 'order_paid');
  assert.equal(
    sold,
    paid.reduce((sum, { amount }) => sum + amount, 0),
  );
});

test('counts a posting that was committed after its day was closed in the next close', async () => {
  const { email } = await desk.shop.customer();
  const id = await customerId(email);
  await credit(id, 500n, desk.shop.now());
  await pass(1);
  const closed = (await listDays())[0]!.day;
  assert.equal((await get<ShownDay>(`books/days/${closed}`)).matches, true);
  await credit(id, 700n, new Date(`${closed}T17:00:00Z`));
  assert.equal((await get<ShownDay>(`books/days/${closed}`)).matches, false);
  assert.deepEqual(await auditDays(db()), []);
  await pass(1);
  const next = (await listDays())[0]!.day;
  const { books } = await get<ShownBooks>(`books?from=${next}&to=${next}`);
  const late = books[0]!.movements.find(({ postedOn }) => postedOn !== undefined);
  assert.deepEqual([late?.postedOn, late?.amount], [closed, 700]);
  assert.equal((await get<ShownDay>(`books/days/${closed}`)).matches, true);
  assert.deepEqual(await auditDays(db()), []);
  assert.deepEqual(closingOf(books[0]!), await ledgerSums());
});

test('closes each day once when three calls close at the same time', async () => {
  desk.shop.pass(3 * day);
  const before = (await sql`select 1 from day_close`.execute(db())).rows.length;
  await Promise.all([1, 2, 3].map(() => closeDays({ db: db(), clock: desk.shop.now })));
  owner.cookie = await desk.logIn(owner);
  const { rows } = await sql`select 1 from day_close`.execute(db());
  assert.equal(rows.length, before + 3);
});

test('reports a deleted transfer and a changed closing balance when the database’s triggers were bypassed', async () => {
  const { email } = await desk.shop.customer();
  await credit(await customerId(email), 1_100n, desk.shop.now());
  await pass(1);
  const [{ day: last }] = (await listDays()) as [ClosedDay];
  const tampered = (statement: ReturnType<typeof sql>, ...tables: string[]) =>
    db()
      .transaction()
      .execute(async (tx) => {
        for (const table of tables) await sql`alter table ${sql.id(table)} disable trigger user`.execute(tx);
        await statement.execute(tx);
        const found = await auditDays(tx);
        throw new Undone(found);
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) return error.found;
        throw error;
      });
  const removed = await tampered(sql`delete from ledger_transfer where amount = 1100`, 'ledger_transfer');
  assert.match(removed.join('\n'), new RegExp(`\\$11\\.00 less of adjustment on ${last}`));
  const changed = await tampered(
    sql`update day_close set closing = jsonb_set(closing, '{cash}', '1') where day = ${last}`,
    'day_close',
  );
  assert.match(changed.join('\n'), new RegExp(`closing balances of ${last}`));
  await assert.rejects(
    sql`update day_close set closed_at = closed_at where day = ${last}`.execute(db()),
    /immutable/,
  );
});

test('signs a closed day once per person, with one audit entry', async () => {
  const [{ day: last }] = (await listDays()) as [ClosedDay];
  const sign = (date: string) =>
    workAt(desk).post(owner, `books/days/${date}/sign`, { note: 'Compared with the bank' });
  assert.equal((await sign(last)).status, 204);
  const again = await sign(last);
  assert.deepEqual([again.status, again.body.detail], [409, 'You’ve already signed off this day.']);
  assert.equal((await sign('2020-01-01')).status, 404);
  const { signatures, seal } = await get<ShownDay>(`books/days/${last}`);
  assert.deepEqual(
    signatures.map(({ name, note, isMine }) => [name, note, isMine]),
    [['Maya Stone', 'Compared with the bank', true]],
  );
  assert.match(seal!.hash, /^[0-9a-f]{64}$/);
  assert.deepEqual((await listDays())[0]!.signedBy, ['Maya Stone']);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_entry where action = 'sign-day' and subject = ${`day ${last}`}`.execute(
    db(),
  );
  assert.equal(rows[0]!.n, 1);
});

const journal = (person: Person, from: string, to: string) =>
  desk.shop.app.http.inject({
    method: 'POST',
    url: '/api/desk/books/journal',
    headers: {
      host: deskHost,
      origin: deskOrigin,
      'sec-fetch-site': 'same-origin',
      'x-desk': '1',
      cookie: `desk=${person.cookie}`,
    },
    payload: { from, to },
  });

test('exports a journal whose lines add up to the trial balance, with the accountant’s account numbers', async () => {
  const { auth } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 20_000);
  const { orderNumber, token } = await desk.shop.placeOrder(auth);
  await desk.shop.pay(token, 'balance', auth);
  await desk.shop.operate('refund', orderNumber, '10', 'balance', '=HYPERLINK("x")');
  await pass(1);
  const work = workAt(desk);
  const numbers = {
    accounts: [
      { account: 'cash', number: '2000' },
      { account: 'unearned', number: '2400' },
    ],
  };
  assert.equal((await work.post(owner, 'books/account-numbers', numbers)).status, 204);
  const unknown = { accounts: [{ account: 'petty_cash', number: '1' }] };
  assert.equal((await work.post(owner, 'books/account-numbers', unknown)).status, 400);

  const days = await listDays();
  const [from, to] = [days.at(-1)!.day, days[0]!.day];
  const answer = await journal(owner, from, to);
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^text\/csv/);
  assert.equal(answer.headers['content-disposition'], `attachment; filename="journal-${from}-to-${to}.csv"`);
  const lines = answer.body.replace('\uFEFF', '').trimEnd().split('\r\n');
  const cells = lines.map((line) => line.slice(1, -1).split('","'));
  assert.equal(cells[0]![11], 'Amount');
  const { books } = await get<ShownBooks>(`books?from=${from}&to=${to}`);
  const inCents = (rows: string[][]) => rows.reduce((sum, row) => sum + Math.round(Number(row[11]) * 100), 0);
  const debits = books[0]!.accounts.reduce((sum, { debit }) => sum + debit, 0);
  assert.equal(inCents(cells.slice(1)), debits);
  const own = cells.filter((row) => row[5] === orderNumber);
  assert.ok(
    own.some((row) => row[4] === 'Orders paid' && row[8] === '2000' && row[10] === '2400'),
    lines.join('\n'),
  );
  const numbersOf = async () => {
    const found = (await get<ShownBooks>(`books?from=${from}&to=${to}`)).books[0]!.accounts;
    return Object.fromEntries(found.map(({ account, number }) => [account, number]));
  };
  const before = await numbersOf();
  assert.deepEqual([before['cash'], before['unearned']], ['2000', '2400']);
  const removed = { accounts: [{ account: 'cash', number: '' }] };
  assert.equal((await work.post(owner, 'books/account-numbers', removed)).status, 204);
  assert.deepEqual(await numbersOf(), { ...before, cash: null });
  // an apostrophe before a text that begins like a formula keeps spreadsheets from running it
  assert.ok(!/,"[=+@-]/.test(answer.body));

  assert.equal((await journal(owner, to, from)).statusCode, 400);
  assert.equal((await journal(owner, '2020-01-01', '2020-01-02')).statusCode, 400);
  assert.equal((await journal(owner, '2020-01-01', to)).statusCode, 400);
});

test('groups balances at the close of a day by the days since the customer’s last transaction', async () => {
  const { auth } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 12_300);
  const idle = async () => {
    const [{ day: last }] = (await listDays()) as [ClosedDay];
    return (await get<ShownBooks>(`books?from=${last}&to=${last}`)).books[0]!.idle!;
  };
  await pass(1);
  const recent = (await idle()).find(({ days }) => days === 0)!;
  assert.ok(recent.amount >= 12_300);
  await pass(91);
  const later = await idle();
  assert.ok(!later.some(({ days }) => days === 0));
  assert.ok(later.find(({ days }) => days === 90)!.amount >= recent.amount);
});

test('shows a closed day to staff who may see the books, and exports the journal only with its permission', async () => {
  const reader = await desk.join('reader');
  const [{ day: last }] = (await listDays()) as [ClosedDay];
  assert.equal((await workAt(desk).get<ShownDay>(reader, `books/days/${last}`)).day, last);
  assert.equal((await journal(reader, last, last)).statusCode, 403);
  accountant.cookie = await desk.logIn(accountant);
  assert.equal((await journal(accountant, last, last)).statusCode, 200);
});
