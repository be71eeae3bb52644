import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskOrder } from '#contract/desk/orders.ts';
import type { DeskThread } from '#contract/desk/threads.ts';
import { day, hour, minute, second } from '#contract/durations.ts';
import type { MessageList } from '#contract/storefront/messages.ts';
import type { Order } from '#contract/storefront/orders.ts';
import type { CreatedTicket, TicketList } from '#contract/storefront/support.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { sql } from 'kysely';

let desk: TestDesk;
let support: Person;
let editor: Person;
before(async () => {
  desk = await openTestDesk();
  support = await desk.join('support');
  editor = await desk.join('editor');
});
after(() => desk.close());

type Headers = Record<string, string>;

/** Creates an unpaid order of slogans. */
async function order() {
  const { auth: headers, email } = await desk.shop.customer();
  const { orderNumber: number } = await desk.shop.placeOrder(headers);
  return { number, headers, email, path: `tickets/${number}/messages` };
}
const write = (number: string, headers: Headers, text: string, more: Headers = {}) =>
  desk.shop.send<CreatedTicket & { detail?: string; errors?: Record<string, string[]> }>(
    'POST',
    `/api/orders/${number}/messages`,
    { headers: { ...headers, ...more }, body: { text } },
  );
async function written(number: string, headers: Headers, text: string): Promise<string> {
  const { status, body } = await write(number, headers, text);
  assert.equal(status, 200, JSON.stringify(body));
  return body.ticketNumber;
}
const list = async (number: string, headers: Headers, query = '') =>
  (await desk.shop.send<MessageList>('GET', `/api/orders/${number}/messages${query}`, { headers })).body;
const textsOf = async (number: string, headers: Headers) =>
  (await list(number, headers)).messages.map(({ from, text }) => `${from}: ${text}`);

type Answered = { id?: string; detail?: string; text?: string; sendAt?: string; undoSeconds?: number };
const post = (person: Person, path: string, body?: object) =>
  desk.call<Answered>('POST', path, { cookie: person.cookie, ...(body ? { body } : {}) });
