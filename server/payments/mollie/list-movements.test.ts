import assert from 'node:assert/strict';
import test, { after, before, beforeEach, type TestContext } from 'node:test';
import type { PaymentProvider } from '#server/payments/provider/provider.ts';
import { type MollieFake, openMollieFake } from '#test/providers/mollie-fake.ts';
import { mollieProvider } from './mollie-provider.ts';

let fake: MollieFake;
before(async () => {
  fake = await openMollieFake({
    apiKey: 'live_Double',
    organizationToken: 'access_Double',
    clock: () => new Date('2026-11-22T11:00:00Z'),
  });
});
beforeEach(() => {
  fake.mend();
  fake.calls.splice(0);
});
after(() => fake.close());

const providerWith = (organizationToken: string, apiKey = 'live_Double') =>
  mollieProvider({ apiKey, organizationToken, webhookKeys: ['x'], endpoint: fake.origin });
const token = 'access_Double';
const wanted = {
  since: new Date('2026-11-01T00:00:00Z'),
  newOf: (ids: readonly string[]) => Promise.resolve(new Set(ids)),
};
const list = (provider: PaymentProvider, after: string | null = null) => provider.movements!(wanted, after);

test('lists no movements without an organization token', () => {
  const provider = mollieProvider({ apiKey: 'live_Double', webhookKeys: ['x'] });
  assert.deepEqual(['movements' in provider, 'contentOf' in provider], [false, false]);
});

test('sends the token only to calls about balances and settlements, and the key to calls about payments', async () => {
  const provider = providerWith(token);
  fake.balance.add({ type: 'payment', amount: 100, context: { paymentId: 'tr_other' } });
  assert.equal((await list(provider))?.movements.length, 1);
  await provider.contentOf!({ ref: fake.balance.payOut()!.id, amount: -100n });
  const sent = fake.calls.map(({ route, headers }) => `${route.split('/')[2]} ${headers.authorization}`);
  assert.deepEqual(
    [...new Set(sent)],
    ['balances Bearer access_Double', 'payments Bearer live_Double', 'settlements Bearer access_Double'],
  );
});

test('returns undefined for an API key, a wrong token, or a token without the permission', async () => {
  for (const wrong of ['live_Double', 'access_Other'])
    assert.equal(await list(providerWith(wrong)), undefined, wrong);
  const asked = await fetch(`${fake.origin}/v2/balances`, {
    headers: { authorization: 'Bearer live_Double' },
  });
  assert.deepEqual(await asked.json(), {
    status: 401,
    title: 'Unauthorized Request',
    detail: 'Missing authentication, or failed to authenticate',
    _links: {
      documentation: { href: 'https://docs.mollie.com/reference/handling-errors', type: 'text/html' },
    },
  });
  fake.balance.chargeFee(-100);
  const payout = { ref: fake.balance.payOut()!.id, amount: -100n };
  assert.ok(await providerWith(token).contentOf!(payout));
  assert.equal(await providerWith(token).contentOf!({ ...payout, ref: 'stl_unknown' }), undefined);
  for (const [permission, ask] of [
    ['balances.read', (provider: PaymentProvider) => list(provider)],
    ['refunds.read', (provider: PaymentProvider) => provider.contentOf!(payout)],
  ] as const) {
    fake.balance.permissions.delete(permission);
    assert.equal(await ask(providerWith(token)), undefined, permission);
    fake.balance.permissions.add(permission);
  }
});

test('requests the movements of test mode with a test key', async () => {
  await assert.rejects(list(providerWith(token, 'test_Double'), 'bal_1'), { name: 'ProviderRefused' });
  assert.equal(fake.calls[0]!.query, 'limit=250&testmode=true');
});

test('reads pages by Mollie’s own cursors, and rejects others', async () => {
  for (let n = 0; n < 251; n += 1) fake.balance.chargeFee(1);
  const provider = providerWith(token);
  const first = await list(provider);
  assert.equal(first?.movements.length, 250);
  assert.match(first.next!, /^bal_\w+\/baltr_\w+$/);
  const last = await list(provider, first.next);
  assert.equal(last?.next, null);
  const seen = new Set([...first.movements, ...last.movements].map(({ id }) => id));
  assert.equal(seen.size, first.movements.length + last.movements.length);
  await assert.rejects(list(provider, `${first.next}x`), { name: 'ProviderRefused' });
});

test('follows no URL of a response, and throws ProviderUnavailable for a failed or unreadable one', async (t: TestContext) => {
  const provider = providerWith(token);
  for (const fault of [429, 500, 'lost'] as const) {
    fake.fail('GET /v2/balances/:id/transactions', fault);
    await assert.rejects(list(provider), { name: 'ProviderUnavailable' });
  }
  const line = t.mock.method(globalThis, 'fetch', (url: string, { redirect }: RequestInit) => {
    assert.ok(url.startsWith(`${fake.origin}/v2/balances`), url);
    assert.equal(redirect, 'error');
    const embedded = url.includes('transactions') ? { balance_transactions: [] } : { balances: [] };
    const next = { href: 'https://evil.example/v2/balances?from=bal_9' };
    return Promise.resolve(
      Response.json({ _embedded: embedded, _links: { next: url.includes('from=') ? null : next } }),
    );
  });
  assert.deepEqual(await list(provider, 'bal_1'), { movements: [], next: 'bal_1/bal_9' });
  line.mock.mockImplementation(() => Promise.resolve(Response.json({ _embedded: {} })));
  await assert.rejects(list(provider), {
    name: 'ProviderUnavailable',
    message: 'Mollie sent a response we can’t read',
  });
});
