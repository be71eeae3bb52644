import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { signWebhook } from '#server/payments/sandbox/sandbox-webhooks.ts';

const path = '/api/webhooks/sandbox';
const webhook = JSON.stringify({ id: 'evt_1', type: 'session.paid', ref: 'sbx_1' });
let shop: TestShop;
before(async () => {
  shop = await openTestShop();
});
after(() => shop.close());

const signed = (body: string) => ({ 'sandbox-signature': signWebhook(shop.sandboxKey, body, shop.now()) });
const post = (body: string | undefined, headers: Record<string, string>) =>
  shop.send('POST', path, { ...(body === undefined ? {} : { body }), headers });
const kept = async () =>
  (
    await sql<{ event_id: string }>`select event_id from provider_notice order by event_id`.execute(
      shop.database.db,
    )
  ).rows.map(({ event_id }) => event_id);

test('accepts an event as raw bytes with any content type, and answers with an empty body', async () => {
  for (const [n, type] of ['application/json', 'text/plain', 'application/x-made-up'].entries()) {
    const body = webhook.replace('evt_1', `evt_${n}`).replace('{', '{ ');
    const answer = await post(body, { ...signed(body), 'content-type': type });
    assert.deepEqual([answer.status, answer.body], [200, ''], type);
  }
  assert.deepEqual(await kept(), ['evt_0', 'evt_1', 'evt_2']);
});

test('answers 400 with the reason of a rejection and logs it, but stores no event', async (t) => {
  const before = await kept();
  const warnings = t.mock.method(shop.app.http.log, 'warn');
  const reasons: [string | undefined, Record<string, string>, string][] = [
    [webhook, {}, 'The signature is missing or malformed.'],
    [undefined, {}, 'The signature is missing or malformed.'],
    [undefined, signed('x'), 'The signature doesn’t match.'],
    [undefined, signed(''), 'The webhook event couldn’t be read.'],
    ['x'.repeat(1_048_576), signed('x'), 'The signature doesn’t match.'],
  ];
  for (const [body, headers, reason] of reasons) {
    const { status, body: problem } = await post(body, { ...headers, 'content-type': 'text/plain' });
    assert.equal(status, 400);
    assert.deepEqual([problem.detail, problem.errors], [reason, { '': [reason] }]);
  }
  assert.equal(
    (await post('x'.repeat(1_048_577), { ...signed('x'), 'content-type': 'text/plain' })).status,
    413,
  );
  assert.deepEqual(
    warnings.mock.calls.map((call) => call.arguments.slice(0, 2)),
    reasons.map(([, , reason]) => [{ provider: 'sandbox', reason }, 'webhook event refused']),
  );
  assert.deepEqual(await kept(), before);
});

test('accepts only webhook requests on this route', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await shop.send(method, path);
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], method);
  }
  assert.equal((await shop.send('POST', '/api/webhooks/mollie', { body: {} })).status, 404);
});

test('answers 5xx so that the provider resends when an event cannot be stored', async () => {
  await sql`alter table provider_notice rename to provider_notices`.execute(shop.database.db);
  assert.equal((await post(webhook, signed(webhook))).status, 500);
  await sql`alter table provider_notices rename to provider_notice`.execute(shop.database.db);
  const again = webhook.replace('evt_1', 'evt_9');
  assert.equal((await post(again, signed(again))).status, 200);
});
