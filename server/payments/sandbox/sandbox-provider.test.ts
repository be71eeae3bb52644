import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, before, beforeEach } from 'node:test';
import { text } from 'node:stream/consumers';
import { WebhookRefused, ProviderRefused, ProviderUnavailable } from '#server/payments/provider/provider.ts';
import { sendSandboxWebhooks, signWebhook } from './sandbox-webhooks.ts';
import { sandboxProvider } from './sandbox-provider.ts';

const now = new Date('2026-11-20T15:00:00.900Z');
type Call = { method?: string; url?: string; headers: IncomingHttpHeaders; body: string };
let calls: Call[] = [];
let reply: { status?: number; body?: string; headers?: Record<string, string> } = {};
/** A fake API that answers what the test sets and records the requests. */
async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request;
  calls.push({ method, url, headers, body: await text(request) });
  response.writeHead(reply.status ?? 200, reply.headers).end(reply.body ?? '');
}
const stranger = createServer((request, response) => void answerCall(request, response));
let origin: string;
before(async () => {
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
beforeEach(() => {
  calls = [];
});
after(() => stranger.close());

const provider = sandboxProvider({
  origin: () => origin,
  publicUrl: 'https://shop.test/some/page',
  keys: ['newest', 'older'],
  clock: () => now,
});
const answer = {
  ref: 'sbx_1',
  url: 'https://shop.test/sandbox-pay/sbx_1',
  status: 'paid',
  captured: '12900',
  currency: 'usd',
  refunds: [
    { ref: 'sbr_1', reference: 'ours', amount: '500', status: 'pending' },
    { ref: 'sbr_2', reference: null, amount: '600', status: 'succeeded' },
    { ref: 'sbr_3', reference: null, amount: '700', status: 'failed' },
  ],
  disputes: (['inquiry', 'open', 'won', 'lost'] as const).map((status) => ({
    ref: `sbd_${status}`,
    amount: '11',
    withdrawn: '12',
    reinstated: '13',
    fee: '14',
    status,
    evidenceDueAt: '2026-11-27T16:00:00+01:00',
  })),
};
const snapshot = {
  ref: 'sbx_1',
  livemode: false,
  state: 'paid',
  captured: 12_900n,
  currency: 'usd',
  refunds: [
    { ref: 'sbr_1', reference: 'ours', amount: 500n, state: 'pending' },
    { ref: 'sbr_2', reference: null, amount: 600n, state: 'succeeded' },
    { ref: 'sbr_3', reference: null, amount: 700n, state: 'failed' },
  ],
  disputes: (['inquiry', 'open', 'won', 'lost'] as const).map((state) => ({
    ref: `sbd_${state}`,
    amount: 11n,
    withdrawn: 12n,
    reinstated: 13n,
    fee: 14n,
    state,
    reason: 'fraudulent',
    evidenceDueAt: new Date('2026-11-27T15:00:00Z'),
  })),
};
const answerWith = (change: object) => {
  reply = { body: JSON.stringify({ ...answer, ...change }) };
};
const asked = {
  amount: '12900',
  currency: 'usd',
  description: 'Slogans',
  reference: 'attempt',
  returnUrl: 'https://shop.test/a',
  cancelUrl: 'https://shop.test/b',
  expiresAt: '2026-11-21T15:00:00.000Z',
};
/** Every method of the port, and the request it makes. */
const doors = {
  createLink: () => provider.createLink(asked, 'key'),
  fetch: () => provider.fetch('a/b'),
  stop: () => provider.stop('a/b'),
  refund: () => provider.refund('a/b', { amount: 500n, reference: 'ours' }, 'key'),
};

test('has the sandbox’s name, test mode and page origin', () => {
  assert.equal(provider.name, 'sandbox');
  assert.equal(provider.livemode, false);
  assert.deepEqual(provider.pageOrigins, ['https://shop.test']);
});

test('sends each call with the newest key, and each creating call with an idempotency key', async () => {
  answerWith({});
  const made: Record<string, unknown> = {};
  for (const [door, call] of Object.entries(doors)) {
    const result = await call();
    const { method, url, headers, body } = calls.at(-1)!;
    assert.equal(headers.authorization, 'Bearer newest');
    made[door] = [`${method} ${url}`, headers['content-type'], headers['idempotency-key'], body];
    if (door === 'createLink') {
      assert.ok('url' in result);
      assert.deepEqual([result.ref, result.url], [answer.ref, answer.url]);
    } else assert.deepEqual(result, snapshot, door);
  }
  assert.deepEqual(made, {
    createLink: ['POST /sandbox-pay/api/sessions', 'application/json', 'key', JSON.stringify(asked)],
    fetch: ['GET /sandbox-pay/api/sessions/a%2Fb', undefined, undefined, ''],
    stop: ['POST /sandbox-pay/api/sessions/a%2Fb/stop', undefined, undefined, ''],
    refund: [
      'POST /sandbox-pay/api/sessions/a%2Fb/refunds',
      'application/json',
      'key',
      '{"amount":"500","reference":"ours"}',
    ],
  });
});

test('maps every state of a payment', async () => {
  for (const status of ['open', 'processing', 'paid', 'failed', 'expired', 'canceled']) {
    answerWith({ status });
    assert.equal((await provider.fetch('sbx_1')).state, status);
  }
});

const passing = [408, 409, 425, 429, 500, 502, 503];
const final = [400, 404, 422];
const keyIsWrong = [401, 403];
test('classifies errors as temporary or final, and a wrong key as final only when it creates a page', async () => {
  for (const status of [...passing, ...final, ...keyIsWrong])
    for (const [door, call] of Object.entries(doors)) {
      reply = { status, body: '{}' };
      const isFinal = final.includes(status) || (keyIsWrong.includes(status) && door === 'createLink');
      const expected = isFinal ? ProviderRefused : ProviderUnavailable;
      await assert.rejects(
        call(),
        (error) =>
          error instanceof expected && error.message === `The sandbox responded with status ${status}`,
        `${door} ${status}`,
      );
    }
});

const [refund] = answer.refunds;
const [dispute] = answer.disputes;
const unreadable: Record<string, object> = {
  'no reference': { ref: undefined },
  'no address': { url: 'pay here' },
  'an unknown state': { status: 'lost' },
  'an amount with a point': { captured: '1.5' },
  'an amount below nothing': { captured: '-1' },
  'no amount': { captured: '' },
  'an amount with a sign behind': { captured: '1$' },
  'no currency': { currency: null },
  'no refunds': { refunds: undefined },
  'a refund without a reference': { refunds: [{ ...refund, ref: undefined }] },
  'a refund without our name of it': { refunds: [{ ...refund, reference: undefined }] },
  'a refund in an unknown state': { refunds: [{ ...refund, status: '' }] },
  'a refund of a word': { refunds: [{ ...refund, amount: 'all' }] },
  'no disputes': { disputes: undefined },
  'a dispute in an unknown state': { disputes: [{ ...dispute, status: '' }] },
  'a dispute without what was taken': { disputes: [{ ...dispute, withdrawn: undefined }] },
  'a dispute without an end': { disputes: [{ ...dispute, evidenceDueAt: 'soon' }] },
};
test('rejects an unreadable answer as unavailable', async () => {
  for (const [what, change] of Object.entries(unreadable)) {
    answerWith(change);
    await assert.rejects(provider.fetch('sbx_1'), ProviderUnavailable, what);
  }
});

test('treats a missing, foreign or truncated answer as unavailable', async () => {
  const elsewhere = {
    status: 302,
    headers: { location: `${origin}/elsewhere` },
    body: JSON.stringify(answer),
  };
  for (const other of [elsewhere, { body: '{"ref":' }]) {
    reply = other;
    await assert.rejects(provider.fetch('sbx_1'), ProviderUnavailable);
  }
  assert.equal(calls.length, 2, 'a redirect is not followed');
  const gone = sandboxProvider({
    origin: () => 'http://127.0.0.1:1',
    publicUrl: origin,
    keys: ['newest'],
    clock: () => now,
  });
  await assert.rejects(
    gone.fetch('sbx_1'),
    (error: Error) => error instanceof ProviderUnavailable && error.cause instanceof Error,
  );
});

const webhook = { id: 'evt_1', type: 'session.paid', ref: 'sbx_1' };
const read = (body: unknown, signature?: string | string[]) =>
  provider.readWebhook(
    Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    signature === undefined ? {} : { 'sandbox-signature': signature },
    {},
  );
const signed = (body: unknown, { key = 'newest', seconds = 0 } = {}) => {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  return signWebhook(key, raw, new Date(now.getTime() + seconds * 1000));
};

test('accepts an event with any key’s signature up to five minutes old, and reads only its payment reference', () => {
  const told = { eventId: 'evt_1', type: 'session.paid', ref: 'sbx_1', payload: webhook };
  for (const options of [{}, { key: 'older' }, { seconds: -299 }, { seconds: 300 }])
    assert.deepEqual(read(webhook, signed(webhook, options)), told);
  assert.match(signed(webhook), /^t=1795186800,v1=[\da-f]{64}$/);
  const more = { ...webhook, secret: 'not to be kept' };
  assert.deepEqual(read(more, signed(more)), told);
});

test('rejects an invalid webhook event with the reason', () => {
  const good = signed(webhook);
  const malformed = [
    undefined,
    '',
    [good],
    `x${good}`,
    `${good}x`,
    good.slice(0, -1),
    good.replace('t=', 't=x'),
  ];
  for (const signature of malformed)
    assert.throws(() => read(webhook, signature), refused('The signature is missing or malformed.'));
  for (const signature of [signed(webhook, { key: 'wrong' }), signed('{}'), good.replace('t=1', 't=2')])
    assert.throws(() => read(webhook, signature), refused('The signature doesn’t match.'));
  for (const seconds of [-300, 302])
    assert.throws(
      () => read(webhook, signed(webhook, { seconds })),
      refused('The webhook event is too old or from the future.'),
    );
  for (const body of [
    '',
    '{',
    'null',
    '{}',
    { ...webhook, id: 1 },
    { ...webhook, type: null },
    { id: 'a', type: 'b' },
  ])
    assert.throws(() => read(body, signed(body)), refused('The webhook event couldn’t be read.'));
});
const refused = (message: string) => (error: Error) =>
  error instanceof WebhookRefused && error.message === message;

test('signs an event with the newest key and resends it until the shop accepts it', async () => {
  const { run, forever } = sendSandboxWebhooks(
    () => origin,
    ['newest', 'older'],
    () => now,
  )['sandbox.notice']!;
  const send = run as (payload: object) => Promise<unknown>;
  reply = { status: 204 };
  assert.equal(await send({ eventId: 'evt_1', type: 'session.paid', ref: 'sbx_1' }), undefined);
  const [{ method, url, headers, body }] = calls as [Call];
  assert.deepEqual(
    [method, url, headers['content-type']],
    ['POST', '/api/webhooks/sandbox', 'application/json'],
  );
  assert.deepEqual(JSON.parse(body), webhook);
  assert.equal(headers['sandbox-signature'], signed(body));
  assert.equal(forever, false);
  for (const status of [400, 500]) {
    reply = { status };
    await assert.rejects(send({ eventId: 'evt_1', type: 'session.paid', ref: 'sbx_1' }), {
      message: `The shop answered ${status}`,
    });
  }
  reply = { status: 302, headers: { location: `${origin}/elsewhere` } };
  await assert.rejects(send({ eventId: 'evt_1', type: 'session.paid', ref: 'sbx_1' }));
  assert.equal(calls.length, 4);
});
