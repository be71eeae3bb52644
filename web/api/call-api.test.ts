import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { callApi } from './call-api.ts';
import { workCalls } from './work-calls.ts';

test('encodes parameters in a path and a query', async (t) => {
  const meta = { content: 'https://shop.test/api' };
  Object.assign(globalThis, { document: { querySelector: () => meta } });
  const fetched = mock.method(globalThis, 'fetch', async () => Response.json({}));
  t.after(() => {
    fetched.mock.restore();
    Reflect.deleteProperty(globalThis, 'document');
  });
  await callApi(workCalls.showOrder, { params: { number: '../a?b#c/\u00e9' } });
  await callApi('listOrders', { query: { cursor: 'x&limit=1#y' } });
  assert.deepEqual(
    fetched.mock.calls.map(({ arguments: [address] }) => address),
    [
      'https://shop.test/api/orders/..%2Fa%3Fb%23c%2F%C3%A9',
      'https://shop.test/api/orders?cursor=x%26limit%3D1%23y',
    ],
  );
});
