import assert from 'node:assert/strict';
import test from 'node:test';
import type { Tokens } from '#contract/storefront/accounts.ts';
import type { EndpointName } from '#contract/storefront/endpoints.ts';
import { countStatements } from '#test/server/count-statements.ts';
import { calls, exampleCall, sendCall } from '#test/server/api-fuzz-cases.ts';
import { sql } from 'kysely';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';

/** Sends requests until one is refused by the limit, alternating between two processes on one database. */
async function countUntilRefused(
  send: (shop: TestShop, n: number) => Promise<{ status: number; headers: Headers }>,
) {
  const first = await openTestShop();
  const second = await openTestShop({ database: first.database });
  try {
    for (let n = 0; n < 200; n += 1) {
      const { status, headers } = await send(n % 2 === 0 ? first : second, n);
      if (status !== 429) continue;
      const wait = Number(headers.get('retry-after'));
      assert.equal(
        (await send(n % 2 === 0 ? second : first, n)).status,
        429,
        'the other process refuses too',
      );
      return { allowed: n, wait };
    }
    throw new Error('never refused');
  } finally {
    await second.close();
    await first.close();
  }
}
const post = (shop: TestShop, path: string, body: object) =>
  shop.send('POST', `/api/accounts/${path}`, { body });

test('accepts ten registrations an hour from one network', async () => {
  const { allowed, wait } = await countUntilRefused((shop, n) =>
    post(shop, 'register', {
      firstName: 'Ann',
      lastName: 'Lee',
      email: `ann${n}@example.com`,
      password: testPassword,
      repeatedPassword: testPassword,
      agreedToPrivacyPolicy: true,
    }),
  );
  assert.equal(allowed, 10);
  assert.ok(wait > 3500 && wait <= 3600);
});

test('accepts a hundred logins an hour from one network, whatever the addresses', async () => {
  const { allowed } = await countUntilRefused((shop, n) =>
    post(shop, 'login', { email: `ann${n}@example.com`, password: 'wrong' }),
  );
  assert.equal(allowed, 100);
});

test('accepts thirty password recoveries an hour from one network, whatever the addresses', async () => {
  const { allowed } = await countUntilRefused((shop, n) =>
    post(shop, 'forgot-password', { email: `ann${n}@example.com` }),
  );
  assert.equal(allowed, 30);
});

test('renews a session at most thirty times a minute', async () => {
  let refreshToken: string | undefined;
  const { allowed, wait } = await countUntilRefused(async (shop) => {
    refreshToken ??= (await shop.customer()).tokens.refreshToken;
    const answer = await shop.send<Tokens>('POST', '/api/accounts/refresh', { body: { refreshToken } });
    if (answer.status === 200) ({ refreshToken } = answer.body);
    return answer;
  });
  assert.equal(allowed, 30);
  assert.ok(wait <= 60);
});

/** The limit of each endpoint per network or customer, within a minute or an hour. */
const attempts: Partial<Record<EndpointName, number>> = {
  register: 10,
  checkPassword: 60,
  login: 100,
  confirmEmail: 30,
  forgotPassword: 30,
  resetPassword: 30,
  sendConfirmation: 3,
  updateProfile: 60,
  changeEmail: 60,
  confirmNewEmail: 30,
  changePassword: 60,
  endSession: 60,
  logoutEverywhere: 60,
  placeOrder: 10,
  placeDeposit: 10,
  cancelOrder: 60,
  answerQuestion: 60,
  requestRevision: 60,
  extendReview: 60,
  acceptDelivery: 60,
  sendMessage: 20,
  sendTicketMessage: 20,
  recheckText: 30,
  beginUpload: 60,
  sendPart: 300,
  showFile: 30,
  removeFile: 60,
  addFiles: 60,
  showReceipt: 30,
  showDepositReceipt: 30,
  printMonthlyStatement: 30,
  showReportPdf: 30,
  checkText: 120,
  previewAnalysis: 30,
  previewHashtags: 30,
  showPayment: 120,
  showProposal: 60,
  pay: 120,
  syncPayment: 120,
  createTicket: 5,
};

