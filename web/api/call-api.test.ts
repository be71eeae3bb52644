import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { UnreachableError } from '#ui/api-error.ts';
import { callApi } from './call-api.ts';

test('encodes parameters in a path and a query', async (t) => {
  const meta = { content: 'https://shop.test/api' };
  Object.assign(globalThis, { document: { querySelector: () => meta } });
  const fetched = mock.method(globalThis, 'fetch', async () => Response.json({}));
  t.after(() => {
    fetched.mock.restore();
    Reflect.deleteProperty(globalThis, 'document');
  });
  await callApi('showOrder', { params: { number: '../a?b#c/\u00e9' } });
  await callApi('listOrders', { query: { cursor: 'x&limit=1#y' } });
  assert.deepEqual(
    fetched.mock.calls.map(({ arguments: [address] }) => address),
    [
      'https://shop.test/api/orders/..%2Fa%3Fb%23c%2F%C3%A9',
      'https://shop.test/api/orders?cursor=x%26limit%3D1%23y',
    ],
  );
});

test('reports the shop as unreachable when a successful response is cut off, unless the page ended the call', async (t) => {
  Object.assign(globalThis, { document: { querySelector: () => ({ content: 'https://shop.test/api' }) } });
  const cut = () =>
    new Response(
      new ReadableStream({
        start(body) {
          body.enqueue(new TextEncoder().encode('{"orders": ['));
          body.error(new TypeError('network error'));
        },
      }),
    );
  const fetched = mock.method(globalThis, 'fetch', async () => cut());
  t.after(() => {
    fetched.mock.restore();
    Reflect.deleteProperty(globalThis, 'document');
  });
  await assert.rejects(callApi('listOrders', {}), UnreachableError);
  const leaving = new AbortController();
  leaving.abort();
  await assert.rejects(callApi('listOrders', { signal: leaving.signal }), TypeError);
  fetched.mock.mockImplementation(async () => new Response('<h1>Log in to this network</h1>'));
  await assert.rejects(callApi('listOrders', {}), UnreachableError);
});
