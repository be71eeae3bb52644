import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { minute } from '#contract/durations.ts';
import { slogansBrief, slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';
import { exportAccount, setLock, signOut } from './manage-account.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

const ann = { kind: 'operator', id: 'ann' } as const;
const deps = () => ({ db: shop.database.db, clock: shop.now });
const logInStatus = async (email: string) =>
  (await shop.send('POST', '/api/accounts/login', { body: { email, password: testPassword } })).status;
const profileStatus = async (auth: Record<string, string>) =>
  (await shop.send('GET', '/api/accounts/profile', { headers: auth })).status;

test('ends the sessions of a locked account, rejects its password and code, and accepts both after unlocking', async () => {
  const { email, auth, tokens } = await shop.customer();
  await setLock(deps(), email.toUpperCase(), true, ann);
  assert.equal(await profileStatus(auth), 401);
  const { refreshToken } = tokens;
  assert.equal((await shop.send('POST', '/api/accounts/refresh', { body: { refreshToken } })).status, 401);
  assert.equal(await logInStatus(email), 400);
  await shop.send('POST', '/api/accounts/forgot-password', { body: { email } });
  assert.ok(!(await shop.emailsTo(email)).some(({ subject }) => subject === 'Set a new password'));
  await setLock(deps(), email, false, ann);
  assert.equal(await logInStatus(email), 200);
});

test('ends a login that runs at the same time as a lock', async () => {
  const { email } = await shop.customer();
  const logins = Array.from({ length: 6 }, () =>
    shop.send<{ accessToken: string }>('POST', '/api/accounts/login', {
      body: { email, password: testPassword },
    }),
  );
  const [, ...answers] = await Promise.all([setLock(deps(), email, true, ann), ...logins]);
  for (const { status, body } of answers)
    if (status === 200) assert.equal(await profileStatus(shop.bearer(body.accessToken)), 401);
});

test('ends all sessions of an account at the operator’s command', async () => {
  const { email, auth } = await shop.customer();
  await signOut(deps(), email, ann);
  assert.equal(await profileStatus(auth), 401);
  await assert.rejects(signOut(deps(), 'nobody@example.com', ann), /No account/);
});

test('ends the sessions of all accounts at the operator’s command', async () => {
  const customers = [await shop.customer(), await shop.customer()];
  assert.match(await shop.operate('account', 'log-out', 'everyone', 'everyone'), /^Everyone is logged out/);
  for (const { auth, tokens } of customers) {
    assert.equal(await profileStatus(auth), 401);
    const body = { refreshToken: tokens.refreshToken };
    assert.equal((await shop.send('POST', '/api/accounts/refresh', { body })).status, 401);
  }
});

test('exports all data of a customer, without secrets', async () => {
  const { email, auth } = await shop.customer();
  const { orderNumber, token } = await shop.placeOrder(auth);
  shop.pass(2 * minute);
  await shop.app.jobs.drain();
  const text = JSON.stringify(await exportAccount(deps(), email, ann));
  const sent = `Order ${orderNumber}: your payment link`;
  for (const part of [email, orderNumber, slogansOrder.address, 'Golden Crust', sent])
    assert.ok(text.includes(part), part);
  for (const secret of ['argon2', token]) assert.ok(!text.includes(secret), secret);
});

test('erases no account while a refund, a dispute or a payment in another currency is undecided', async () => {
  const { email, auth } = await shop.customer();
  const pay = async (currency?: string) => {
    const { token, orderNumber } = await shop.placeOrder(auth);
    const ref = await shop.startPayment(token);
    if (currency)
      await sql`update sandbox_session set currency = ${currency} where ref = ${ref}`.execute(
        shop.database.db,
      );
    await shop.act(ref, 'pay');
    await shop.app.jobs.drain();
    await sql`update order_line set work_status = 'completed' where work_status = 'queued'`.execute(
      shop.database.db,
    );
    return { ref, orderNumber };
  };
  const refused = (why: RegExp) => assert.rejects(shop.operate('account', 'erase', email, email), why);
  const { ref, orderNumber } = await pay();
  await shop.operate('refund', orderNumber, '10', 'card', 'kindness');
  const happens = async (act: string) => {
    await shop.app.jobs.drain();
    await shop.act(ref, act, 'lost');
    await shop.tell(ref);
    await shop.app.jobs.drain();
  };
  await refused(/refunds that banks haven’t confirmed yet \(1\)/);
  await happens('refund-settle');
  await happens('dispute');
  await refused(/open disputes \(1\)/);
  await happens('dispute-lost');
  await pay('eur');
  await sql`update payment_link set status = 'expired', closed_at = ${shop.now()} where status = 'awaitingPayment'`.execute(
    shop.database.db,
  );
  await refused(/payments in another currency that aren’t refunded \(1\)/);
});

test('exports a guest’s messages only to a confirmed address, with the deliveries, refunds and statement', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const message = 'A message before the account.';
  await shop.send('POST', '/api/support/create-ticket', { body: { name: 'Ann', email, message } });
  const { auth } = await shop.customer(email);
  await shop.addFunds(auth, 5_000);
  const exported = async () => (await exportAccount(deps(), email, ann)) as Record<string, unknown>;
  const before_ = await exported();
  assert.deepEqual([before_['tickets'], before_['refunds'], before_['disputes']], [null, null, null]);
  assert.match(JSON.stringify(before_['statement']), /"kind":\s*"capture".*5000|5000.*"capture"/);
  await sql`update customer set email_confirmed_at = now() where email = ${email}`.execute(shop.database.db);
  assert.match(JSON.stringify((await exported())['tickets']), new RegExp(message));
});

