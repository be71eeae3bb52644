import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { UnreachableError } from '#ui/api-error.ts';
import { placeOrder } from './place-order.ts';

const billing = {
  firstName: 'Ann',
  lastName: 'Lee',
  country: 'US',
  city: 'Austin',
  address: '12 Main Street',
  state: 'TX',
  zipCode: '78701',
  company: '',
  taxId: '',
  reference: '',
};

test('repeats an order whose response was lost with the same key, also after the account’s address has changed', async (t) => {
  Object.assign(globalThis, {
    document: { querySelector: () => ({ content: 'https://shop.test/api' }) },
    screen: { width: 1440, height: 900 },
  });
  const fetched = mock.method(globalThis, 'fetch', async () => {
    throw new TypeError('network error');
  });
  t.after(() => {
    fetched.mock.restore();
    for (const name of ['document', 'screen']) Reflect.deleteProperty(globalThis, name);
  });
  const order = (accountEmail: string) =>
    placeOrder({ ...billing, accountEmail }, [], 0, new Date('2026-11-20T15:00:00Z'));
  await assert.rejects(order('old@example.com'), UnreachableError);
  fetched.mock.mockImplementation(async () => Response.json({}));
  await order('new@example.com');
  const sent = fetched.mock.calls.map(({ arguments: [, init] }) => ({
    key: new Headers(init?.headers).get('Idempotency-Key'),
    body: init?.body,
  }));
  assert.equal(sent.length, 2);
  assert.ok(sent[0]!.key);
  assert.deepEqual(sent[1], sent[0]);
});
