import assert from 'node:assert/strict';
import test, { after, afterEach, before, beforeEach } from 'node:test';
import type { BalancePage } from '#contract/storefront/statement.ts';
import { sql } from 'kysely';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
let auth: { authorization: string };
let email: string;

before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
beforeEach(async () => {
  ({ auth, email } = await shop.customer());
});
afterEach(async () => assert.deepEqual(await shop.audit(), []));
after(() => shop.close());

const statement = async () => (await shop.send<BalancePage>('GET', '/api/balance', { headers: auth })).body;
const entries = async () => (await statement()).entries.map(({ title, amount }) => [title, amount]);

test('adds a credit and a debit to the statement with their reason, and sends an email', async () => {
  await shop.operate('credit', email.toUpperCase(), '20', 'Sorry', 'for', 'the', 'delay');
  await shop.operate('debit', email, '5.50', 'Booked in error');
  assert.deepEqual(await entries(), [
    ['Booked in error', -550],
    ['Sorry for the delay', 2_000],
  ]);
  assert.equal((await statement()).balance.available, 1_450);
  const letters = await shop.emailsTo(email);
  const added = letters.find(({ subject }) => subject === '$20.00 was added to your balance');
  assert.match(added?.text ?? '', /Reason\n {4}Sorry for the delay/);
  assert.ok(letters.some(({ subject }) => subject === '$5.50 was deducted from your balance'));
  const { rows } = await sql<{ actor: string; memo: string; real: boolean }>`
    select x.actor, x.memo, bool_or(t.livemode) as real from ledger_tx x join ledger_transfer t on t.tx_id = x.id
    where x.kind = 'adjustment' group by x.id order by x.id`.execute(shop.database.db);
  assert.deepEqual(rows, [
    { actor: 'operator:test', memo: 'Sorry for the delay', real: false },
    { actor: 'operator:test', memo: 'Booked in error', real: false },
  ]);
});

test('books a credit once when its command is repeated on the same day or runs twice at once', async () => {
  const say = () => shop.operate('credit', email, '20', 'Sorry');
  const answers = await Promise.all([say(), say(), say()]);
  assert.equal(answers.filter((answer) => answer.startsWith('Posted')).length, 1);
  assert.match(await say(), /already posted today/);
  assert.equal((await statement()).balance.available, 2_000);
  assert.equal((await shop.emailsTo(email)).filter(({ subject }) => subject?.includes('added')).length, 1);
});

test('rejects a debit above the available balance, and repays a debt first with a credit', async () => {
  await shop.operate('credit', email, '20', 'Sorry');
  await assert.rejects(shop.operate('debit', email, '20.01', 'Too much'), /You can deduct up to \$20\.00/);
  const { depositNumber } = await shop.addFunds(auth, 20_000);
  const { token } = await shop.placeOrder(auth);
  await shop.pay(token, 'balance', auth);
  const ref = await shop.refOf(depositNumber);
  for (const act of ['dispute', 'dispute-lost']) await shop.act(ref, act);
  await shop.app.jobs.drain();
  assert.equal((await statement()).balance.available, -10_900);
  await shop.operate('credit', email, '110', 'Settled between us');
  assert.equal((await statement()).balance.available, 100);
  await shop.placeOrder(auth);
});

test('rejects an invalid address, amount or reason, and names the problem', async () => {
  for (const words of [
    [email, '20'],
    [email, '-20', 'x'],
    [email, '0', 'x'],
    [email, '1.5', 'x'],
    [email, '1e3', 'x'],
    [email, '99999999', 'x'],
    [],
  ])
    await assert.rejects(shop.operate('credit', ...words), /Usage: /, words.join(' '));
  await assert.rejects(shop.operate('credit', 'nobody@example.com', '1', 'x'), /No account/);
  assert.deepEqual((await statement()).entries, []);
});
