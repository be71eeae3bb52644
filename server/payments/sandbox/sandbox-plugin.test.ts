import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { day } from '#contract/durations.ts';
import { asked, openTestSandbox } from '#test/providers/open-test-sandbox.ts';
import { sandboxPagePolicy } from './sandbox-pages.ts';

let sandbox: Awaited<ReturnType<typeof openTestSandbox>>;
before(async () => {
  sandbox = await openTestSandbox();
});
beforeEach(() => {
  sandbox.at(0);
  sandbox.takeWakes();
});
after(() => sandbox.close());

test('accepts each of its API keys, and rejects a call with any other key or none', async () => {
  const ref = await sandbox.open();
  const statusFor = async (headers: Record<string, string>) =>
    (await sandbox.send('GET', `/sandbox-pay/api/sessions/${ref}`, undefined, headers)).status;
  for (const key of ['newest', 'older'])
    assert.equal(await statusFor({ authorization: `Bearer ${key}` }), 200);
  for (const authorization of ['', 'Bearer wrong', 'Bearer ', 'newBearer est'])
    assert.equal(await statusFor({ authorization }), 401, authorization);
  assert.equal(await statusFor({}), 401);
});

test('creates one page per idempotency key: the same for the same request, an error for another request', async () => {
  const { status, body } = await sandbox.api('POST', '', asked, 'once');
  assert.equal(status, 200);
  assert.match(body.ref, /^sbx_[\da-f]{32}$/);
  assert.deepEqual(body, {
    ref: body.ref,
    url: `http://shop.test/sandbox-pay/${body.ref}`,
    status: 'open',
    captured: '0',
    currency: 'usd',
    refunds: [],
    disputes: [],
  });
  assert.deepEqual((await sandbox.api('POST', '', asked, 'once')).body, body);
  assert.deepEqual(await sandbox.look(body.ref), body);
  assert.notEqual((await sandbox.api('POST', '', asked, 'twice')).body.ref, body.ref);
  const other = await sandbox.api('POST', '', { ...asked, reference: 'other' }, 'once');
  assert.deepEqual(
    [other.status, other.body.detail],
    [400, 'The idempotency key was used for another request.'],
  );
  const misread = [
    await sandbox.api('POST', '', { ...asked, amount: '0' }, 'zero'),
    await sandbox.api('POST', '', asked, ''),
    await sandbox.api('POST', '', asked),
  ];
  for (const answer of misread)
    assert.deepEqual([answer.status, answer.body.detail], [400, 'Invalid request.']);
});

test('answers 404 with a message for unknown objects', async () => {
  const answers = [
    await sandbox.send('GET', '/sandbox-pay/api/sessions/sbx_0', undefined, {
      authorization: 'Bearer newest',
    }),
    await sandbox.send('POST', '/sandbox-pay/api/sessions/sbx_0/stop', undefined, {
      authorization: 'Bearer newest',
    }),
    await sandbox.send('POST', '/sandbox-pay/sbx_0/act', { act: 'pay' }),
    await sandbox.send('POST', '/sandbox-pay/sbx_0/act', '{"act":"pay"}', {
      'content-type': 'application/json; charset=utf-8',
    }),
  ];
  for (const { status, text } of answers) {
    assert.equal(status, 404);
    assert.equal(JSON.parse(text).detail, 'There is no session with this reference.');
  }
  const pages = [
    await sandbox.send('GET', '/sandbox-pay/sbx_0'),
    await sandbox.submit('sbx_0', 'card', { card: '4242424242424242' }),
    await sandbox.submit('sbx_0', 'act', { act: 'pay' }),
    await sandbox.send('POST', '/sandbox-pay/sbx_0/act'),
  ];
  for (const { status, text, headers } of pages) {
    assert.equal(status, 404);
    assert.match(text, /<h1>Test payment not found<\/h1>/);
    assert.equal(headers['content-security-policy'], sandboxPagePolicy);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  }
});

test('applies a simulated act, and sends its webhook event once, twice, late or never', async () => {
  const told: Record<string, string[]> = {};
  for (const way of ['once', 'twice', 'late', 'lost']) {
    const ref = await sandbox.open();
    const { status, body } = await sandbox.act(ref, 'pay', way);
    assert.deepEqual([status, body.status, body.captured], [200, 'paid', '12901']);
    told[way] = await sandbox.webhooksOf(ref);
  }
  assert.deepEqual(told, {
    once: ['1: session.paid +0'],
    twice: ['1: session.paid +0', '1: session.paid +0'],
    late: ['1: session.paid +10'],
    lost: [],
  });
  assert.equal(sandbox.takeWakes(), 4);
  const ref = await sandbox.open();
  assert.equal((await sandbox.act(ref, 'async')).body.status, 'processing');
  for (const again of ['pay', 'cancel', 'pay-late']) {
    const { status, body } = await sandbox.act(ref, again);
    assert.deepEqual([status, body.detail], [409, 'You can’t do this while the session is processing.']);
  }
  assert.deepEqual(
    await sandbox.webhooksOf(ref),
    ['1: session.processing +0'],
    'once is how it goes when nothing is said',
  );
  for (const unknown of [{ act: 'steal' }, {}, { act: 'pay', webhooks: 'never' }]) {
    const { status, text } = await sandbox.send('POST', `/sandbox-pay/${ref}/act`, unknown);
    assert.equal(status, 400);
    assert.match(
      JSON.parse(text).detail,
      /^Act must be one of: pay, pay-short, .*, dashboard-refund, .*, dispute-lost\.$/,
    );
  }
});