async function done(person: Person, path: string, body?: object): Promise<Answered> {
  const answer = await post(person, path, body);
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
async function get<Body>(person: Person, path: string): Promise<Body> {
  const answer = await desk.call<Body>('GET', path, { cookie: person.cookie });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
const show = (person: Person, path: string) => get<DeskThread>(person, path);
async function pass(ms: number) {
  desk.shop.pass(ms);
  await desk.shop.app.jobs.drain();
}

test('shows the team’s answer to the customer only once it is sent', async () => {
  const { number, headers, email, path } = await order();
  const ticket = await written(number, headers, 'Could the tone be drier?\nMore like a note.');
  assert.match(ticket, /^T-/);
  const copy = (await desk.shop.emailsTo('operator@shop.test')).at(-1);
  assert.equal(copy?.subject, `Message about ${number} (${ticket})`);
  assert.equal(copy?.replyTo?.[0]?.address, email);
  assert.match(copy?.text ?? '', /Could the tone be drier\?/);
  assert.match(copy?.text ?? '', new RegExp(`http://shop.test/desk/tickets/${ticket}`));

  const asked = await show(editor, path);
  assert.deepEqual([asked.customer, asked.count, asked.messages[0]?.by], ['Ann L.', 1, 'Ann L.']);
  assert.equal((await show(support, path)).customer, 'Ann Lee');
  await desk.call('POST', 'me', { cookie: support.cookie, body: { publicName: 'Maya', singleKeys: true } });
  const held = await done(support, path, { text: 'Of course: see the next version.', seen: 1 });
  assert.equal(held.undoSeconds, 10);
  await pass(9 * second);
  assert.deepEqual(await textsOf(number, headers), ['customer: Could the tone be drier?\nMore like a note.']);
  assert.ok((await show(editor, path)).messages[0]?.sendAt);
  assert.ok(
    !(await desk.shop.emailsTo(email)).some(({ subject }) =>
      (subject ?? '').startsWith('A message about your order'),
    ),
  );
  await pass(2 * second);
  const { messages } = await list(number, headers);
  assert.deepEqual(
    messages.map(({ from, name, text }) => [from, name, text.slice(0, 9)]),
    [
      ['team', 'Maya', 'Of course'],
      ['customer', null, 'Could the'],
    ],
  );
  const letter = (await desk.shop.emailsTo(email)).at(-1);
  assert.equal(letter?.subject, `A message about your order ${number}`);
  assert.match(letter?.text ?? '', /Maya from our team wrote\n {4}Of course: see the next version\./);
  assert.match(letter?.text ?? '', new RegExp(`history\\?order=${number}#messages-${number}`));
  const { body: shown } = await desk.shop.send<Order>('GET', `/api/orders/${number}`, { headers });
  assert.equal(shown.messages, 2);
  assert.equal((await show(support, path)).waitsSince, null);
});

test('stores one conversation per order, and pages through it newest first', async () => {
  const { number, headers } = await order();
  const tickets = await Promise.all(['One', 'Two', 'Three'].map((text) => written(number, headers, text)));
  assert.equal(new Set(tickets).size, 1);
  const newest = await list(number, headers, '?limit=2');
  const older = await list(number, headers, `?limit=2&cursor=${newest.nextCursor}`);
  assert.deepEqual([newest.messages.length, older.messages.length, older.nextCursor], [2, 1, null]);
  const texts = [...newest.messages, ...older.messages].map(({ text }) => text);
  assert.deepEqual(texts.toSorted(), ['One', 'Three', 'Two']);
  const tooMany = await desk.shop.send('GET', `/api/orders/${number}/messages?limit=51`, { headers });
  assert.equal(tooMany.status, 400);
});

const tooLate = [409, 'The message has already been sent or undone.'];

test('undoes a message, returns its text, and sends no email about it', async () => {
  const { number, headers, email, path } = await order();
  await written(number, headers, 'When is it ready?');
  const { id } = await done(support, path, { text: 'Tomorrow.', seen: 1 });
  assert.deepEqual(await done(editor, `${path}/undo?message=${id}`), { text: 'Tomorrow.', files: [] });
  await pass(minute);
  const again = await post(support, `${path}/undo`);
  assert.deepEqual([again.status, again.body.detail], tooLate);
  assert.deepEqual(await textsOf(number, headers), ['customer: When is it ready?']);
  assert.ok(
    !(await desk.shop.emailsTo(email)).some(({ subject }) =>
      (subject ?? '').startsWith('A message about your order'),
    ),
  );
  assert.ok((await show(support, path)).waitsSince);
  await done(support, path, { text: 'On Monday.', seen: 1 });
  assert.equal((await post(support, `${path}/undo?message=${id}`)).status, 409, 'another message');
  await pass(minute);
  const late = await post(support, `${path}/undo`);
  assert.deepEqual([late.status, late.body.detail], tooLate);
  assert.deepEqual(await textsOf(number, headers), ['team: On Monday.', 'customer: When is it ready?']);
});

test('either undoes or sends a message, not both, when the undo arrives at the moment of sending', async () => {
  for (let race = 0; race < 8; race += 1) {
    const { number, headers, email, path } = await order();
    await written(number, headers, 'When is it ready?');
    await done(support, path, { text: 'Tomorrow.', seen: 1 });
    desk.shop.pass(minute);
    const [undone] = await Promise.all([post(support, `${path}/undo`), desk.shop.app.jobs.drain()]);
    const isUndone = undone.status === 200;
    const letters = (await desk.shop.emailsTo(email)).filter(({ subject }) =>
      (subject ?? '').startsWith('A message about your order'),
    );
    assert.equal(letters.length, isUndone ? 0 : 1);
    const { count, waitsSince, messages } = await show(support, path);
    assert.deepEqual([count, waitsSince === null, messages.length], isUndone ? [1, false, 1] : [2, true, 2]);
  }
});

test('rejects an answer whose writer has not seen the newest message, and a second answer before the first is sent', async () => {
  const { number, headers, path } = await order();
  await written(number, headers, 'Shorter, please.');
  await written(number, headers, 'No, longer.');
  const stale = await post(editor, path, { text: 'Shorter it is.', seen: 1 });
  assert.deepEqual([stale.status, stale.body.detail], [409, 'There’s a newer message. Read it first.']);
  await done(editor, path, { text: 'Longer it is.', seen: 2 });
  const second = await post(support, path, { text: 'As you like.', seen: 2 });
  assert.equal(second.status, 409);
  assert.match(second.body.detail!, /^Maya Stone’s message will be sent in a few seconds\./);
  await pass(minute);
  assert.equal((await post(support, path, { text: 'As you like.', seen: 2 })).status, 409);
  await done(support, path, { text: 'As you like.', seen: 3 });
  for (let race = 0; race < 8; race += 1) {
    const both = await order();
    const answers = await Promise.all(
      [support, editor].map((person) => post(person, both.path, { text: 'Hello.', seen: 0 })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]));
  }
});

test('leaves the conversation open when the customer wrote before the answer was sent', async () => {
  const { number, headers, path } = await order();
  await written(number, headers, 'When is it ready?');
  await done(support, path, { text: 'Tomorrow.', seen: 1 });
  await written(number, headers, 'And what does it cost?');
  await pass(minute);
  const { waitsSince, count } = await show(support, path);
  assert.deepEqual([count, waitsSince !== null], [3, true]);
  assert.deepEqual(await textsOf(number, headers), [
    'customer: And what does it cost?',
    'team: Tomorrow.',
    'customer: When is it ready?',
  ]);
});

test('starts a conversation from the desk, and hides it from the customer until its first message is sent', async () => {
  const { number, headers, email, path } = await order();
  await done(support, path, { text: 'We have a new writer for you.', seen: 0 });
  await done(support, `${path}/undo`);
  const tickets = async () =>
    (await desk.shop.send<TicketList>('GET', '/api/support/tickets', { headers })).body.tickets;
  assert.deepEqual([await textsOf(number, headers), await tickets()], [[], []]);
  assert.ok(!(await desk.shop.operate('tickets')).includes(number));
  await done(support, path, { text: 'We have a new writer for you.', seen: 0 });
  await pass(minute);
  assert.deepEqual(await textsOf(number, headers), ['team: We have a new writer for you.']);
  assert.equal((await tickets())[0]?.from, 'team');
  const letters = await desk.shop.emailsTo(email);
  assert.ok(letters.some(({ subject }) => subject === `A message about your order ${number}`));
  assert.equal((await show(support, path)).waitsSince, null);
});

type Thread = { number: string; customer: string; text: string };
type Today = { groups: { rows: { thread: Thread | null; reason: string; isLate: boolean }[] }[] };
const waiting = async (person: Person, number: string) =>
  (await get<Today>(person, 'today?who=team')).groups
    .flatMap(({ rows }) => rows)
    .find(({ thread }) => thread?.number === number);

test('lists a customer’s message in Today until the team answers it or closes the conversation', async () => {
  const { number, headers, path } = await order();
  const count = async () =>
    (
      await desk.call<{ counts: { today: number }; marks: { messages: string } }>('POST', 'pulse', {
        cookie: support.cookie,
        body: { at: `order ${number}`, isWriting: false },
      })
    ).body;
  const before = await count();
  await written(number, headers, 'Thank you!');
  const during = await count();
  assert.equal(during.counts.today, before.counts.today + 1);
  assert.notEqual(during.marks.messages, before.marks.messages);
  const found = await waiting(support, number);
  assert.match(found?.reason ?? '', /^Reply by /);
  assert.deepEqual([found?.thread?.customer, found?.thread?.text], ['Ann Lee', 'Thank you!']);
  assert.equal(found?.isLate, false);
  assert.equal(await waiting(await desk.join('writer'), number), undefined);
  assert.ok(await waiting(await desk.join('reader'), number));
  await done(support, path, { text: 'You’re welcome.', seen: 1 });
  assert.equal(await waiting(support, number), undefined);
  await done(support, `${path}/undo`);
  const stale = await post(support, `${path}/close`, { seen: 0 });
  assert.equal(stale.status, 409);
  await done(support, `${path}/close`, { seen: 1 });
  assert.equal(await waiting(support, number), undefined);
  assert.equal((await post(support, `${path}/close`, { seen: 1 })).status, 409);
  await written(number, headers, 'One more thing.');
  desk.shop.pass(5 * day);
  support.cookie = await desk.logIn(support);
  editor.cookie = await desk.logIn(editor);
  const late = await waiting(support, number);
  assert.match(late?.reason ?? '', /^Reply was due /);
  assert.equal(late?.isLate, true);
  await desk.shop.operate('ticket', await ticketOf(number), 'answered');
  assert.equal(await waiting(support, number), undefined);
});

async function ticketOf(number: string): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select t.number from ticket t join customer_order o on o.id = t.order_id where o.number = ${number}`.execute(
    desk.shop.database.db,
  );
  return rows[0]!.number;
}

test('offers a conversation with a waiting customer as the next task when nothing is more urgent', async () => {
  const shop = await openTestDesk();
  try {
    const person = await shop.join('support');
    type Next = { next: { url: string; words: string } | null };
    const asked = { cookie: person.cookie, body: {} };
    const next = async () => (await shop.call<Next>('POST', 'next', asked)).body.next;
    assert.equal(await next(), null);
    const { auth: headers } = await shop.shop.customer();
    const { orderNumber: number } = await shop.shop.placeOrder(headers);
    await shop.shop.send('POST', `/api/orders/${number}/messages`, { headers, body: { text: 'Hello?' } });
    const found = await next();
    assert.match(found?.url ?? '', /^\/tickets\/T-/);
    assert.match(found!.words, /^Message from Ann Lee: Reply by /);
  } finally {
    await shop.close();
  }
});

test('sends a message once when its request is repeated or sent twice at once', async () => {
  const { number, headers } = await order();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const both = await Promise.all([1, 2, 3].map(() => write(number, headers, 'Only once', key)));
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(new Set(both.map(({ body }) => body.ticketNumber)).size, 1);
  assert.deepEqual(await textsOf(number, headers), ['customer: Only once']);
  assert.equal((await write(number, headers, 'Another text', key)).status, 422);
});

test('accepts messages about canceled orders, and rejects empty or long ones and those about other customers’ orders', async () => {
  const { number, headers } = await order();
  await desk.shop.send('POST', `/api/orders/${number}/cancel`, { headers });
  await written(number.toLowerCase(), headers, 'Why was it canceled?');
  assert.deepEqual((await write(number, headers, ' ')).body.errors, { text: ['Enter your message'] });
  assert.deepEqual((await write(number, headers, 'x'.repeat(5_001))).body.errors, {
    text: ['Message must be 5,000 characters or fewer'],
  });
  const { auth: other } = await desk.shop.customer();
  assert.equal((await write(number, other, 'Hello')).status, 404);
  assert.equal((await write('R-0000-0000', headers, 'Hello')).status, 404);
  assert.equal(
    (await desk.shop.send('GET', `/api/orders/${number}/messages`, { headers: other })).status,
    404,
  );
  assert.equal((await post(support, 'tickets/R-0000-0000/messages', { text: 'Hello', seen: 0 })).status, 404);
});

test('lists a conversation on the command line and among the customer’s messages', async () => {
  const { number, headers } = await order();
  const ticket = await written(number, headers, 'First');
  await written(number, headers, 'Second');
  assert.match(
    await desk.shop.operate('tickets'),
    new RegExp(`${ticket} .* about order ${number}\\n {4}Second`),
  );
  const { body } = await desk.shop.send<TicketList>('GET', '/api/support/tickets', { headers });
  assert.deepEqual(
    body.tickets.map((one) => [one.number, one.order, one.message, one.status]),
    [[ticket, number, 'Second', 'open']],
  );
  const name = { name: 'Ann Lee', email: 'other@example.com', message: 'Do you write menus, too?' };
  await desk.shop.send('POST', '/api/support/create-ticket', { body: name, headers });
  const listed = await desk.shop.send<TicketList>('GET', '/api/support/tickets', { headers });
  assert.deepEqual(
    listed.body.tickets.map((one) => one.order),
    [null, number],
  );
});

test('exports a conversation, and erases all its messages, also unsent ones, with the account', async () => {
  const { number, headers, email, path } = await order();
  await written(number, headers, 'My aunt Zerlina likes it.');
  await done(support, path, { text: 'Greetings to Zerlina.', seen: 1 });
  await pass(minute);
  await done(support, path, { text: 'And to Zerlina’s cat.', seen: 2 });
  const exported = await desk.shop.operate('account', 'export', email);
  assert.match(exported, /My aunt Zerlina likes it\./);
  assert.match(exported, /Greetings to Zerlina\./);
  assert.doesNotMatch(exported, /Zerlina’s cat/);
  await desk.shop.send('POST', `/api/orders/${number}/cancel`, { headers });
  await written(number, headers, 'Zerlina says goodbye.');
  await desk.shop.app.jobs.drain();
  await desk.shop.operate('account', 'erase', email, email);
  await pass(hour);
  const { rows } = await sql<{ all: string }>`
    select string_agg(to_jsonb(m)::text, '') as all from ticket_message m`.execute(desk.shop.database.db);
  assert.doesNotMatch(rows[0]!.all, /Zerlina/);
  for (const letter of await desk.shop.letters()) assert.doesNotMatch(letter.text ?? '', /Zerlina/);
  const shown = await show(support, path);
  assert.deepEqual([shown.isErased, shown.customer, shown.messages.length], [true, 'Erased customer', 3]);
  const refused = await post(support, path, { text: 'Hello?', seen: 3 });
  assert.match(refused.body.detail ?? '', /data was erased/);
});

test('shows sent messages in the order’s timeline to staff who may read them', async () => {
  const { number, headers, path } = await order();
  await written(number, headers, 'Could it be drier?');
  await done(support, path, { text: 'It can.', seen: 1 });
  const timeline = async (person: Person) =>
    (await get<DeskOrder>(person, `orders/${number}`)).timeline
      .filter(({ kind }) => kind === 'message' || kind === 'act')
      .map(({ what, by, text }) => [what, by, text]);
  assert.deepEqual(await timeline(support), [
    ['customer', 'Customer', 'Could it be drier?'],
    ['send-message', 'Maya Stone', null],
  ]);
  await pass(minute);
  assert.deepEqual((await timeline(support)).at(-1), ['staff', 'Maya Stone', 'It can.']);
  const accountant = await desk.join('accountant');
  assert.deepEqual(await timeline(accountant), [['send-message', 'Maya Stone', null]]);
});

test('audits each act of staff in a conversation, without the text of messages', async () => {
  const { number, headers, path } = await order();
  await written(number, headers, 'Zanzibar?');
  await done(support, path, { text: 'Zanzibar!', seen: 1 });
  await done(support, `${path}/undo`);
  await done(support, `${path}/close`, { seen: 1 });
  const { rows } = await sql<{ action: string; all: string }>`
    select action, to_jsonb(e)::text as all from audit_entry e where subject = ${`order ${number}`} order by place`.execute(
    desk.shop.database.db,
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['send-message', 'undo-message', 'close-messages'],
  );
  for (const { all } of rows) assert.doesNotMatch(all, /Zanzibar|Ann/);
});
