import { second } from '#contract/durations.ts';
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { CreatedTicket, TicketChallenge, TicketList } from '#contract/storefront/support.ts';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

const message = {
  name: 'Zoë Łuczak',
  email: 'zoe@example.com',
  message: 'Can you write for a choir?\nWe sing 🎵.',
};
const send = (body: unknown, at = shop, headers: Record<string, string> = {}) =>
  at.send<CreatedTicket & { errors?: Record<string, string[]> }>('POST', '/api/support/create-ticket', {
    body,
    headers,
  });

async function proof(at = shop): Promise<string> {
  const { body } = await at.send<TicketChallenge>('GET', '/api/support/challenge');
  const challenge = body.challenge as unknown as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return JSON.stringify({ challenge, solution });
}

test('numbers a message, emails its sender a confirmation, and emails the operator a copy to reply to', async () => {
  const { status, body } = await send(message);
  assert.equal(status, 200);
  assert.match(body.ticketNumber, /^T-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await shop.app.jobs.drain();
  const letters = await shop.letters();
  const received = letters.find((letter) => letter.to?.[0]?.address === 'zoe@example.com');
  assert.ok(received?.subject?.includes(body.ticketNumber));
  assert.ok(received && !received.text?.includes('choir'), 'it does not quote what was written');
  const copy = letters.find(
    (letter) => letter.subject === `Message from the contact form (${body.ticketNumber})`,
  );
  assert.equal(copy?.replyTo?.[0]?.address, 'zoe@example.com');
  assert.ok(copy?.text?.includes('We sing 🎵.') && copy.text.includes('Zoë Łuczak'));
});

test('sends an address at most one confirmation a day, however it is spelled', async () => {
  for (const email of ['kim@example.com', 'KIM@example.com', 'ｋim@example.com'])
    assert.equal((await send({ ...message, email })).status, 200);
  await shop.app.jobs.drain();
  const answers = (await shop.letters()).filter((letter) => letter.to?.[0]?.address === 'kim@example.com');
  assert.equal(answers.length, 1);
});

test('accepts only a solved challenge of this shop, once and before it expires', async () => {
  const tooSoon = await proof();
  assert.equal((await send({ ...message, proof: tooSoon })).status, 400);
  const good = await proof();
  shop.pass(4 * second);
  assert.equal((await send({ ...message, proof: good })).status, 200);
  assert.equal((await send({ ...message, proof: good })).status, 400, 'replayed');
  const old = await proof();
  shop.pass(3 * 3600 * second);
  assert.equal((await send({ ...message, proof: old })).status, 400);
  const changed = (await proof()).replace(
    /"issuedAt":\d+/,
    `"issuedAt":${shop.now().getTime() - 10 * second}`,
  );
  for (const forged of [
    changed,
    '{}',
    'x',
    '{"challenge":null,"solution":null}',
    '{"challenge":{},"solution":{}}',
  ])
    assert.equal((await send({ ...message, proof: forged })).status, 400, forged.slice(0, 40));
});

test('answers a message with a filled hidden field as usual, but discards it', async () => {
  const { status, body } = await send({
    ...message,
    email: 'robot@example.com',
    website: 'https://spam.example',
  });
  assert.equal(status, 200);
  assert.ok(body.ticketNumber);
  await shop.app.jobs.drain();
  assert.ok(!(await shop.letters()).some((letter) => letter.text?.includes('robot@example.com')));
});

test('answers 429 to a second message without a solved challenge, and to a sixth attempt even with one', async () => {
  const strict = await openTestShop();
  try {
    assert.equal((await send(message, strict)).status, 200);
    assert.equal((await send(message, strict)).status, 429);
    for (let n = 0; n < 3; n += 1) {
      const solved = await proof(strict);
      strict.pass(4 * second);
      assert.equal((await send({ ...message, proof: solved }, strict)).status, 200);
    }
    assert.equal((await send({ ...message, proof: await proof(strict) }, strict)).status, 429);
  } finally {
    await strict.close();
  }
});

test('stores a message once when it is sent again with the same ID, also at once and without a challenge', async () => {
  const strict = await openTestShop();
  try {
    const sent = { ...message, requestId: crypto.randomUUID() };
    const first = (await send(sent, strict)).body.ticketNumber;
    // the limit would refuse another message without a proof of work
    const again = await send(sent, strict);
    assert.deepEqual([again.status, again.body.ticketNumber], [200, first]);
    assert.equal((await send({ ...sent, message: 'Another message' }, strict)).status, 429);
    const other = { ...sent, message: 'Another message', proof: await proof(strict) };
    strict.pass(4 * second);
    const { body } = await send(other, strict);
    assert.notEqual(body.ticketNumber, first);
    assert.equal(
      (await send(other, strict)).body.ticketNumber,
      body.ticketNumber,
      'with a proof that was used',
    );
    await strict.app.jobs.drain();
    const copies = (await strict.letters()).filter(({ subject }) =>
      subject?.startsWith('Message from the contact form (T-'),
    );
    assert.equal(copies.length, 2);
  } finally {
    await strict.close();
  }
  const { auth } = await shop.customer();
  for (const headers of [{}, auth]) {
    const sent = { ...message, requestId: crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(sent, shop, headers)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body.ticketNumber)).size, 1);
  }
  assert.notEqual(
    (await send(message)).body.ticketNumber,
    (await send(message)).body.ticketNumber,
    'without an ID',
  );
});