test('counts every call, including one with an invalid body, and limits each endpoint that writes or is expensive', async (t) => {
  const shop = await openTestShop({ settings: { TRUST_PROXY: 'loopback' } });
  const generous = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' }, database: shop.database });
  t.after(async () => {
    await generous.close();
    await shop.close();
  });
  const own = { number: 'R-7K3M-Q2XA', token: 'nobody', position: '1' };
  for (const [index, [name, endpoint]] of calls.entries()) {
    const expected = attempts[name as EndpointName];
    const headers = {
      'x-forwarded-for': `192.0.2.${index + 1}`,
      ...(endpoint.may === 'customer' ? (await generous.customer()).auth : {}),
    };
    const call = { ...exampleCall(name, own), headers, ...(endpoint.body ? { body: { unknown: 1 } } : {}) };
    const statuses: number[] = [];
    for (let n = 0; n <= (expected ?? 130); n += 1)
      statuses.push((await sendCall(shop, endpoint, call)).status);
    const allowed = statuses.filter((status) => status !== 429).length;
    assert.equal(allowed, expected ?? statuses.length, name);
    assert.ok(expected !== undefined || endpoint.method === 'GET' || /refresh|logout/.test(name), name);
  }
});

test('sends no database query when a network above its limit tries again', async (t) => {
  const shop = await openTestShop();
  t.after(() => shop.close());
  await shop.app.jobs.stop();
  const ask = async () => (await shop.send('GET', '/api/payments/nobody')).status;
  for (let n = 0; (await ask()) !== 429; n += 1) assert.ok(n < 1_000);
  const refused = async () => {
    for (let n = 0; n < 20; n += 1) assert.equal(await ask(), 429);
  };
  assert.ok((await countStatements(refused)) < 10);
});

test('uses a forwarded address only behind a trusted proxy', async () => {
  const logIns = async (settings: Record<string, string>) => {
    const shop = await openTestShop({ settings });
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const headers = {
        'x-forwarded-for': `192.0.2.${n}`,
        'x-real-ip': `192.0.2.${n}`,
        forwarded: `for=192.0.2.${n}`,
      };
      const body = { email: 'ann@example.com', password: 'wrong' };
      statuses.push((await shop.send('POST', '/api/accounts/login', { headers, body })).status);
    }
    await shop.close();
    return statuses;
  };
  assert.deepEqual(await logIns({}), [400, 400, 400, 400, 400, 429, 429]);
  assert.deepEqual(await logIns({ TRUST_PROXY: '192.0.2.250' }), [400, 400, 400, 400, 400, 429, 429]);
  assert.deepEqual(await logIns({ TRUST_PROXY: 'loopback' }), [400, 400, 400, 400, 400, 400, 400]);
});

test('counts calls within the process when the database is unavailable', async () => {
  const shop = await openTestShop();
  await sql`alter table rate_limit rename to rate_limit_away`.execute(shop.database.db);
  const statuses: number[] = [];
  for (let n = 0; n < 7; n += 1)
    statuses.push((await post(shop, 'login', { email: 'ann@example.com', password: 'wrong' })).status);
  assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429]);
  await shop.close();
});

test('checks at most twenty wrong passwords an hour when one IPv6 site guesses from many of its networks', async (t) => {
  const shop = await openTestShop({ settings: { TRUST_PROXY: 'loopback' } });
  t.after(() => shop.close());
  const { email } = await shop.customer();
  const guess = async (ip: string, password = 'wrong') =>
    (
      await shop.send('POST', '/api/accounts/login', {
        headers: { 'x-forwarded-for': ip },
        body: { email, password },
      })
    ).status;
  const statuses: number[] = [];
  for (let n = 0; n < 24; n += 1) statuses.push(await guess(`2001:db8:7:${n}::1`));
  assert.deepEqual(statuses, [...Array<number>(20).fill(400), ...Array<number>(4).fill(429)]);
  assert.equal(await guess('2001:db8:8::1', testPassword), 200, 'the owner logs in from elsewhere');
});
