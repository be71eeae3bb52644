import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import test, { after, before } from 'node:test';
import { countStatements } from '#test/server/count-statements.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { waitFor } from '#test/wait-for.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { TRUST_PROXY: 'loopback' } });
});
after(() => shop.close());

const list = (network: string, headers: Record<string, string>) =>
  shop.send('GET', '/api/orders', { headers: { ...headers, 'x-forwarded-for': network } });

/** Takes every database connection, so that calls wait, until the result is disposed. */
async function stopDatabase() {
  const { pool } = shop.database;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  return {
    [Symbol.dispose]() {
      for (const client of taken) client.release();
    },
  };
}

/** Resolves when this many statements wait for a connection. */
const waiting = (count: number) =>
  waitFor(`${count} waiting statements`, () => shop.database.pool.waitingCount >= count);

test('rejects calls only of a network that already has 32 in progress', async () => {
  const { auth } = await shop.customer();
  const answers: Promise<{ status: number }>[] = [];
  {
    using _away = await stopDatabase();
    for (let n = 0; n < 32; n += 1) answers.push(list('2001:db8::1', auth));
    await waiting(32);
    const refused = await list('2001:db8::2', auth);
    assert.equal(refused.status, 429, 'the same /64');
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.match(refused.body.errors?.['']?.[0] ?? '', /from your network/);
    answers.push(list('2001:db8:0:1::1', auth));
    await waiting(33);
  }
  for (const answer of answers) assert.equal((await answer).status, 200);
  assert.equal((await list('2001:db8::1', auth)).status, 200, 'all are done');
});

test('counts a call until its work is done, even if the client has disconnected', async () => {
  const { auth } = await shop.customer();
  const head = (path: string, extra = '') =>
    `${path} HTTP/1.1\r\nHost: shop.test\r\nX-Forwarded-For: 192.0.2.7\r\nAuthorization: ${auth.authorization}\r\n${extra}\r\n`;
  const { port } = new URL(shop.origin);
  const open = (bytes: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(bytes);
    return socket;
  };
  {
    using _away = await stopDatabase();
    const sockets = Array.from({ length: 32 }, () => open(head('GET /api/orders')));
    await waiting(32);
    for (const socket of sockets) socket.destroy();
    assert.equal((await list('192.0.2.7', auth)).status, 429);
  }
  await waitFor('the end of the closed calls', async () => (await list('192.0.2.7', auth)).status !== 429);
});

test('serves a network while the request bodies of its other clients never arrive', async (t) => {
  const { auth } = await shop.customer();
  const { port } = new URL(shop.origin);
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'POST /api/accounts/refresh HTTP/1.1\r\nHost: shop.test\r\nX-Forwarded-For: 192.0.2.8\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n',
    );
    return socket;
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  assert.equal((await list('192.0.2.8', auth)).status, 200);
});

test('checks the database for readiness at most once a second, however many requests arrive', async () => {
  await shop.app.jobs.stop();
  const ask = () => shop.send('GET', '/api/health/ready');
  shop.pass(1_000);
  assert.ok((await countStatements(ask)) > 0);
  assert.ok((await countStatements(() => Promise.all(Array.from({ length: 50 }, ask)))) < 10);
  shop.pass(1_000);
  assert.ok((await countStatements(ask)) > 0, 'a second later');
  assert.equal((await ask()).status, 200);
});

test('limits an API call also when its path is encoded unusually', async () => {
  const { auth } = await shop.customer();
  for (const path of ['/%61pi/Accounts/profile', '/a%70i/orders', '/API/orders', '/api/nothing']) {
    const { headers } = await shop.send('GET', path, { headers: auth });
    assert.equal(headers.get('cache-control'), 'no-store', path);
  }
  const socket = connect(Number(new URL(shop.origin).port), '127.0.0.1');
  socket.write(
    `GET http://shop.test/api/Accounts/profile HTTP/1.1\r\nHost: shop.test\r\nAuthorization: ${auth.authorization}\r\nConnection: close\r\n\r\n`,
  );
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  assert.match(answer, /^HTTP\/1\.1 200 [^]*^cache-control: no-store/im);
});
