/**
 * Two processes share one PostgreSQL: no double spending, no extra password guesses and no lost logins under many simultaneous
 * requests. 400 tries of double spending, with FULL=true 1,600; "npm run prove -- double-spend" makes 16,000.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Tokens } from '#contract/storefront/accounts.ts';
import type { PlacedDeposit } from '#contract/storefront/balance.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { OrderList, PlacedOrder } from '#contract/storefront/orders.ts';
import { openTestDatabase, testDatabaseUrl } from '#test/server/open-test-database.ts';
import { isFullSize } from '#test/test-size.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { callShop, payLink } from './call-shop.ts';
import { type Shop, startShop } from './shop.ts';

const skip =
  testDatabaseUrl === undefined &&
  'no PostgreSQL given: set TEST_DATABASE_URL=postgres://user@host:port/database';
const rounds = Number(process.argv[2] ?? (isFullSize ? 100 : 25));
const tries = 16;

/** Two processes of one shop. */
async function withTwo(
  settings: Record<string, string>,
  act: (shops: [Shop, Shop]) => Promise<void>,
): Promise<void> {
  await using database = await openTestDatabase();
  const started: Shop[] = [];
  try {
    for (let n = 0; n < 2; n += 1)
      started.push(
        await startShop({
          PUBLIC_URL: 'http://shop.test',
          SESSION_SECRET: 'a secret of at least thirty-two characters',
          DATABASE_URL: database.address.databaseUrl!,
          LOG_LEVEL: 'silent',
          ...settings,
        }),
      );
    await act(started as [Shop, Shop]);
    for (const shop of started) await shop.stop();
  } finally {
    for (const shop of started) await shop.discard();
  }
}

/** Sends all requests at once, to both processes in turn. */
const atOnce = <Answer>(
  shops: [Shop, Shop],
  times: number,
  ask: (shop: Shop, n: number) => Promise<Answer>,
) => Promise.all(Array.from({ length: times }, (_, n) => ask(shops[n % 2]!, n)));

async function register(shop: Shop): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const person = { firstName: 'Ann', lastName: 'Lee', email, agreedToPrivacyPolicy: true };
  await callShop(shop, '/api/accounts/register', {
    ...person,
    password: testPassword,
    repeatedPassword: testPassword,
  });
  return email;
}
const logIn = (shop: Shop, email: string) =>
  callShop<Tokens>(shop, '/api/accounts/login', { email, password: testPassword });
const bearer = ({ accessToken }: Tokens) => ({ authorization: `Bearer ${accessToken}` });
const status = async ({ url }: Shop, path: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json().catch(() => undefined)) as Tokens };
};

const { orderTypes: _types, orderDetails: _details, agreeToDeliveryTime: _agreed, ...billing } = slogansOrder;

test(
  'pays only one of eight orders when sixteen requests in two processes pay with the money for one',
  { skip },
  async (t) => {
    await withTwo({ RATE_LIMIT_FACTOR: '100000' }, async (shops) => {
      for (let round = 0; round < rounds; round += 1) {
        const auth = bearer(await logIn(shops[0], await register(shops[0])));
        const deposit = await callShop<PlacedDeposit>(
          shops[0],
          '/api/balance/deposit',
          { ...billing, price: 12_900 },
          auth,
        );
        assert.ok(await payLink(shops[0], deposit.paymentLink));
        const placed = await atOnce(shops, tries / 2, (shop) =>
          callShop<PlacedOrder>(shop, '/api/orders', slogansOrder, auth),
        );
        await atOnce(shops, tries, async (shop, n) => {
          const token = new URL(placed[n >> 1]!.paymentLink).searchParams.get('link')!;
          await status(shop, `/api/payments/${token}/pay`, { with: 'balance' }, auth);
        });
        const { orders } = await callShop<OrderList>(shops[1], '/api/orders?limit=50', undefined, auth);
        const paid = orders.filter(({ payment }) => payment.status === 'paid');
        assert.equal(paid.length, 1, `round ${round}`);
        const { balance } = await callShop<BalancePage>(shops[1], '/api/balance', undefined, auth);
        assert.deepEqual([balance.available, balance.reserved], [0, 0], `round ${round}`);
      }
    });
    t.diagnostic(`${rounds * tries} tries, one winner in each of ${rounds} rounds`);
  },
);

test(
  'checks only the allowed number of 3,000 guessed passwords over two processes, in every letter case',
  { skip },
  async () => {
    await withTwo({}, async (shops) => {
      const email = await register(shops[0]);
      const variants = (n: number) =>
        [...email].map((c, at) => ((n >> (at % 12)) & 1 ? c.toUpperCase() : c)).join('');
      const seen = new Map<number, number>();
      for (let batch = 0; batch < 60; batch += 1)
        await atOnce(shops, 50, async (shop, n) => {
          const body = { email: ` ${variants(batch * 50 + n)} `, password: `guess ${n}` };
          const answer = await status(shop, '/api/accounts/login', body);
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        });
      assert.deepEqual(
        [...seen].toSorted(([a], [b]) => a - b),
        [
          [400, 5],
          [429, 2_995],
        ],
      );
    });
  },
);

test(
  'keeps fifty sessions through sixteen simultaneous refreshes each, and ends sixteen stolen ones',
  { skip },
  async () => {
    await withTwo({ RATE_LIMIT_FACTOR: '100000' }, async (shops) => {
      const email = await register(shops[0]);
      const refresh = (shop: Shop, { refreshToken }: Tokens) =>
        status(shop, '/api/accounts/refresh', { refreshToken });
      const stolen: [Tokens, Tokens][] = [];
      for (let n = 0; n < 16; n += 1) {
        const first = await logIn(shops[n % 2]!, email);
        const { body: second } = await refresh(shops[n % 2]!, first);
        await refresh(shops[(n + 1) % 2]!, second);
        stolen.push([first, second]);
      }
      const taken = performance.now();
      for (let n = 0; n < 50; n += 1) {
        const tokens = await logIn(shops[n % 2]!, email);
        const answers = await atOnce(shops, 16, (shop) => refresh(shop, tokens));
        assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]), `race ${n}`);
        const { body: last } = answers.at(-1)!;
        assert.equal((await refresh(shops[n % 2]!, last)).status, 200, `race ${n} leaves a login`);
      }
      // waits for the end of the ten-second leeway for lost answers, by the processes' clock
      await wait(Math.max(0, 11_000 - (performance.now() - taken)));
      for (const [n, [first, second]] of stolen.entries()) {
        assert.equal((await refresh(shops[n % 2]!, first)).status, 401, `thief ${n}`);
        assert.equal(
          (await refresh(shops[(n + 1) % 2]!, second)).status,
          401,
          `the login of thief ${n} is over`,
        );
        const answer = await fetch(`${shops[n % 2]!.url}/api/accounts/profile`, { headers: bearer(second) });
        assert.equal(answer.status, 401);
      }
    });
  },
);