test('ends an unpaid page when its time is over or the shop closes it, but not a paid one', async () => {
  const [first, settled, stopped] = [await sandbox.open(), await sandbox.paid(), await sandbox.open()];
  sandbox.at(day - 1);
  assert.deepEqual(await sandbox.stateOf(first), ['open', '0']);
  sandbox.at(day);
  assert.deepEqual(await sandbox.stateOf(first), ['expired', '0']);
  assert.deepEqual(await sandbox.stateOf(settled), ['paid', '12901']);
  sandbox.at(0);
  const { status, body } = await sandbox.api('POST', `/${stopped}/stop`);
  assert.deepEqual([status, body.status, sandbox.takeWakes()], [200, 'expired', 2]);
  assert.deepEqual(await sandbox.webhooksOf(stopped), ['1: session.expired +0']);
  const late = await sandbox.api('POST', `/${settled}/stop`);
  assert.deepEqual([late.status, late.body.status, late.body.captured], [200, 'paid', '12901']);
  assert.deepEqual(await sandbox.webhooksOf(settled), []);
});

const cards: [card: string, status: number, shown: RegExp | string, state: string][] = [
  ['4242 4242 4242 4242', 303, asked.returnUrl, 'paid'],
  ['4242-4242-4242-4242', 303, asked.returnUrl, 'paid'],
  ['4000000000000002', 200, /role="alert">Your card was declined\.</, 'open'],
  ['4000000000009995', 200, /role="alert">Your card has insufficient funds\.</, 'open'],
  ['4000000000003220', 200, /<title>Confirm with your bank</, 'open'],
  ['4000000000000259', 303, asked.returnUrl, 'paid'],
  ['4000000000005126', 303, asked.returnUrl, 'paid'],
  ['4111111111111111', 400, /role="alert">Enter one of the test card numbers/, 'open'],
  ['', 400, /role="alert">Enter one of the test card numbers/, 'open'],
];
for (const [card, status, shown, state] of cards)
  test(`leaves the payment ${state} and answers ${status} to the card "${card}"`, async () => {
    const [ref, other] = [await sandbox.open(), await sandbox.open()];
    const answer = await sandbox.submit(ref, 'card', { card });
    assert.equal(answer.status, status);
    if (typeof shown === 'string') assert.equal(answer.headers.location, shown);
    else assert.match(answer.text, shown);
    assert.deepEqual(await sandbox.stateOf(ref), [state, state === 'paid' ? '12901' : '0']);
    assert.deepEqual(await sandbox.disputesOf(ref), []);
    assert.equal((await sandbox.look(other)).status, 'open');
    assert.equal(sandbox.takeWakes(), status === 400 || /Confirm/.test(String(shown)) ? 0 : 1);
    const after = await sandbox.send('GET', `/sandbox-pay/${ref}`);
    assert.equal(after.status, 200);
    assert.match(after.text, state === 'paid' ? /This payment is complete/ : /<form [^>]*\/card"/);
    if (state !== 'paid') return;
    const again = await sandbox.submit(ref, 'card', { card: '4242424242424242' });
    assert.deepEqual([again.status, sandbox.takeWakes()], [200, 0]);
    assert.match(again.text, /This payment is complete/);
  });

test('rejects a card form without a card number, as it rejects a wrong number', async () => {
  const answer = await sandbox.send('POST', `/sandbox-pay/${await sandbox.open()}/card`);
  assert.equal(answer.status, 400);
  assert.match(answer.text, /test card numbers/);
});

const buttons: [act: string, status: number, shown: RegExp | string][] = [
  ['pay', 303, asked.returnUrl],
  ['async', 303, asked.returnUrl],
  ['expire', 303, asked.returnUrl],
  ['cancel', 303, asked.cancelUrl],
  ['decline', 200, /role="alert">Your card was declined\.</],
  ['challenge', 200, /<title>Confirm with your bank</],
  ['settle', 200, /<main>/],
];
for (const [what, status, shown] of buttons)
  test(`shows the next step, or redirects, when the button "${what}" of an open page is pressed`, async () => {
    const ref = await sandbox.open();
    const answer = await sandbox.submit(ref, 'act', { act: what });
    assert.equal(answer.status, status);
    if (typeof shown === 'string') assert.equal(answer.headers.location, shown);
    else assert.match(answer.text, shown);
    assert.equal(sandbox.takeWakes(), 1);
  });

test('shows the payment’s state, without a redirect, when a button on an ended page is pressed', async () => {
  const ref = await sandbox.paid();
  for (const what of ['pay', 'dashboard-refund', 'dispute']) {
    const answer = await sandbox.submit(ref, 'act', { act: what });
    assert.equal(answer.status, 200, what);
    assert.match(answer.text, /This payment is complete/);
  }
  assert.deepEqual(await sandbox.refundsOf(ref), ['6450 succeeded']);
  assert.deepEqual(await sandbox.disputesOf(ref), ['6451 6451 0 1500 open']);
  const challenged = await sandbox.open();
  const { status, body } = await sandbox.act(challenged, 'challenge');
  assert.deepEqual([status, body.status], [200, 'open'], 'a program is answered in its own words');
});
