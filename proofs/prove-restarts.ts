/**
 * npm run prove -- restarts [CALLS]: customers order behind Debian's Caddy with deploy/Caddyfile while the shop restarts five
 * times, with one process and with two that restart in turn. No call may fail. Needs caddy and TEST_DATABASE_URL.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import test from 'node:test';
import type { Tokens } from '#contract/storefront/accounts.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { openTestDatabase } from '#test/server/open-test-database.ts';
import { findFreePort, type Shop, startShop, waitFor } from '#test/stories/shop.ts';
import { openShopper } from '#test/stories/shopper.ts';
import { type Proxy, startCaddy } from './start-caddy.ts';

const wanted = Number(process.argv[2] ?? 500);
const restarts = 5;
const host = 'shop.localhost';
/** Number of orders per customer, who may have at most ten unpaid ones. */
const mostOrders = 9;

type Answer = { status: number; text: string };

/** Makes calls as a browser does, over connections that stay open and without retries. */
function caller({ httpsPort, ca }: Proxy) {
  const agent = new Agent({ keepAlive: true, ca, servername: host });
  const call = async (path: string, body?: unknown, token = ''): Promise<Answer> => {
    const sent = request({
      host: '127.0.0.1',
      port: httpsPort,
      path,
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        host,
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(path === '/api/orders' && body !== undefined ? { 'idempotency-key': crypto.randomUUID() } : {}),
      },
      timeout: 60_000,
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer in a minute')));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of answer.setEncoding('utf8')) text += String(part);
    return { status: answer.statusCode!, text };
  };
  return { call, close: () => agent.destroy() };
}

type Counts = { gets: number; posts: number; failed: string[] };

/** Makes one customer's calls, one after the other, until the restarts are over. */
async function shopOn(
  call: ReturnType<typeof caller>['call'],
  email: string,
  counts: Counts,
  isOver: () => boolean,
): Promise<void> {
  const { text } = await call('/api/Accounts/login', { email, password: testPassword });
  const { accessToken } = JSON.parse(text) as Tokens;
  const count = async (path: string, body?: unknown) => {
    counts[body === undefined ? 'gets' : 'posts'] += 1;
    const answer = await call(path, body, accessToken).catch((error: unknown) => ({
      status: 0,
      text: String(error),
    }));
    if (answer.status !== 200 && answer.status !== 204)
      counts.failed.push(
        `${body === undefined ? 'GET' : 'POST'} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`,
      );
  };
  for (let round = 0; !isOver(); round += 1) {
    await count('/');
    if (round < mostOrders) await count('/api/orders', slogansOrder);
    await count('/api/orders');
    await count('/api/accounts/update', { firstName: 'Ann', lastName: `Lee ${round}`, country: '' });
  }
}

for (const processes of [1, 2])
  test(`no call fails while ${processes === 1 ? 'one process restarts' : 'two processes restart in turn'}`, async (t) => {
    await using database = await openTestDatabase();
    const ports = [await findFreePort(), await findFreePort()] as const;
    const shops: Shop[] = [];
    let proxy: Proxy | undefined;
    try {
      for (let n = 0; n < processes; n += 1)
        shops.push(
          await startShop({
            DATABASE_URL: database.address.databaseUrl!,
            PUBLIC_URL: `https://${host}`,
            SESSION_SECRET: 'one secret for all processes of a shop',
            TRUST_PROXY: 'loopback',
            RATE_LIMIT_FACTOR: '1000000',
            LOG_LEVEL: 'silent',
          }),
        );
      const emails = await Promise.all(
        Array.from({ length: 6 }, async () => (await openShopper(shops[0]!)).email),
      );
      proxy = await startCaddy(host, ports, shops.map(({ url }) => url.slice('http://'.length)).join(' '));
      const { call, close } = caller(proxy);
      await waitFor(
        'the shop behind Caddy',
        async () => (await call('/').catch(() => undefined))?.status === 200,
      );
      const counts: Counts = { gets: 0, posts: 0, failed: [] };
      let done = 0;
      const isOver = () => done === restarts && counts.gets + counts.posts >= wanted;
      const customers = emails.map((email) => shopOn(call, email, counts, isOver));
      for (; done < restarts; done += 1) {
        const share = ((done + 1) * wanted) / (restarts + 1);
        await waitFor('calls between two restarts', () => counts.gets + counts.posts >= share, 300_000);
        for (const shop of shops) {
          await shop.stop();
          await shop.start();
        }
      }
      await Promise.all(customers);
      close();
      t.diagnostic(
        `${processes}: ${counts.failed.length} of ${counts.gets + counts.posts} calls failed (${counts.gets} GET, ${counts.posts} POST), ${restarts} restarts`,
      );
      assert.deepEqual(counts.failed, []);
    } finally {
      await proxy?.close();
      for (const shop of shops) await shop.discard();
    }
  });
