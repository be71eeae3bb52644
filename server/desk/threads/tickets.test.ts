import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskThread } from '#contract/desk/threads.ts';
import type { DeskTicket, DeskTicketRow } from '#contract/desk/tickets.ts';
import { cutOffOn, deliveryDate, operatorsDay } from '#contract/delivery-date.ts';
import { day, minute } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { shop as shopFacts } from '#contract/shop.ts';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { sql } from 'kysely';

let desk: TestDesk;
let support: Person;
let editor: Person;
let writer: Person;
before(async () => {
  desk = await openTestDesk({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  support = await desk.join('support');
  editor = await desk.join('editor');
  writer = await desk.join('writer');
});
after(() => desk.close());

type Failed = { detail?: string; errors?: Record<string, string[]> };
const post = (person: Person, path: string, body?: object) =>
  desk.call<Failed>('POST', path, { cookie: person.cookie, ...(body ? { body } : {}) });
async function done(person: Person, path: string, body?: object): Promise<void> {
  const answer = await post(person, path, body);
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
}
async function get<Body>(person: Person, path: string): Promise<Body> {
  const answer = await desk.call<Body>('GET', path, { cookie: person.cookie });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
type Listed = {
  tickets: DeskTicketRow[];
  counts: { open: number; mine: number } | null;
  nextCursor: string | null;
};
const list = (person: Person, query = '') => get<Listed>(person, `tickets${query}`);
const numbers = async (person: Person, query: string) =>
  (await list(person, query)).tickets.map(({ number }) => number);
const show = (person: Person, number: string) => get<DeskTicket>(person, `tickets/${number}`);
const thread = (person: Person, number: string) => get<DeskThread>(person, `tickets/${number}/messages`);
async function pass(ms: number) {
  desk.shop.pass(ms);
  await desk.shop.app.jobs.drain();
}

/** Sends the contact form. `headers`: those of a logged-in customer. */
async function sendForm(
  email: string,
  message: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const { status, body } = await desk.shop.send<CreatedTicket>('POST', '/api/support/create-ticket', {
    headers,
    body: { name: 'Zoë van Łuczak', email, message },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.ticketNumber;
}

test('lists a guest’s message, and hides name and address from staff who may not see customers', async () => {
  const number = await sendForm('zoe@example.com', 'Can you write for a choir?\nWe sing 🎵.');
  const row = (await list(support)).tickets.find((one) => one.number === number)!;
  assert.deepEqual(
    [row.customer, row.order, row.from, row.isGuest, row.status, row.isLate],
    ['Zoë van Łuczak', null, 'customer', true, 'open', false],
  );
  assert.equal(row.text, 'Can you write for a choir?\nWe sing 🎵.');
  const seen = await show(support, number);
  assert.deepEqual([seen.customer.email, seen.customer.id], ['zoe@example.com', null]);
  assert.equal(seen.answerBy, row.answerBy);
  const hidden = await show(editor, number);
  assert.deepEqual([hidden.customer.name, hidden.customer.email], ['Zoë v.', null]);
  const { messages, reads, count } = await thread(editor, number);
  assert.deepEqual([messages.length, messages[0]?.by, reads, count], [1, 'Zoë v.', 'email', 0]);
  assert.equal((await desk.call('GET', 'tickets', { cookie: writer.cookie })).status, 403);
  assert.equal((await desk.call('GET', 'tickets/T-0000-0000', { cookie: support.cookie })).status, 404);
  assert.deepEqual(
    (await get<{ hits: { url: string }[] }>(support, `search?q=${number.toLowerCase()}`)).hits.map(
      ({ url }) => url,
    ),
    [`/tickets/${number}`],
  );
});

test('answers a guest by email after ten seconds without quoting the guest, unless the reply is undone', async () => {
  const number = await sendForm('kim@example.com', 'Buy cheap pills at evil.test');
  await done(support, `tickets/${number}/messages`, { text: 'No, thank you.', seen: 0 });
  const undone = await desk.call<{ text: string }>('POST', `tickets/${number}/messages/undo`, {
    cookie: editor.cookie,
  });
  assert.equal(undone.body.text, 'No, thank you.');
  await pass(minute);
  const letters = async () =>
    (await desk.shop.emailsTo('kim@example.com')).filter(({ subject }) => subject?.startsWith('Our reply'));
  assert.equal((await letters()).length, 0);
  await done(support, `tickets/${number}/messages`, { text: 'We write only slogans.', seen: 0 });
  const second = await post(editor, `tickets/${number}/messages`, { text: 'We do not.', seen: 0 });
  assert.match(second.body.detail!, /will be sent in a few seconds/);
  await pass(minute);
  const [letter] = await letters();
  assert.equal(letter?.subject, `Our reply to your message ${number}`);
  assert.equal(letter?.from?.address, shopFacts.supportEmail);
  assert.match(letter?.text ?? '', /We write only slogans\./);
  assert.match(letter?.text ?? '', /reply to this email/);
  assert.doesNotMatch(letter?.text ?? '', /pills|Zoë/);
  const answered = await thread(support, number);
  assert.deepEqual(
    [answered.count, answered.waitsSince, answered.messages.map(({ from }) => from)],
    [1, null, ['team', 'customer']],
  );
  const stale = await post(editor, `tickets/${number}/messages`, { text: 'We do not.', seen: 0 });
  assert.deepEqual([stale.status, stale.body.detail], [409, 'There’s a newer message. Read it first.']);
  assert.ok((await numbers(support, '?show=waiting')).includes(number));
  assert.ok(!(await numbers(support, '')).includes(number));
});

test('refuses files in a reply that is sent only by email', async () => {
  const number = await sendForm('files@example.com', 'Can you send me a sample?');
  const files = ['8a6e0804-2bd0-4672-b79d-d97027f9071a'];
  const refused = await post(support, `tickets/${number}/messages`, { text: 'Here.', seen: 0, files });
  assert.deepEqual(refused.body.errors, { files: ['Files can be added only to messages about an order.'] });
});

test('lists a conversation in the view of its state, and audits each change of the state once', async () => {
  const number = await sendForm('moves@example.com', 'Do you write menus, too?');
  const at = `tickets/${number}`;
  const where = async () => {
    const found: string[] = [];
    for (const view of ['open', 'mine', 'waiting', 'closed', 'spam'])
      if ((await numbers(support, `?show=${view}`)).includes(number)) found.push(view);
    return found.join(' ');
  };
  assert.equal(await where(), 'open');
  const bystander = await sendForm('bystander@example.com', 'Do you write books?');
  await done(support, `${at}/take`);
  assert.equal((await show(support, bystander)).assignee, null);
  assert.equal(await where(), 'open mine');
  assert.equal((await post(editor, `${at}/take`)).status, 409);
  assert.equal((await post(editor, `${at}/give-back`)).status, 409);
  await done(support, `${at}/give-back`);
  assert.equal(await where(), 'open');
  assert.equal((await post(editor, `${at}/assign`, { staffId: editor.id })).status, 403);
  const refused = await post(support, `${at}/assign`, { staffId: writer.id });
  assert.deepEqual(refused.body.errors, { staffId: ['Choose someone whose role allows them to reply'] });
  await done(support, `${at}/assign`, { staffId: editor.id });
  assert.equal((await show(support, number)).assignee?.name, editor.me.name);
  await done(support, `${at}/messages/close`, { seen: 0 });
  assert.equal(await where(), 'closed');
  assert.equal((await post(support, `${at}/messages/close`, { seen: 0 })).status, 409);
  await done(editor, `${at}/reopen`);
  assert.equal(await where(), 'open');
  assert.equal((await post(editor, `${at}/spam`)).status, 403);
  await done(support, `${at}/spam`, { seen: 0 });
  assert.equal(await where(), 'spam');
  await done(support, `${at}/notes`, { text: 'Zanzibar wrote this' });
  assert.deepEqual(
    (await show(editor, number)).notes.map(({ text }) => text),
    ['Zanzibar wrote this'],
  );
  const { rows } = await sql<{ action: string; all: string }>`
    select action, to_jsonb(e)::text as all from audit_entry e where subject = ${`ticket ${number}`} order by place`.execute(
    desk.shop.database.db,
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    [
      'take-ticket',
      'give-back-ticket',
      'assign-ticket',
      'close-messages',
      'reopen-ticket',
      'mark-spam',
      'add-note',
    ],
  );
  for (const { all } of rows) assert.doesNotMatch(all, /Zanzibar|Zoë|moves@/);
});

test('keeps the deadline of the first unanswered message, and lists the longest waiting conversation first', async () => {
  const other = await openTestDesk({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  try {
    const person = await other.join('support');
    const { shop } = other;
    const { auth: headers } = await shop.customer();
    const { orderNumber: order } = await shop.placeOrder(headers);
    const write = async (text: string) => {
      const { body } = await shop.send<CreatedTicket>('POST', `/api/orders/${order}/messages`, {
        headers,
        body: { text },
      });
      return body.ticketNumber;
    };
    const form = async (email: string) => {
      const body = { name: 'Kim', email, message: 'Do you write menus?' };
      return (await shop.send<CreatedTicket>('POST', '/api/support/create-ticket', { body })).body
        .ticketNumber;
    };
    const pages = async (query: string) => {
      const found: DeskTicketRow[] = [];
      for (let cursor = ''; ;) {
        const { body } = await other.call<Listed>('GET', `tickets?limit=1${query}${cursor}`, {
          cookie: person.cookie,
        });
        found.push(...body.tickets);
        if (body.nextCursor === null) return found;
        cursor = `&cursor=${body.nextCursor}`;
      }
    };
    const first = await write('When is it ready?');
    shop.pass(minute);
    const second = await form('a@example.com');
    const third = await form('b@example.com');
    shop.pass(minute);
    await write('Hello?');
    const open = await pages('');
    assert.deepEqual(
      open.map(({ number }) => number),
      [first, second, third],
    );
    assert.deepEqual([open[0]?.order, open[0]?.text], [order, 'Hello?']);
    assert.ok(open.every(({ answerBy }) => answerBy === open[0]?.answerBy));
    const { body: counted } = await other.call<Listed>('GET', 'tickets', { cookie: person.cookie });
    assert.deepEqual(counted.counts, { open: 3, mine: 0 });
    shop.pass(5 * day);
    person.cookie = await other.logIn(person);
    assert.ok((await pages('')).every(({ isLate }) => isLate));
    for (const number of [first, third])
      await other.call('POST', `tickets/${number}/messages/close`, {
        cookie: person.cookie,
        body: { seen: number === first ? 2 : 0 },
      });
    assert.deepEqual(
      (await pages('&show=closed')).map(({ number }) => number),
      [third, first],
    );
    const { body: today } = await other.call<{ groups: { rows: { url: string }[] }[] }>('GET', 'today', {
      cookie: person.cookie,
    });
    assert.deepEqual(
      today.groups.flatMap(({ rows }) => rows.map(({ url }) => url)),
      [`/tickets/${second}`],
    );
  } finally {
    await other.close();
  }
});

test('lists an assigned conversation in Today, and offers it as the next task, only for its assignee', async () => {
  const other = await openTestDesk({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  try {
    const [ann, ben] = [await other.join('support'), await other.join('editor')];
    const body = { name: 'Kim', email: 'kim@example.com', message: 'Do you write menus?' };
    const sent = await other.shop.send<CreatedTicket>('POST', '/api/support/create-ticket', { body });
    const number = sent.body.ticketNumber;
    const next = async ({ cookie }: Person) =>
      (
        await other.call<{ next: { url: string; words: string } | null }>('POST', 'next', {
          cookie,
          body: {},
        })
      ).body.next;
    await other.call('POST', `tickets/${number}/assign`, { cookie: ann.cookie, body: { staffId: ben.id } });
    assert.equal(await next(ann), null);
    const found = await next(ben);
    assert.equal(found?.url, `/tickets/${number}`);
    assert.match(found.words, /^Message from Kim: Reply by /);
    await other.shop.operate('staff', 'lock', ben.email, ben.email);
    // the reservation for the locked person expires
    other.shop.pass(minute);
    assert.equal((await next(ann))?.url, `/tickets/${number}`);
    const pulse = async (person: Person, isWriting: boolean) =>
      (
        await other.call<{ here: unknown[]; counts: { today: number } }>('POST', 'pulse', {
          cookie: person.cookie,
          body: { at: `ticket ${number}`, isWriting },
        })
      ).body;
    assert.equal((await pulse(ann, true)).counts.today, 1);
    const cleo = await other.join('support');
    assert.deepEqual((await pulse(cleo, false)).here, [{ name: ann.me.name, isWriting: true }]);
  } finally {
    await other.close();
  }
});

test('erases a guest’s conversation with the account that has the same address', async () => {
  const { email, auth: headers } = await desk.shop.customer();
  const number = await sendForm(email, 'Zerlina was here.');
  await done(support, `tickets/${number}/messages`, { text: 'Hello Zerlina.', seen: 0 });
  await pass(minute);
  await done(support, `tickets/${number}/reopen`);
  await done(support, `tickets/${number}/notes`, { text: 'Zerlina is nice' });
  const exported = () => desk.shop.operate('account', 'export', email);
  assert.doesNotMatch(await exported(), /Zerlina/);
  await sql`update customer set email_confirmed_at = ${desk.shop.now()} where email = ${email}`.execute(
    desk.shop.database.db,
  );
  for (const text of ['Zerlina was here.', 'Hello Zerlina.', 'Zerlina is nice'])
    assert.ok((await exported()).includes(text), text);
  await desk.shop.send('GET', '/api/orders', { headers });
  await desk.shop.operate('account', 'erase', email, email);
  const { status, customer, notes } = await show(support, number);
  assert.deepEqual(
    [status, customer.name, customer.email, customer.isErased, notes.length],
    ['closed', 'Erased customer', null, true, 0],
  );
  const { messages } = await thread(support, number);
  assert.doesNotMatch(JSON.stringify(messages), /Zerlina/);
  assert.match(
    (await post(support, `tickets/${number}/messages`, { text: 'Hello?', seen: 1 })).body.detail!,
    /erased/,
  );
});

test('hides a snoozed conversation until its day begins or the customer writes', async () => {
  const { auth: headers, email } = await desk.shop.customer();
  const write = (number: string) =>
    desk.shop.send('POST', `/api/support/tickets/${number}/messages`, { headers, body: { text: 'Hello?' } });
  const [first, second] = [
    await sendForm(email, 'Do you write menus?', headers),
    await sendForm(email, 'And books?', headers),
  ];
  for (const until of ['2020-01-01', '2099-01-01'])
    assert.deepEqual((await post(support, `tickets/${first}/snooze`, { until, seen: 0 })).body.errors, {
      until: ['Choose a date from tomorrow to one year from now'],
    });
  const until = operatorsDay(new Date(desk.shop.now().getTime() + 3 * day), businessCalendar);
  for (const number of [first, second]) await done(editor, `tickets/${number}/snooze`, { until, seen: 0 });
  const shown = await show(support, first);
  assert.deepEqual([shown.snoozedUntil, shown.answerBy, shown.status], [until, null, 'open']);
  assert.ok(!(await numbers(support, '')).includes(first));
  assert.ok((await numbers(support, '?show=snoozed')).includes(first));
  assert.equal((await write(second)).status, 200);
  assert.ok((await numbers(support, '')).includes(second));
  assert.equal((await show(support, second)).snoozedUntil, null);
  desk.shop.pass(3 * day);
  support.cookie = await desk.logIn(support);
  editor.cookie = await desk.logIn(editor);
  const back = (await list(support)).tickets.find(({ number }) => number === first)!;
  assert.deepEqual([back.snoozedUntil, back.isLate], [null, false]);
  assert.equal(
    back.answerBy,
    deliveryDate(cutOffOn(until, { ...businessCalendar, cutOffHour: 0 }), 1, businessCalendar),
  );
  await done(support, `tickets/${first}/messages/close`, { seen: 0 });
  assert.equal(
    (await post(support, `tickets/${first}/snooze`, { until: '2026-12-30', seen: 0 })).status,
    409,
  );
  await done(support, `tickets/${second}/snooze`, {
    until: operatorsDay(new Date(desk.shop.now().getTime() + day), businessCalendar),
    seen: 1,
  });
  await done(support, `tickets/${second}/reopen`);
  assert.ok((await numbers(support, '')).includes(second));
});

test('links a guest’s conversation to an order or a customer, and gives that customer no access to it', async () => {
  const { auth: headers, email } = await desk.shop.customer();
  const { orderNumber } = await desk.shop.placeOrder(headers);
  const number = await sendForm('somebody@example.com', 'I lost my password. Where is my order?');
  const link = (to: string | null) => post(support, `tickets/${number}/link`, { to });
  assert.deepEqual((await link('R-0000-0000')).body.errors, {
    to: ['We can’t find an order or customer with this number or email address'],
  });
  assert.equal((await link(orderNumber.toLowerCase())).status, 204);
  assert.deepEqual((await show(support, number)).link, {
    order: orderNumber,
    customer: null,
    livemode: false,
  });
  assert.equal((await link(email)).status, 204);
  assert.equal((await show(editor, number)).link?.customer?.name, 'Ann L.');
  const reads = await desk.shop.send('GET', `/api/support/tickets/${number}/messages`, { headers });
  assert.equal(reads.status, 404);
  assert.equal((await show(support, number)).isGuest, true);
  await desk.shop.send('POST', `/api/orders/${orderNumber}/cancel`, { headers });
  await desk.shop.operate('account', 'erase', email, email);
  assert.equal((await show(support, number)).link, null);
  const ofOrder = await desk.shop.customer();
  const other = await desk.shop.placeOrder(ofOrder.auth);
  const sent = await desk.shop.send<CreatedTicket>('POST', `/api/orders/${other.orderNumber}/messages`, {
    headers: ofOrder.auth,
    body: { text: 'Hello' },
  });
  const refused = await post(support, `tickets/${sent.body.ticketNumber}/link`, { to: other.orderNumber });
  assert.equal(refused.status, 409);
});
