/** Compares the accountant's reports and lists of random days with sums that the test reads from the ledger directly. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { ShownBooks } from '#contract/desk/books.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { MoneyEntry, MoneyList, Report, ShownRolls, ShownTotals } from '#contract/desk/money-lists.ts';
import { day } from '#contract/durations.ts';
import { balanceAccounts } from '#contract/desk/ledger-words.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { posting } from '#server/ledger/postings.ts';
import { startOf } from '#server/books/day-bounds.ts';
import { showTotals } from '#server/books/show-totals.ts';
import { system } from '#server/process/actor.ts';
import { moneyAt } from '#test/server/money-at-desk.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { downloadReport, liveRandomDays } from '#test/server/random-money-days.ts';
import { workAt } from '#test/server/work-at-desk.ts';
import { type RawBuilder, sql } from 'kysely';

let desk: TestDesk;
let owner: Person;
/** The closed days of the random history. */
let period: { from: string; to: string };
before(async () => {
  desk = await openTestDesk();
  owner = await desk.join('owner');
  period = await liveRandomDays(desk);
  owner.cookie = await desk.logIn(owner);
});
after(async () => {
  assert.deepEqual(await desk.shop.audit(), []);
  await desk.close();
});

const db = () => desk.shop.database.db;
const get = <Body>(path: string, person = owner) => workAt(desk).get<Body>(person, path);
const query = () => `from=${period.from}&to=${period.to}`;