test('names each invalid field, refuses line breaks in the name and drops control characters', async () => {
  const { status, body } = await send({ name: '', email: 'x', message: 'short', subject: 'x' });
  assert.equal(status, 400);
  assert.deepEqual(body.errors, {
    name: ['Enter your name'],
    email: ['Enter an email address in the correct format, like name@example.com'],
    message: ['Message must be at least 10 characters'],
    subject: ['Unknown field'],
  });
  for (const pasted of ['long enough\u0000', 'long enough \ud800'])
    assert.equal((await send({ ...message, message: pasted })).status, 200);
  for (const bad of ['enough\u0000\u0001\u0002\u0003', '\ud800'.repeat(10)])
    assert.equal((await send({ ...message, message: bad })).status, 400);
  assert.equal((await send({ ...message, name: 'Ann\r\nBcc: evil@example.com' })).status, 400);
});

test('shows the state of messages only to their logged-in sender', async () => {
  const { auth } = await shop.customer();
  const list = async (headers: Record<string, string>, query = '') =>
    (await shop.send<TicketList>('GET', `/api/support/tickets${query}`, { headers })).body;
  assert.deepEqual(await list(auth), { tickets: [], nextCursor: null });
  await send(message);
  const first = (await send({ ...message, message: 'The first message' }, shop, auth)).body.ticketNumber;
  const second = (await send({ ...message, message: 'The second message' }, shop, auth)).body.ticketNumber;
  assert.match(await shop.operate('tickets'), new RegExp(`${first} .*\\n    The first`));
  assert.equal(await shop.operate('ticket', first.toLowerCase(), 'answered'), 'Marked as answered.');
  assert.ok(!(await shop.operate('tickets')).includes(first));
  await assert.rejects(shop.operate('ticket', first, 'lost'), /Usage: /);
  await assert.rejects(shop.operate('ticket', 'T-0000-0000', 'closed'), /can’t find that conversation/);

  const newest = await list(auth, '?limit=1');
  assert.deepEqual(
    newest.tickets.map(({ number, message: text, status }) => [number, text, status]),
    [[second, 'The second message', 'open']],
  );
  const older = await list(auth, `?limit=1&cursor=${newest.nextCursor}`);
  assert.deepEqual(
    [older.tickets.map(({ number, status }) => [number, status]), older.nextCursor],
    [[[first, 'answered']], null],
  );
  assert.deepEqual((await list((await shop.customer()).auth)).tickets, []);
  assert.equal((await shop.send('GET', '/api/support/tickets')).status, 401);
});
