import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import test, { after, before } from 'node:test';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop();
});
after(() => shop.close());

const request = 'GET /api/health/live HTTP/1.1\r\nHost: shop.test\r\n';
/** The number of answers that arrive before the server closes the connection. */
async function answersTo(bytes: string): Promise<number> {
  const socket = connect(Number(new URL(shop.origin).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return text.split('HTTP/1.1 200').length - 1;
}

test('answers twenty requests that one connection sends at once', async () => {
  assert.equal(await answersTo(`${`${request}\r\n`.repeat(19)}${request}Connection: close\r\n\r\n`), 20);
});

test('closes only a connection that sends more than twenty requests before an answer', async () => {
  let parsed = 0;
  shop.app.http.server.on('request', () => (parsed += 1));
  const other = shop.send('GET', '/api/health/live');
  assert.ok((await answersTo(`${`${request}\r\n`.repeat(1_000)}${request}Connection: close\r\n\r\n`)) <= 20);
  assert.equal((await other).status, 200);
  assert.ok(parsed <= 21, `${parsed} requests were parsed`);
});

test('answers any number of requests that one connection sends one after the other', async () => {
  const socket = connect(Number(new URL(shop.origin).port), '127.0.0.1');
  let answers = 0;
  socket.write(`${request}\r\n`);
  for await (const chunk of socket) {
    if (!String(chunk).includes('"ok"')) continue;
    answers += 1;
    if (answers === 50) break;
    socket.write(`${request}\r\n`);
  }
  assert.equal(answers, 50);
});
