import assert from 'node:assert/strict';
import test from 'node:test';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { openTestShop } from '#server/open-test-shop.ts';

const bodies: Record<string, unknown> = {
  answerQuestion: { text: 'Every day but Monday.' },
  requestRevision: { text: 'Shorter.' },
  recheckText: { text: 'We mill our own flour and bake slow bread. '.repeat(8) },
};

test('whatever is asked of another customer’s order: there is no such order', async () => {
  const shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
  try {
    const owner = await shop.customer();
    const { orderNumber, token } = await shop.placeOrder(owner.auth);
    await shop.act(await shop.startPayment(token), 'pay');
    await shop.app.jobs.drain();
    await shop.app.commands['deliver']!.run({
      words: [orderNumber, '1'],
      files: [{ name: 'work.md', content: Buffer.from('Slow bread.') }],
      operator: 'test',
    });
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
