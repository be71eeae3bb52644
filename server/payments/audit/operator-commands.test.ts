import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { migrationsFolder } from '#server/database/migrate.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop();
});
after(() => shop.close());

const refuses = (status: number, message: string, name: string, ...words: string[]) =>
  assert.rejects(shop.operate(name, ...words), { name: 'ProblemReply', status, message });

test('lists each payment command with its arguments', () => {
  const usages = ['refund', 'inbox', 'retry', 'audit'].map((name) => shop.app.commands[name]?.usage);
  assert.deepEqual(usages, ['NUMBER AMOUNT WAY REASON', '', 'EVENT|all', '']);
});

test('records a refund with its reason and its actor', async () => {
  const { auth } = await shop.customer();
  const { depositNumber } = await shop.addFunds(auth, 5_000);
  const { token, orderNumber } = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.app.jobs.drain();
  await refuses(404, 'We can’t find the order or deposit .', 'refund');
  await refuses(404, 'We can’t find the order or deposit R-1.', 'refund', 'R-1', '5', 'card', 'kindness');
  const example = 'Usage: refund R-7K3M-Q2XA 64.50 card Late delivery.';
  await refuses(400, example, 'refund', orderNumber, '5,00', 'card', 'kindness');
  await refuses(400, example, 'refund', orderNumber, '5', 'cash', 'kindness');
  await refuses(400, example, 'refund', orderNumber, '5', 'card');
  await refuses(400, example, 'refund', orderNumber);
  const kept = async () =>
    (
      await sql<{ number: string; amount: bigint; reason: string; actor: string }>`
        select l.number, r.amount, r.reason, r.actor from refund r join payment_link l on l.id = r.payment_link_id order by r.amount`.execute(
        shop.database.db,
      )
    ).rows;
  assert.deepEqual(await kept(), []);
  for (const [number, amount, way] of [
    [orderNumber, '4.50', 'card'],
    [orderNumber, '5', 'balance'],
    [depositNumber, '6', 'unspent'],
  ] as const)
    assert.match(await shop.operate('refund', number, amount, way, 'Late', 'delivery'), /^Posted\./);
  const said = { reason: 'Late delivery', actor: 'operator:test' };
  assert.deepEqual(await kept(), [
    { number: orderNumber, amount: 450n, ...said },
    { number: orderNumber, amount: 500n, ...said },
    { number: depositNumber, amount: 600n, ...said },
  ]);
  await shop.app.jobs.drain();
});

test("removes the operator's name from the reasons of earlier refunds when migrating", async () => {
  const { db } = shop.database;
  const { auth, email } = await shop.customer();
  await shop.operate('credit', email, '500', 'test');
  const pay = async () => {
    const { token, orderNumber } = await shop.placeOrder(auth);
    await shop.pay(token, 'balance', auth);
    return orderNumber;
  };
  const [refunded, cancelled] = [await pay(), await pay()];
  await shop.operate('refund', refunded, '5', 'balance', 'Sorry (again)');
  await shop.operate('cancel', cancelled, 'Ordered twice (by phone)', cancelled);
  await sql`update refund set reason = reason || ' (test)' where reason = 'Sorry (again)'`.execute(db);
  await sql`alter table refund drop column operator`.execute(db);
  await sql.raw(readFileSync(join(migrationsFolder, '0028-refund-operator.sql'), 'utf8')).execute(db);
  const { rows } = await sql`
    select r.reason, r.operator from refund r join payment_link l on l.id = r.payment_link_id
    where l.number in (${refunded}, ${cancelled}) order by r.amount`.execute(db);
  assert.deepEqual(rows, [
    { reason: 'Sorry (again)', operator: 'test' },
    { reason: 'Ordered twice (by phone)', operator: null },
  ]);
});

test('shows each unapplied webhook event, and counts the events that a retry queues', async () => {
  await sql`update provider_notice set processed_at = now()`.execute(shop.database.db);
  assert.equal(await shop.operate('inbox'), 'All webhook events have been applied.');
  await refuses(
    404,
    'No unapplied webhook event has this ID. Run "inbox" to list unapplied webhook events.',
    'retry',
    'all',
  );
  await sql`insert into provider_notice (provider, event_id, type, provider_ref, payload, received_at, last_error) values
    ('sandbox', 'evt_b', 'session.paid', null, '{}', '2026-11-20T12:00:01Z', null),
    ('sandbox', 'evt_a', 'refund.updated', 'sbx_a', '{}', '2026-11-20T12:00:00Z', 'It was away')`.execute(
    shop.database.db,
  );
  assert.equal(
    await shop.operate('inbox'),
    [
      '2026-11-20T12:00:00.000Z  sandbox  evt_a  refund.updated  sbx_a',
      '    It was away',
      '2026-11-20T12:00:01.000Z  sandbox  evt_b  session.paid  no payment',
      '    Not processed yet',
    ].join('\n'),
  );
  const looked = (count: string) => `Retried ${count}. Run "inbox" to see what’s left.`;
  await refuses(400, 'Enter the ID that "inbox" shows for the webhook event, or run "retry all".', 'retry');
  await refuses(
    404,
    'No unapplied webhook event has this ID. Run "inbox" to list unapplied webhook events.',
    'retry',
    'evt_c',
  );
  assert.equal(await shop.operate('retry', 'evt_a'), looked('1 webhook event'));
  assert.equal(await shop.operate('retry', 'all'), looked('2 webhook events'));
  await shop.app.jobs.drain();
});

test('prints the number of compared payments when the books balance, else each finding with their count, or why the audit failed', async (t) => {
  await sql`delete from provider_notice`.execute(shop.database.db);
  assert.equal(
    await shop.operate('audit'),
    'The books balance. 2 payments were compared with the provider’s records.',
  );
  const webhook = (id: string) =>
    sql`insert into provider_notice (provider, event_id, type, payload, received_at) values ('sandbox', ${id}, 'x', '{}', now())`.execute(
      shop.database.db,
    );
  const found = (id: string) => `- The webhook event ${id} of sandbox wasn’t applied: not tried yet.`;
  await webhook('evt_1');
  await refuses(409, `The books don’t balance in 1 place:\n\n${found('evt_1')}`, 'audit');
  await webhook('evt_2');
  await refuses(409, `The books don’t balance in 2 places:\n\n${found('evt_1')}\n${found('evt_2')}`, 'audit');
  const { fetch } = globalThis;
  t.mock.method(globalThis, 'fetch', (input: string, init?: RequestInit) =>
    input.includes('/sandbox-pay/api/') ? Promise.reject(new TypeError('away')) : fetch(input, init),
  );
  await refuses(503, 'The payment provider isn’t responding. Try again later.', 'audit');
  t.mock.restoreAll();
  await sql`alter table deposit rename to deposits`.execute(shop.database.db);
  await assert.rejects(shop.operate('audit'), /deposit/, 'what is broken here is not the provider’s');
  await sql`alter table deposits rename to deposit`.execute(shop.database.db);
});
