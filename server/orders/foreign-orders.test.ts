import assert from 'node:assert/strict';
import test from 'node:test';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/storefront/endpoints.ts';
import type { SessionList } from '#contract/storefront/accounts.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { TicketList } from '#contract/storefront/support.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, testPassword } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';

const bodies: Record<string, unknown> = {
  answerQuestion: { text: 'Every day but Monday.' },
  requestRevision: { text: 'Shorter.' },
  sendMessage: { text: 'When is it ready?' },
  addFiles: { files: ['8a6e0804-2bd0-4672-b79d-d97027f9071a'] },
  recheckText: { text: 'We mill our own flour and bake slow bread. '.repeat(8) },
};

test('answers 404 to every request about another customer’s order', async () => {
  const shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', DESK: 'on' } });
  try {
    const owner = await shop.customer();
    const { orderNumber, token } = await shop.placeOrder(owner.auth);
    await shop.act(await shop.startPayment(token), 'pay');
    await shop.app.jobs.drain();
    await openTestTeam(shop).deliver(orderNumber);
    const stranger = await shop.customer();
    const calls = (Object.entries(endpoints) as [string, Endpoint][]).filter(([, { path }]) =>
      path.includes(':number'),
    );
    assert.ok(calls.length >= 7);
    for (const [name, { method, path }] of calls) {
      const address = path.replace(':number', orderNumber).replace(':position', '1').replace(':version', '1');
      const body = bodies[name];
      const asked = await shop.send(method, address, { headers: stranger.auth, ...(body ? { body } : {}) });
      assert.equal(asked.status, 404, `${method} ${address}`);
      assert.ok(!JSON.stringify(asked.body).includes(owner.email));
    }
    const { body } = await shop.send<{ orders: unknown[] }>('GET', '/api/orders', { headers: stranger.auth });
    assert.deepEqual(body.orders, []);
  } finally {
    await shop.close();
  }
});

const ordinary =
  'We bake slow bread in Leeds. The dough rests for two days, and then we shape it by hand. You can taste the time in every slice of it.';
const analysis = {
  ...slogansOrder,
  orderTypes: [4],
  orderDetails: [
    {
      quantity: 1,
      variant: '1000',
      options: { level: 'instant' },
      express: false,
      brief: {
        title: 'Slow bread',
        text: ordinary.repeat(3),
        contentType: 'article',
        readers: 'everyone',
        goal: 'inform',
        language: 'en-US',
      },
    },
  ],
  price: 900,
};

test('shows no data of a customer to another customer in any answer', async () => {
  const shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100', DESK: 'on' } });
  try {
    const [owner, stranger] = [await shop.customer(), await shop.customer()];
    const { orderNumber, token } = await shop.placeOrder(owner.auth, analysis);
    await shop.act(await shop.startPayment(token), 'pay');
    await shop.app.jobs.drain();
    await shop.addFunds(owner.auth, 5_000);
    const ticket = { name: 'Ann', email: owner.email, message: 'Long enough to be read.', website: '' };
    await shop.send('POST', '/api/support/create-ticket', { body: ticket, headers: owner.auth });

    const line = `/api/orders/${orderNumber}/lines/1`;
    for (const [method, path, body] of [
      ['GET', `/api/orders/${orderNumber}`],
      ['GET', `/api/orders/${orderNumber}/receipt`],
      ['GET', `${line}/deliveries/1`],
      ['GET', `${line}/report`],
      ['POST', `${line}/recheck`, { text: ordinary.repeat(2) }],
    ] as const) {
      const ask = ({ auth: headers }: { auth: { authorization: string } }) =>
        shop.send(method, path, { headers, body });
      assert.equal((await ask(stranger)).status, 404, path);
      assert.equal((await ask(owner)).status, 200, path);
    }

    const lists = async ({ auth: headers }: { auth: { authorization: string } }) => {
      const { body: balance } = await shop.send<BalancePage>('GET', '/api/balance', { headers });
      const { body: support } = await shop.send<TicketList>('GET', '/api/support/tickets', { headers });
      return [balance.balance.available, balance.entries.length, support.tickets.length];
    };
    assert.deepEqual(await lists(stranger), [0, 0, 0]);
    const [available, entries, tickets] = await lists(owner);
    assert.deepEqual([available, tickets], [5_000, 1]);
    assert.ok(entries! > 0);

    const { body } = await shop.send<SessionList>('GET', '/api/accounts/sessions', { headers: owner.auth });
    const ended = await shop.send('POST', '/api/accounts/end-session', {
      body: { sessionId: body.sessions[0]!.id, currentPassword: testPassword },
      headers: stranger.auth,
    });
    assert.equal(ended.status, 404);
    assert.equal((await shop.send('GET', '/api/accounts/profile', { headers: owner.auth })).status, 200);
  } finally {
    await shop.close();
  }
});