/** The sum of the transfers, with their kinds and accounts, for which `where` holds. */
async function ledger(where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(x.amount), 0)::bigint as sum from ledger_transfer x join ledger_tx t on t.id = x.tx_id
      join ledger_account f on f.id = x.from_account join ledger_account o on o.id = x.to_account
    where t.posted_at < ${startOf(new Date(Date.parse(period.to) + day).toISOString().slice(0, 10))} and ${where}`.execute(
    db(),
  );
  return Number(rows[0]!.sum);
}

const csv = (report: Report, person = owner) => downloadReport(desk, { report, person, period });
const cents = (rows: Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);
const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

test('shows sums of orders, deposits and refunds that equal those of the ledger', async () => {
  const { books } = await get<ShownTotals>(`books/totals?${query()}`);
  const [book] = books;
  assert.ok(book && books.length === 1);
  assert.equal(book.matches, true);
  const orders = book.groups.filter(({ product }) => product !== null);
  const deposits = book.groups.filter(({ product }) => product === null);
  const refunds = sql`t.kind in ('refund_to_balance', 'refund_start', 'provider_refund') and f.code in ('unearned', 'revenue')`;
  assert.equal(
    sum(orders, ({ paid }) => paid),
    await ledger(sql`t.kind = 'order_paid'`),
  );
  assert.equal(
    sum(orders, ({ refunded }) => refunded),
    await ledger(refunds),
  );
  const ofDeposits = sql`t.kind = 'capture' and exists (select from payment_attempt a join payment_link l on l.id = a.payment_link_id
    where a.id::text = t.source_id and l.purpose = 'deposit')`;
  assert.equal(
    sum(deposits, ({ paid }) => paid),
    await ledger(ofDeposits),
  );
  for (const way of ['card', 'balance', 'mixed'] as const) {
    const having = {
      card: sql`paid_from_balance = 0`,
      balance: sql`paid_by_card = 0`,
      mixed: sql`paid_by_card > 0 and paid_from_balance > 0`,
    };
    const { rows } = await sql<{
      paid: bigint;
    }>`select coalesce(sum(amount), 0)::bigint as paid from customer_order
      where paid_at is not null and ${having[way]}`.execute(db());
    const own = orders.filter((group) => group.way === way);
    assert.equal(
      sum(own, ({ paid }) => paid),
      Number(rows[0]!.paid),
      way,
    );
    assert.deepEqual(
      [...new Set(own.map(({ provider }) => provider))],
      own.length === 0 ? [] : [way === 'balance' ? null : 'sandbox'],
    );
  }
  const { rows: lines } = await sql<{ title: string; lines: number; paid: bigint }>`
    select l.order_type, count(*)::int as lines, sum(l.amount)::bigint as paid from order_line l join customer_order o on o.id = l.order_id
    where o.paid_at is not null group by 1 order by 2, 3`.execute(db());
  const products = [...Map.groupBy(orders, ({ product }) => product).values()]
    .map((own) => [sum(own, ({ count }) => count), sum(own, ({ paid }) => paid)] as const)
    .toSorted(([a, b], [c, d]) => a - c || b - d);
  assert.deepEqual(
    products,
    lines.map((row) => [row.lines, Number(row.paid)]),
  );
  assert.equal(
    sum(book.days, (one) => one.orders),
    sum(orders, ({ paid }) => paid),
  );
  assert.equal(
    sum(book.days, (one) => one.refunded),
    sum(book.groups, ({ refunded }) => refunded),
  );

  const rows = await csv('totals');
  assert.equal(
    cents(rows, 'Paid'),
    sum(book.groups, ({ paid }) => paid),
  );
  assert.equal(
    cents(rows, 'Refunded'),
    sum(book.groups, ({ refunded }) => refunded),
  );
  for (const { day: date, orders: paid, deposits: added } of book.days)
    assert.equal(
      cents(
        rows.filter((row) => row['Day'] === date),
        'Paid',
      ),
      paid + added,
      date,
    );
});

test("shows the same change of a provider's account as the trial balance", async () => {
  const { books } = await get<ShownTotals>(`books/totals?${query()}`);
  const trial = await get<ShownBooks>(`books?${query()}`);
  const [provider] = books[0]!.providers;
  const held = trial.books[0]!.accounts.find(({ account }) => account === 'clearing:sandbox')!;
  assert.equal(provider!.net, held.opening - held.closing);
  const { received, refunded, disputed, fees, net } = provider!;
  assert.equal(received - refunded - disputed - fees, net);
  assert.equal(received, await ledger(sql`t.kind = 'capture'`));
  assert.equal(
    fees,
    (await ledger(sql`f.code = 'provider_fee'`)) - (await ledger(sql`o.code = 'provider_fee'`)),
  );
  assert.ok(disputed > 0 && fees > 0);
  const rows = await csv('providers');
  assert.equal(cents(rows, 'Net change'), net);
});

test('reports a difference while a late posting belongs to no close', async () => {
  const { auth, email } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 20_000);
  const { rows } = await sql<{ id: bigint }>`select id from customer where email = ${email}`.execute(db());
  const { orderNumber } = await desk.shop.placeOrder(auth);
  const late = new Date(`${period.to}T15:00:00Z`);
  const owned = { customerId: rows[0]!.id, currency: 'usd', livemode: false };
  const undone = new Error('undone');
  const matches = async () => (await get<ShownTotals>(`books/totals?${query()}`)).books[0]!.matches;
  assert.equal(await matches(), true);
  await assert.rejects(
    db()
      .transaction()
      .execute(async (tx) => {
        await sql`select ${ledgerPost(posting('order_paid', orderNumber, owned, { by: system, at: late }, [{ from: 'cash', to: 'unearned', amount: 12_900n }]))}`.execute(
          tx,
        );
        const shown = await showTotals(
          { db: tx, clock: desk.shop.now, catalogue: () => builtInCatalogue },
          period,
        );
        assert.equal(shown.books[0]!.matches, false);
        throw undone;
      }),
    undone,
  );
});

test('rolls deferred revenue and balances forward from the opening to the closing amounts of the trial balance', async () => {
  const { books } = await get<ShownRolls>(`books/roll-forward?${query()}`);
  const trial = await get<ShownBooks>(`books?${query()}`);
  const { accounts } = trial.books[0]!;
  const rows = await csv('roll-forward');
  for (const { side, whole, days } of books[0]!.sides) {
    const codes: readonly string[] = side === 'unearned' ? ['unearned'] : balanceAccounts;
    const own = accounts.filter(({ account }) => codes.includes(account));
    assert.equal(
      whole.opening,
      sum(own, ({ opening }) => opening),
    );
    assert.equal(
      whole.closing,
      sum(own, ({ closing }) => closing),
    );
    assert.equal(whole.opening + sum(whole.changes, ({ amount }) => amount), whole.closing);
    const into = await ledger(sql`o.code = any(${[...codes]}::text[])`);
    const outOf = await ledger(sql`f.code = any(${[...codes]}::text[])`);
    assert.equal(whole.closing, into - outOf);
    let before = whole.opening;
    for (const { day: date, opening, changes, closing } of days) {
      assert.equal(opening, before, date);
      assert.equal(opening + sum(changes, ({ amount }) => amount), closing, date);
      before = closing;
    }
    const of = side === 'unearned' ? 'Deferred revenue' : 'Customers’ balances';
    const written = rows.filter(
      (row) => row['Section'] === of && !['Opening', 'Closing'].includes(row['Item']!),
    );
    assert.equal(cents(written, 'Amount'), whole.closing - whole.opening);
  }
});

async function listAll(list: MoneyList, limit: number, person = owner): Promise<MoneyEntry[]> {
  const found: MoneyEntry[] = [];
  for (let cursor = ''; ;) {
    const page: DeskAnswerOf<'listMoneyEntries'> = await get(
      `money/lists/${list}?${query()}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`,
      person,
    );
    assert.equal(page.totals === null, cursor !== '');
    found.push(...page.entries);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

test('lists refunds, disputes and goodwill in pages without gaps, with sums that equal the ledger’s', async () => {
  const amounts = {
    refunds: () => ledger(sql`t.kind in ('refund_to_balance', 'refund_start', 'provider_refund')`),
    disputes: async () => {
      const { rows } = await sql<{ sum: bigint }>`select sum(amount)::bigint as sum from dispute`.execute(
        db(),
      );
      return Number(rows[0]!.sum);
    },
    goodwill: async () => {
      const credits = await ledger(sql`t.kind = 'adjustment' and f.code = 'promo_expense'`);
      const debits = await ledger(sql`t.kind = 'adjustment' and o.code = 'promo_expense'`);
      const late = await ledger(sql`t.kind in ('refund_to_balance', 'refund_start') and t.actor = 'system'
        and exists (select from refund r where r.id::text = t.source_id and r.reason like 'We were late%')`);
      return credits - debits + late;
    },
  };
  const signed = ({ kind, amount }: Pick<MoneyEntry, 'kind' | 'amount'>) =>
    kind === 'debit' ? -amount : amount;
  for (const list of ['refunds', 'disputes', 'goodwill'] as const) {
    const whole = await listAll(list, 100);
    assert.deepEqual(await listAll(list, 2), whole, list);
    assert.ok(whole.length > 1, list);
    assert.deepEqual(
      whole.map(({ at }) => at),
      whole
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    assert.equal(new Set(whole.map(({ id }) => id)).size, whole.length);
    assert.equal(sum(whole, signed), await amounts[list](), list);
    const { totals } = await get<DeskAnswerOf<'listMoneyEntries'>>(`money/lists/${list}?${query()}`);
    assert.equal(
      sum(totals!, (one) => signed({ ...one, kind: one.kind as MoneyEntry['kind'] })),
      sum(whole, signed),
    );
    assert.equal(
      sum(totals!, ({ count }) => count),
      whole.length,
    );
    const rows = await csv(list);
    assert.equal(rows.length, whole.length);
    assert.equal(cents(rows, 'Amount'), sum(whole, signed));
    assert.ok(rows.every((row) => row['Customer'] === 'Ann Lee'));
  }
  assert.deepEqual([...new Set((await listAll('goodwill', 100)).map(({ kind }) => kind))].toSorted(), [
    'credit',
    'debit',
    'surcharge',
  ]);
  // a spreadsheet must not run the reason as a formula
  assert.ok((await csv('goodwill')).some((row) => row['Reason'] === "'=Sorry"));
});

test('pages through goodwill entries of the same instant without gaps', async () => {
  const { rows } = await sql<{ at: Date; id: bigint; link: bigint }>`
    select posted_at as at, id, (select min(id) from payment_link where purpose = 'order') as link from ledger_tx where kind = 'adjustment'
    order by id limit 1`.execute(db());
  const [{ at, link }] = rows as [(typeof rows)[number]];
  const ids = [1, 2, 3].map(() => crypto.randomUUID());
  for (const id of ids)
    await sql`insert into refund (id, payment_link_id, amount, from_order, origin, actor, status, reason, created_at, closed_at)
      values (${id}::uuid, ${link}, 1, 1, 'system', 'system', 'failed', 'We were late, so we refunded your express surcharge', ${at}, ${at})`.execute(
      db(),
    );
  const whole = await listAll('goodwill', 100);
  assert.ok(ids.every((id) => whole.some((entry) => entry.id === `r${id}`)));
  for (const limit of [1, 2, 3]) assert.deepEqual(await listAll('goodwill', limit), whole);
  await sql`delete from refund where id = any(${ids}::uuid[])`.execute(db());
});

test('lists idle balances that add up to the age groups of the closed day', async () => {
  const { day: closed, books } = await get<DeskAnswerOf<'showIdle'>>(`books/idle?${query()}`);
  assert.equal(closed, period.to);
  const groups = books[0]!.groups!;
  const rows = await csv('idle');
  assert.equal(
    cents(rows, 'Balance'),
    sum(groups, ({ amount }) => amount),
  );
  assert.equal(
    rows.length,
    sum(groups, ({ customers }) => customers),
  );
  const { rows: held } = await sql<{ sum: bigint }>`select sum(b.amount)::bigint as sum from ledger_balance b
    join ledger_account a on a.id = b.account_id where a.code = 'cash'
      and not exists (select from customer c where c.id = a.customer_id and c.created_at >= ${startOf(new Date(Date.parse(period.to) + day).toISOString().slice(0, 10))})`.execute(
    db(),
  );
  assert.equal(cents(rows, 'Balance'), Number(held[0]!.sum));
  const earlier = await desk.download('books/reports/idle', owner, { from: period.from, to: period.from });
  assert.ok(earlier.content.length > 0);
});

test('names customers only to staff who may see customers', async () => {
  await sql`insert into staff_role (key, label, permissions) values ('books', 'Books', '{money.see,money.export}')`.execute(
    db(),
  );
  const books = await desk.join('books');
  for (const list of ['refunds', 'disputes', 'goodwill'] as const) {
    const found = await listAll(list, 100, books);
    assert.ok(found.every(({ customer, customerId }) => customer === null && customerId !== ''));
    assert.ok((await csv(list, books)).every((row) => row['Customer'] === ''));
  }
  const idle = await csv('idle', books);
  const { books: closed } = await get<DeskAnswerOf<'showIdle'>>(`books/idle?${query()}`);
  assert.equal(
    cents(idle, 'Balances'),
    sum(closed[0]!.groups!, ({ amount }) => amount),
  );
  assert.ok(idle.every((row) => !('Customer' in row)));
});

test('rejects a period that is too long, reversed or not closed, and an export without the permission', async () => {
  const money = moneyAt(desk);
  const post = (body: object, report = 'totals', person = owner) =>
    money.post(person, `books/reports/${report}`, body);
  assert.equal((await post({ from: period.to, to: '2020-01-01' })).status, 400);
  assert.deepEqual((await post({ from: '2020-01-01', to: '2020-01-02' })).body.errors?.['to'], [
    'None of these days are closed yet. Each day closes after midnight',
  ]);
  assert.equal((await post({ from: '2020-01-01', to: period.to })).status, 400);
  assert.equal((await post(period, 'everything')).status, 400);
  const reader = await desk.join('reader');
  assert.equal((await post(period, 'refunds', reader)).status, 403);
  const { rows } = await sql`select 1 from audit_entry where action = 'export-report'
    and detail @> ${JSON.stringify({ ...period, report: 'refunds' })}::jsonb`.execute(db());
  assert.equal(rows.length, 2, 'by the owner and by who may not see names');
});
