import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskThread } from '#contract/desk/threads.ts';
import type { DeskTicket } from '#contract/desk/tickets.ts';
import { minute } from '#contract/durations.ts';
import type { TicketThread } from '#contract/storefront/messages.ts';
import type { CreatedTicket, TicketList } from '#contract/storefront/support.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { testPassword } from '#test/server/open-test-shop.ts';

let desk: TestDesk;
let support: Person;
before(async () => {
  desk = await openTestDesk({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  support = await desk.join('support');
});
after(() => desk.close());

type Headers = Record<string, string>;
type Failed = { detail?: string; errors?: Record<string, string[]> };

/** Sends the contact form. `headers`: those of a logged-in customer. */
async function sendForm(email: string, headers: Headers = {}): Promise<string> {
  const body = { name: 'Ann Lee', email, message: 'Do you write menus, too?' };
  const sent = await desk.shop.send<CreatedTicket>('POST', '/api/support/create-ticket', { headers, body });
  return sent.body.ticketNumber;
}
const read = (number: string, headers: Headers, query = '') =>
  desk.shop.send<TicketThread & Failed>('GET', `/api/support/tickets/${number}/messages${query}`, {
    headers,
  });
const write = (number: string, headers: Headers, text: string, more: Headers = {}) =>
  desk.shop.send<CreatedTicket & Failed>('POST', `/api/support/tickets/${number}/messages`, {
    headers: { ...headers, ...more },
    body: { text },
  });
const list = async (headers: Headers) =>
  (await desk.shop.send<TicketList>('GET', '/api/support/tickets', { headers })).body.tickets;
const texts = async (number: string, headers: Headers) =>
  (await read(number, headers)).body.messages.map(({ from, text }) => `${from}: ${text}`);
async function done(path: string, body?: object): Promise<void> {
  const answer = await desk.call('POST', `tickets/${path}`, {
    cookie: support.cookie,
    ...(body ? { body } : {}),
  });
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
}
const show = async <Body = DeskTicket>(number: string, more = '') =>
  (await desk.call<Body>('GET', `tickets/${number}${more}`, { cookie: support.cookie })).body;
async function pass(ms: number) {
  desk.shop.pass(ms);
  await desk.shop.app.jobs.drain();
}

test('lets a customer read and continue the conversation of their contact form, with an email for each sent reply', async () => {
  const { email, auth } = await desk.shop.customer();
  const number = await sendForm(email, auth);
  assert.equal((await show<DeskThread>(number, '/messages')).reads, 'account');
  const previews = async () => (await list(auth)).map(({ from, message, status }) => [from, message, status]);
  await done(`${number}/messages`, { text: 'Of up to 60 dishes.', seen: 0 });
  assert.deepEqual(await texts(number, auth), ['customer: Do you write menus, too?']);
  assert.deepEqual(await previews(), [['customer', 'Do you write menus, too?', 'open']]);
  await pass(minute / 2);
  assert.deepEqual(await texts(number, auth), [
    'team: Of up to 60 dishes.',
    'customer: Do you write menus, too?',
  ]);
  const letter = (await desk.shop.emailsTo(email)).find(
    ({ subject }) => subject === `Our reply to your message ${number}`,
  );
  assert.match(letter?.text ?? '', new RegExp(`http://shop.test/cabinet/messages\\?ticket=${number}`));
  assert.deepEqual(await previews(), [['team', 'Of up to 60 dishes.', 'answered']]);

  const key = { 'idempotency-key': crypto.randomUUID() };
  const both = await Promise.all([1, 2].map(() => write(number, auth, 'And 70?', key)));
  assert.deepEqual(
    both.map(({ body }) => body.ticketNumber),
    [number, number],
  );
  assert.equal((await texts(number, auth)).length, 3);
  assert.deepEqual(await previews(), [['customer', 'And 70?', 'open']]);
  assert.equal((await show(number)).status, 'open');
  await desk.shop.app.jobs.drain();
  const copy = (await desk.shop.emailsTo('operator@shop.test')).find(
    ({ subject }) => subject === `New message in conversation ${number}`,
  );
  assert.equal(copy?.replyTo?.[0]?.address, email);
  assert.match(copy?.text ?? '', new RegExp(`And 70\\?[^]*http://shop.test/desk/tickets/${number}`));

  const [newest, older] = [await read(number, auth, '?limit=2'), await read(number, auth, '?limit=50')];
  const rest = await read(number, auth, `?limit=2&cursor=${newest.body.nextCursor}`);
  assert.deepEqual([...newest.body.messages, ...rest.body.messages], older.body.messages);
  assert.equal(rest.body.nextCursor, null);
});

test('reopens any conversation when its customer writes, and doesn’t reveal that it was marked as spam', async () => {
  const { email, auth } = await desk.shop.customer();
  const number = await sendForm(email, auth);
  for (const close of ['spam', 'close'] as const) {
    const count = (await show<DeskThread>(number, '/messages')).count;
    await done(`${number}/${close === 'spam' ? 'spam' : 'messages/close'}`, { seen: count });
    assert.equal((await read(number, auth)).body.status, 'closed');
    assert.deepEqual(
      (await list(auth)).map(({ status }) => status),
      ['closed'],
    );
    assert.equal((await write(number, auth, 'Hello?')).status, 200);
    assert.equal((await show(number)).status, 'open');
  }
});

test('answers 404 for another customer’s, a guest’s and an unknown conversation', async () => {
  const { email, auth } = await desk.shop.customer();
  const number = await sendForm(email, auth);
  const guests = await sendForm('guest@example.com');
  const { auth: other } = await desk.shop.customer();
  for (const [asked, headers] of [
    [number, other],
    [guests, auth],
    ['T-0000-0000', auth],
    ['x', auth],
  ] as const) {
    assert.equal((await read(asked, headers)).status, 404);
    const refused = await write(asked, headers, 'Hello');
    assert.deepEqual(
      [refused.status, refused.body.detail],
      [404, 'We can’t find that message in your account.'],
    );
  }
  assert.deepEqual(await texts(number, auth), ['customer: Do you write menus, too?']);
  assert.deepEqual((await write(number, auth, ' ')).body.errors, { text: ['Enter your message'] });
  const files = await desk.shop.send('POST', `/api/support/tickets/${number}/messages`, {
    headers: auth,
    body: { text: 'Here', files: ['8a6e0804-2bd0-4672-b79d-d97027f9071a'] },
  });
  assert.equal(files.status, 400);
});

test('reads and writes an order’s messages also by the conversation’s number', async () => {
  const { auth } = await desk.shop.customer();
  const { orderNumber } = await desk.shop.placeOrder(auth);
  const sent = await desk.shop.send<CreatedTicket>('POST', `/api/orders/${orderNumber}/messages`, {
    headers: auth,
    body: { text: 'When is it ready?' },
  });
  const number = sent.body.ticketNumber;
  assert.equal((await read(number, auth)).body.order, orderNumber);
  assert.equal((await write(number, auth, 'Hello?')).status, 200);
  assert.deepEqual(await texts(number, auth), ['customer: Hello?', 'customer: When is it ready?']);
});

test('shows a guest’s conversation only to the account with its address, once that address is confirmed', async () => {
  const email = 'guest.ann@example.com';
  const before = await sendForm('Guest.Ann@example.com');
  const others = await sendForm('guest.ann@example.org');
  const { auth } = await desk.shop.customer(email);
  await desk.shop.logIn(email);
  assert.deepEqual(await list(auth), []);
  assert.equal((await read(before, auth)).status, 404);
  await desk.shop.app.jobs.drain();
  const letter = (await desk.shop.emailsTo(email)).find(({ text }) => /confirm=/.test(text ?? ''));
  const link = new URL(/http\S+confirm=\S+/.exec(letter!.text!)![0]);
  const body = { email, code: new URLSearchParams(link.hash.slice(1)).get('confirm') };
  assert.equal((await desk.shop.send('POST', '/api/accounts/confirm-email', { body })).status, 204);
  assert.deepEqual(
    (await list(auth)).map(({ number }) => number),
    [before],
  );
  assert.equal((await read(before, auth)).body.wasSentLoggedOut, true);
  assert.equal((await show(before)).isGuest, false);
  assert.ok((await show(before)).claimedAt);

  const later = await sendForm(email);
  assert.equal((await read(later, auth)).status, 404);
  await desk.shop.logIn(email);
  assert.equal((await read(later, auth)).status, 200);
  assert.equal((await read(others, auth)).status, 404);
  assert.equal((await show(others)).isGuest, true);
});

test('emails replies to the account’s new address when it has replaced the message’s address', async () => {
  const { email, auth } = await desk.shop.customer();
  const number = await sendForm(email, auth);
  const elsewhere = await sendForm('ann-at-work@example.com', auth);
  const next = `next-${email}`;
  const body = { email: next, currentPassword: testPassword };
  await desk.shop.send('POST', '/api/Accounts/change-email', { headers: auth, body });
  const [letter] = await desk.shop.emailsTo(next);
  const code = /^Code: (\w{8})$/m.exec(letter?.text ?? '')?.[1];
  const entered = await desk.shop.send('POST', '/api/Accounts/confirm-new-email', {
    headers: auth,
    body: { code },
  });
  assert.equal(entered.status, 204);
  for (const one of [number, elsewhere]) await done(`${one}/messages`, { text: 'On Monday.', seen: 0 });
  await pass(minute / 2);
  for (const [address, ticket] of [
    [next, number],
    ['ann-at-work@example.com', elsewhere],
  ] as const) {
    assert.equal((await show(ticket)).customer.email, address);
    const answers = (await desk.shop.emailsTo(address)).filter(({ subject }) =>
      subject?.startsWith('Our reply'),
    );
    assert.equal(answers.length, 1, address);
  }
});
