/**
 * Every command whose act can't be undone names what it destroys, and changes nothing until the operator has typed its subject
 * again.
 */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { digestTable, listTables } from '#server/database/list-tables.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { ConfirmationNeeded } from './operator-command.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { DESK: 'on', RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

async function customerEmail(): Promise<string> {
  return (await shop.customer()).email;
}

async function paidOrder(): Promise<string> {
  const { auth } = await shop.customer();
  await shop.addFunds(auth, 50_000);
  const { orderNumber, token } = await shop.placeOrder(auth);
  assert.equal((await shop.pay(token, 'balance', auth)).status, 200);
  return orderNumber;
}

async function staffEmail(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  await shop.database.pool.query(
    `insert into staff (name, email, email_canonical, role, created_at) values ('Ann', $1, $1, 'writer', now())`,
    [email],
  );
  return email;
}

type Act = { words: string[]; expected: string; loses: RegExp; done: RegExp };
const acts: Record<string, () => Promise<Act>> = {
  async 'erase a customer'() {
    const expected = await customerEmail();
    return {
      words: ['account', 'erase', expected],
      expected,
      loses: /^This erases the name, address, login and emails of/,
      done: /was erased/,
    };
  },
  async 'lock a customer'() {
    const expected = await customerEmail();
    return {
      words: ['account', 'lock', expected],
      expected,
      loses: /^This ends 1 session of/,
      done: /is locked/,
    };
  },
  'log out everyone': async () => ({
    words: ['account', 'log-out', 'everyone'],
    expected: 'everyone',
    loses: /^This ends \d+ sessions: every customer has to log in again/,
    done: /^Everyone is logged out/,
  }),
  async 'cancel a paid order'() {
    const expected = await paidOrder();
    return {
      words: ['cancel', expected, 'Ordered', 'twice'],
      expected,
      loses:
        /^This cancels order R-\S+, ends the work on it, and refunds \$[1-9]\S* to the original payment method\./,
      done: /^Canceled/,
    };
  },
  async 'cancel an unpaid order'() {
    const { auth } = await shop.customer();
    const expected = (await shop.placeOrder(auth)).orderNumber;
    return {
      words: ['cancel', expected.toLowerCase(), 'Ordered', 'twice'],
      expected,
      loses: /^This cancels order R-\S+\. Its payment link will stop working\./,
      done: /^Canceled/,
    };
  },
  async 'lock a person of the team'() {
    const expected = await staffEmail();
    return {
      words: ['staff', 'lock', expected],
      expected,
      loses:
        /^\S+ can’t log in to the desk until someone unlocks the account\. All of this person’s sessions end now/,
      done: /is locked/,
    };
  },
};

async function contents(): Promise<Record<string, string>> {
  const client = await shop.database.pool.connect();
  try {
    const digests: Record<string, string> = {};
    for (const table of await listTables(client))
      if (table.name !== 'job') digests[table.name] = (await digestTable(client, table)).md5;
    return digests;
  } finally {
    client.release();
  }
}

for (const [name, prepare] of Object.entries(acts))
  test(`requires a confirmation of ${name}, and changes nothing without it`, async () => {
    const { words, expected, loses, done } = await prepare();
    await shop.app.jobs.drain();
    const known = await contents();
    const [command = '', ...rest] = words;
    for (const typed of [[], ['yes'], [`${expected}x`]])
      await assert.rejects(shop.operate(command, ...rest, ...typed), (error) => {
        assert.ok(error instanceof ConfirmationNeeded, String(error));
        assert.match(error.message, loses);
        assert.match(
          error.message,
          /This can’t be undone\. To go ahead, type .* again at the end of the command\.$/,
        );
        assert.equal(error.expected, expected);
        return true;
      });
    assert.deepEqual(await contents(), known);
    assert.match(await shop.operate(command, ...rest, expected.toUpperCase()), done);
  });