test('removes personal data from an erased account, and keeps its paid order for accounting', async () => {
  const email = 'erika@example.com';
  const { auth } = await shop.customer(email);
  const ticket = { name: 'Erika Mustermann', email, message: 'A message of some length.' };
  await shop.send('POST', '/api/support/create-ticket', { body: ticket, headers: auth });
  const brief = { ...slogansBrief, brandName: 'Ofenhaus' };
  const { orderNumber, token } = await shop.placeOrder(auth, {
    ...slogansOrder,
    firstName: 'Erika',
    address: 'Rosenweg 7',
    company: 'Ofenhaus GmbH',
    taxId: 'DE 123 Rosenweg',
    reference: 'PO Erika',
    orderDetails: [{ ...slogansDetails, brief }],
  });
  await assert.rejects(shop.operate('account', 'erase', email, email), /can still be paid/);
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.app.jobs.drain();
  assert.equal((await shop.payment(token)).status, 'paid');
  await assert.rejects(
    shop.operate('account', 'erase', email, email),
    new RegExp(`paid work that isn’t finished, .*: ${orderNumber}\\. Deliver the work first, or cancel it`),
  );
  assert.equal(await profileStatus(auth), 200);
  const work = (status: string) =>
    sql`update order_line set work_status = ${status} where order_id = (select id from customer_order where number = ${orderNumber})`.execute(
      shop.database.db,
    );
  await work('revisionRequested');
  await assert.rejects(shop.operate('account', 'erase', email, email), /isn’t finished/);
  await work('completed');

  assert.ok((await shop.emailsTo(email)).length > 0);
  for (const typed of [undefined, 'erik@example.com', ''])
    await assert.rejects(
      shop.operate('account', 'erase', email, ...(typed === undefined ? [] : [typed])),
      /erases the name, address, login and emails of erika@example\.com, the briefs of 1 order, 1 conversation and 0 files\. This can’t be undone\. To go ahead, type erika@example\.com again/,
    );
  assert.equal(await profileStatus(auth), 200);
  assert.match(
    await shop.operate('account', 'erase', email.toUpperCase(), email),
    /\d+ emails? (?:was|were) deleted from the mail folder/,
  );
  for (const letter of await shop.letters())
    assert.ok(!/erika|Rosenweg|Ofenhaus/i.test(JSON.stringify(letter)), letter.subject);
  assert.equal(await profileStatus(auth), 401);
  assert.equal(await logInStatus(email), 400);
  await assert.rejects(exportAccount(deps(), email, ann), /No account/);
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(shop.database.db);
  for (const { name } of tables) {
    const { rows } = await sql<{
      all: string;
    }>`select coalesce(string_agg(to_jsonb(t)::text, ''), '') as all from ${sql.table(name)} t`.execute(
      shop.database.db,
    );
    for (const trace of ['erika', 'Erika', 'Mustermann', 'Rosenweg', 'Ofenhaus'])
      assert.ok(!rows[0]!.all.includes(trace), `${name} holds ${trace}`);
  }
  const { rows } = await sql<{
    amount: bigint;
    country: string;
  }>`select amount, billing->>'country' as country
    from customer_order where number = ${orderNumber}`.execute(shop.database.db);
  assert.deepEqual(rows, [{ amount: BigInt(slogansOrder.price), country: slogansOrder.country }]);
  await shop.customer(email);
});
