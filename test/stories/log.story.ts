import assert from 'node:assert/strict';
import test from 'node:test';
import type { Tokens } from '#contract/storefront/accounts.ts';
import type { PlacedOrder } from '#contract/storefront/orders.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { callShop, payLink } from './call-shop.ts';
import { startShop } from './shop.ts';

type Line = {
  time: number;
  level: number;
  msg: string;
  reqId?: string;
  route?: string;
  status?: number;
  customer?: string;
  network?: string;
};

test('writes each log line as JSON with actor, action and time, and without secrets', async () => {
  const shop = await startShop({ RATE_LIMIT_FACTOR: '2' });
  try {
    const email = 'ann.secret@example.com';
    const passwords = { password: testPassword, repeatedPassword: testPassword };
    const person = { firstName: 'Annabelle', lastName: 'Leeway', email, agreedToPrivacyPolicy: true };
    await callShop(shop, '/api/accounts/register', { ...person, ...passwords });
    const tokens = await callShop<Tokens>(shop, '/api/accounts/login', { email, password: testPassword });
    const auth = { authorization: `Bearer ${tokens.accessToken}` };
    const placed = await callShop<PlacedOrder>(shop, '/api/orders', slogansOrder, auth);
    assert.ok(await payLink(shop, placed.paymentLink));
    await callShop(shop, '/api/accounts/forgot-password', { email });
    const letter = await shop.letter(email, /^Set a new password/);
    const code = /^Code: ([0-9A-Z]{8})$/m.exec(letter.text ?? '')![1]!;

    const evil = 'x"}\\n{"level":60,"msg":"forged"}';
    const marker = 'marker-of-mine';
    const attempts: [path: string, body: unknown, headers: Record<string, string>][] = [
      ['/api/accounts/login', { email, password: marker }, {}],
      ['/api/accounts/login', { email: `${marker}@example.com`, password: 'x' }, { 'user-agent': evil }],
      [`/api/orders/${encodeURIComponent(`${marker}\r\n${evil}`)}/cancel`, undefined, auth],
      ['/api/orders/R-0000-0000/cancel', undefined, auth],
      [`/api/payments/${marker}/pay`, { with: 'card' }, {}],
      ['/api/webhooks/sandbox', { id: evil, marker }, { 'sandbox-signature': evil }],
      ['/api/accounts/profile?token=marker-of-mine', undefined, { authorization: `Bearer ${marker}` }],
    ];
    for (const [path, body, headers] of attempts)
      await fetch(`${shop.url}${path}`, {
        method: body === undefined && path.includes('profile') ? 'GET' : 'POST',
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push(
        (
          await fetch(`${shop.url}/api/accounts/login`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email, password: marker }),
          })
        ).status,
      );
    assert.ok(statuses.includes(429));
    await shop.stop();

    const printed = shop.output();
    for (const secret of [
      testPassword,
      tokens.accessToken,
      tokens.refreshToken,
      code,
      email,
      marker,
      'Annabelle',
      'Leeway',
      'forged',
      new URL(placed.paymentLink).searchParams.get('link')!,
    ])
      assert.ok(!printed.includes(secret), `the log holds ${secret.slice(0, 20)}`);
    const texts = printed.split('\n').filter((line) => line !== '');
    const greeting = /^(?:The shop is|Payments:|Emails:|Database:|Desk:)/;
    const lines = texts.filter((text) => !greeting.test(text)).map((text) => JSON.parse(text) as Line);
    for (const { time, level, msg } of lines) {
      assert.ok(Math.abs(Date.now() - time) < 600_000 && level >= 10 && msg.length > 3);
    }
    const requests = lines.filter(({ msg }) => msg === 'request');
    for (const { reqId, route, status } of requests) assert.ok(reqId && route && status);
    const find = (route: string, status: number) =>
      requests.find((line) => line.route?.toLowerCase() === route && line.status === status);
    assert.ok(find('/api/orders', 200)?.customer, 'who placed an order');
    assert.equal(find('/api/accounts/login', 400)?.network, '127.0.0.1', 'where a failed login came from');
    assert.equal(find('/api/accounts/login', 429)?.network, '127.0.0.1');
    assert.ok(find('/api/orders/:number/cancel', 404)?.customer, 'who asked for what is not theirs');
    assert.ok(find('/api/accounts/profile', 401));
    assert.ok(lines.some(({ msg, customer }) => msg === 'logged in' && customer !== undefined));
    assert.ok(lines.some(({ msg }) => msg === 'webhook event refused'));
  } finally {
    await shop.discard();
  }
});

test('rejects logins with common default names and passwords in a new shop', async () => {
  const shop = await startShop({ LOG_LEVEL: 'silent' });
  try {
    for (const name of ['admin', 'root', 'sa', 'test', 'operator', 'support'])
      for (const password of [name, 'admin', 'password', testPassword]) {
        const answer = await fetch(`${shop.url}/api/accounts/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: `${name}@redline.example`, password }),
        });
        assert.equal(answer.status, 400);
      }
  } finally {
    await shop.discard();
  }
});
