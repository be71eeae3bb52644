import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { hour } from '#contract/durations.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { sql } from 'kysely';

let desk: TestDesk;
let team: ReturnType<typeof openTestTeam>;
let owner: Person;
let manager: Person;
let editor: Person;
let support: Person;
before(async () => {
  desk = await openTestDesk();
  team = openTestTeam(desk.shop);
  owner = await desk.join('owner');
  manager = await desk.join('manager');
  editor = await desk.join('editor');
  support = await desk.join('support');
});
after(() => desk.close());

async function customer() {
  const { auth: headers, email } = await desk.shop.customer();
  const { rows } = await sql<{ id: bigint }>`select id from customer where email = ${email}`.execute(
    desk.shop.database.db,
  );
  return { headers, email, id: String(rows[0]!.id) };
}
/** Creates a paid order of ten slogans. */
async function order() {
  const who = await customer();
  await desk.shop.addFunds(who.headers, 50_000);
  const { orderNumber, token } = await desk.shop.placeOrder(who.headers);
  await desk.shop.pay(token, 'balance', who.headers);
  return { ...who, number: orderNumber };
}

type Answered = {
  detail?: string;
  needs?: string;
  errors?: Record<string, string[]>;
  isNew?: boolean;
  approval?: string | null;
};
const ask = (person: Person, path: string) => desk.call<Answered>('GET', path, { cookie: person.cookie });
async function get<Body>(person: Person, path: string): Promise<Body> {
  const answer = await desk.call<Body>('GET', path, { cookie: person.cookie });
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const post = (person: Person, path: string, body?: object) =>
  desk.call<Answered>('POST', path, { cookie: person.cookie, ...(body ? { body } : {}) });
async function done(person: Person, path: string, body?: object): Promise<Answered> {
  const answer = await post(person, path, body);
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const showOrder = (person: Person, number: string) =>
  get<DeskAnswerOf<'showDeskOrder'>>(person, `orders/${number}`);
const showCustomer = (person: Person, id: string) =>
  get<DeskAnswerOf<'showCustomer'>>(person, `customers/${id}`);
const adjustment = (amount: number, reason = 'Sorry for the delay') => ({
  requestId: crypto.randomUUID(),
  direction: 'credit',
  amount,
  reason,
});

test('shows an order with its payments, history and the names of actors', async () => {
  const { number, email, id } = await order();
  await done(editor, 'lines/start', { lines: [{ number, position: 1 }] });
  await done(editor, `lines/${number}/1/notes`, { text: 'She dislikes puns.' });
  await done(support, `orders/${number}/notes`, { text: 'Called on Monday.' });
  await desk.shop.operate('refund', number, '10', 'balance', 'Late');
  const shown = await showOrder(owner, number.toLowerCase());
  assert.deepEqual(
    [shown.payment, shown.work, shown.customer.id, shown.customer.email, shown.customer.orders],
    ['partiallyRefunded', 'inProgress', id, email, 1],
  );
  assert.deepEqual(
    [shown.money.price, shown.money.fromBalance, shown.money.refunded],
    [slogansOrder.price, slogansOrder.price, 1_000],
  );
  assert.ok(shown.billing!.length > 2);
  assert.equal(shown.whyNotCancel, null);
  assert.deepEqual(
    shown.notes.map(({ text, by }) => [text, by]),
    [['Called on Monday.', 'Maya Stone']],
  );
  const started = shown.timeline.find(({ what }) => what === 'inProgress');
  assert.deepEqual([started?.by, started?.line, started?.about], ['Maya Stone', 1, 'work']);
  assert.equal(shown.timeline.filter(({ kind }) => kind === 'note').length, 2);
  // an act with its own event isn't repeated as an audit entry
  assert.ok(!shown.timeline.some(({ what }) => ['start', 'refund', 'add-note'].includes(what)));
  const refund = shown.timeline.find(({ kind }) => kind === 'refund');
  assert.deepEqual([refund?.amount, refund?.to, refund?.by], [1_000, 'balance', 'test (command line)']);
});

test('hides a customer’s email, last name and address from an editor, and shows support the full name', async () => {
  const { number, email, id } = await order();
  await desk.shop.operate('cancel', number, 'Ordered twice', number);
  const theirs = await desk.call('GET', `orders?customer=${id}`, { cookie: editor.cookie });
  assert.deepEqual([theirs.status, theirs.body.needs], [403, 'customer.see']);
  for (const path of [`orders/${number}`, 'orders']) {
    const seen = JSON.stringify(await get(editor, path));
    assert.ok(
      !seen.includes(email) && !/Lee\b/.test(seen) && !seen.includes(slogansOrder.address),
      `${path} ${seen}`,
    );
    assert.match(JSON.stringify(await get(support, path)), /Ann Lee/);
  }
  assert.equal((await showOrder(editor, number)).customer.id, null);
  const refused = await ask(editor, `customers/${id}`);
  assert.deepEqual([refused.status, refused.body.needs], [403, 'customer.see']);
});

test('pages through orders newest first, of all customers or of one', async () => {
  const [first, second] = [await order(), await order()];
  type Page = DeskAnswerOf<'listDeskOrders'>;
  const page = await get<Page>(owner, 'orders?limit=1');
  assert.deepEqual(
    page.orders.map(({ number }) => number),
    [second.number],
  );
  const next = await get<Page>(owner, `orders?limit=1&cursor=${page.nextCursor}`);
  assert.deepEqual(
    next.orders.map(({ number }) => number),
    [first.number],
  );
  const theirs = await get<Page>(owner, `orders?customer=${first.id}`);
  assert.deepEqual([theirs.orders.map(({ number }) => number), theirs.nextCursor], [[first.number], null]);
});

test('cancels and refunds an order, and stores who canceled it', async () => {
  const { number, headers } = await order();
  const body = { reason: 'Ordered twice by mistake', refundTo: 'balance' };
  assert.equal((await post(editor, `orders/${number}/cancel`, body)).status, 403);
  const incomplete = await post(manager, `orders/${number}/cancel`, { reason: '' });
  assert.deepEqual(Object.keys(incomplete.body.errors!).toSorted(), ['reason', 'refundTo']);
  await done(manager, `orders/${number}/cancel`, body);
  const { body: balance } = await desk.shop.send<BalancePage>('GET', '/api/balance', { headers });
  assert.equal(balance.balance.available, 50_000);
  const shown = await showOrder(owner, number);
  assert.deepEqual(
    [shown.work, shown.payment, shown.whyNotCancel],
    ['cancelled', 'refunded', 'This order has already been canceled.'],
  );
  const again = await post(manager, `orders/${number}/cancel`, body);
  assert.deepEqual([again.status, again.body.detail], [409, 'This order has already been canceled.']);
  const { rows } =
    await sql`select 1 from audit_entry where action = 'cancel' and subject = ${`order ${number}`}
    and actor = ${`staff:${manager.id}`}`.execute(desk.shop.database.db);
  assert.equal(rows.length, 1);
});

test('cancels an unpaid order, but not an order with a delivered line', async () => {
  const { headers } = await customer();
  const { orderNumber: unpaid } = await desk.shop.placeOrder(headers);
  const body = { reason: 'The customer asked for it', refundTo: 'original' };
  await done(manager, `orders/${unpaid}/cancel`, body);
  assert.equal((await showOrder(owner, unpaid)).payment, 'cancelled');
  const { number } = await order();
  await team.deliver(number);
  const why =
    'Work on this order has been delivered, so you can’t cancel it here. You can refund it instead.';
  assert.equal((await showOrder(owner, number)).whyNotCancel, why);
  const refused = await post(manager, `orders/${number}/cancel`, body);
  assert.deepEqual([refused.status, refused.body.detail], [409, why]);
});

test('answers 404 for unknown orders and customers', async () => {
  for (const path of [
    'orders/R-0000-0000',
    'orders/nonsense',
    'customers/999999',
    'customers/999999/statement',
  ])
    assert.equal((await ask(owner, path)).status, 404, path);
  const reason = { reason: 'A good reason' };
  for (const [path, body] of [
    ['orders/R-0000-0000/cancel', { ...reason, refundTo: 'original' }],
    ['orders/R-0000-0000/notes', { text: 'A note' }],
    ['customers/999999/notes', { text: 'A note' }],
    ['customers/999999/adjust', adjustment(100)],
    ['customers/999999/lock', reason],
    ['customers/999999/log-out', reason],
    ['customers/999999/export', undefined],
    ['customers/999999/erase', { confirm: 'x@example.com' }],
  ] as const)
    assert.equal((await post(owner, path, body)).status, 404, path);
});

test('finds customers by the beginning of an email address or a name, and lists the newest without a search', async () => {
  const { email, id } = await customer();
  type List = DeskAnswerOf<'listCustomers'>;
  const idsOf = async (path: string) => (await get<List>(support, path)).customers.map((one) => one.id);
  assert.deepEqual(await idsOf(`customers?q=${encodeURIComponent(email.slice(0, 30).toUpperCase())}`), [id]);
  assert.ok((await idsOf('customers?q=le')).includes(id));
  assert.deepEqual(await idsOf('customers?q=nobody%25'), []);
  const page = await get<List>(support, 'customers?limit=1');
  assert.equal(page.customers[0]?.id, id);
  assert.notEqual(
    (await get<List>(support, `customers?limit=1&cursor=${page.nextCursor}`)).customers[0]?.id,
    id,
  );
});

test('shows a customer with balance, orders, messages, sessions and counts of disputes and refunds', async () => {
  const { number, id, email, headers } = await order();
  const ticket = { name: 'Ann Lee', email, message: 'Where is my order? I wait for it.' };
  await desk.shop.send('POST', '/api/support/create-ticket', { body: ticket, headers });
  await desk.shop.operate('refund', number, '10', 'balance', 'Late');
  await done(support, `customers/${id}/notes`, { text: 'Prefers short texts.' });
  const shown = await showCustomer(support, id);
  assert.deepEqual(
    [shown.email, shown.state, shown.balance.available, shown.spent, shown.paidOrders, shown.refunded],
    [email, 'unconfirmed', 51_000 - slogansOrder.price, slogansOrder.price, 1, 1_000],
  );
  assert.deepEqual(
    [shown.orders.length, shown.messages?.length, shown.sessions.length, shown.notes.length],
    [1, 1, 1, 1],
  );
  assert.deepEqual(shown.signs, { disputes: 0, openDisputes: 0, recentRefunds: 1 });
  // support can't adjust, and an accountant reads no messages
  assert.equal(shown.adjust, null);
  assert.equal((await showCustomer(await desk.join('accountant'), id)).messages, null);
  const entries = async (show: string) =>
    (await get<BalancePage>(support, `customers/${id}/statement?show=${show}`)).entries.map(
      ({ amount }) => amount,
    );
  assert.deepEqual(await entries('all'), [1_000, -slogansOrder.price, 50_000]);
  assert.deepEqual(await entries('out'), [-slogansOrder.price]);
});

test('counts disputes of orders and of deposits', async () => {
  const { headers, id } = await customer();
  const { depositNumber } = await desk.shop.addFunds(headers, 20_000);
  await desk.shop.act(await desk.shop.refOf(depositNumber), 'dispute');
  await desk.shop.app.jobs.drain();
  const { signs, balance } = await showCustomer(owner, id);
  assert.deepEqual([signs.disputes, signs.openDisputes, balance.disputed], [1, 1, 20_000]);
});

test('books a credit once when its request is sent again or twice at once', async () => {
  const { id, email } = await customer();
  const body = adjustment(2_000);
  const both = await Promise.all([1, 2, 3].map(() => done(manager, `customers/${id}/adjust`, body)));
  assert.equal(both.filter(({ isNew }) => isNew).length, 1);
  // a repeated request is not counted against the limit
  assert.deepEqual(await done(manager, `customers/${id}/adjust`, body), {
    isNew: false,
    approval: null,
  });
  const other = await post(manager, `customers/${id}/adjust`, { ...body, amount: 3_000 });
  assert.equal(other.status, 409);
  assert.equal((await showCustomer(owner, id)).balance.available, 2_000);
  await done(manager, `customers/${id}/adjust`, {
    ...adjustment(500, 'Booked in error'),
    direction: 'debit',
  });
  const tooMuch = await post(manager, `customers/${id}/adjust`, { ...adjustment(9_000), direction: 'debit' });
  assert.match(tooMuch.body.detail!, /You can deduct up to \$15\.00/);
  assert.deepEqual(tooMuch.body.errors, { amount: [tooMuch.body.detail] });
  const letters = await desk.shop.emailsTo(email);
  assert.ok(letters.some(({ subject }) => subject === '$20.00 was added to your balance'));
  assert.deepEqual(await desk.shop.audit(), []);
});

test('limits a person’s credits and debits per customer in 24 hours, also in simultaneous calls', async () => {
  const { id } = await customer();
  const all = await Promise.all(
    Array.from({ length: 4 }, () => post(manager, `customers/${id}/adjust`, adjustment(8_000))),
  );
  // the others were not booked, but sent for approval
  assert.equal(all.filter(({ body }) => body.approval === null).length, 2);
  assert.equal(all.filter(({ body }) => body.approval).length, 2);
  assert.ok((await done(manager, `customers/${id}/adjust`, adjustment(4_001))).approval);
  assert.deepEqual((await showCustomer(manager, id)).adjust, { limit: 20_000, used: 16_000 });
  await done(manager, `customers/${id}/adjust`, adjustment(4_000));
  const another = await customer();
  await done(manager, `customers/${another.id}/adjust`, adjustment(20_000));
  await done(owner, `customers/${id}/adjust`, adjustment(100_000));
  assert.deepEqual((await showCustomer(owner, id)).adjust, { limit: null, used: 0 });
});

test('resets the limit after 24 hours, and requires approval of every adjustment at a limit of zero', async () => {
  const person = await desk.join('manager');
  const { id } = await customer();
  await done(person, `customers/${id}/adjust`, adjustment(20_000));
  desk.shop.pass(24 * hour);
  const cookie = await desk.logIn(person);
  const next = await desk.call<Answered>('POST', `customers/${id}/adjust`, {
    cookie,
    body: adjustment(20_000),
  });
  assert.equal(next.body.approval, null);
  const limited = { role: 'manager', limits: { refund: 0, adjust: 0 } };
  await done({ ...owner, cookie: await desk.logIn(owner) }, `people/${person.id}`, limited);
  const never = await desk.call<Answered>('POST', `customers/${id}/adjust`, {
    cookie,
    body: adjustment(1),
  });
  assert.ok(never.body.approval);
  // sessions expired while the clock advanced, so staff log in again
  for (const one of [owner, manager, editor, support]) one.cookie = await desk.logIn(one);
});

test('locks, unlocks and logs out a customer, and stores the reason as a note', async () => {
  const { id, email, headers } = await customer();
  const status = async () => (await desk.shop.send('GET', '/api/accounts/profile', { headers })).status;
  assert.equal((await post(support, `customers/${id}/lock`, { reason: 'Fraud' })).status, 403);
  await done(manager, `customers/${id}/log-out`, { reason: 'Lost laptop' });
  assert.equal(await status(), 401);
  await done(manager, `customers/${id}/lock`, { reason: 'A stolen card' });
  assert.equal((await showCustomer(manager, id)).state, 'locked');
  const logIn = { body: { email, password: testPassword } };
  assert.equal((await desk.shop.send('POST', '/api/accounts/login', logIn)).status, 400);
  await done(manager, `customers/${id}/unlock`, { reason: 'It was a mistake' });
  assert.equal((await desk.shop.send('POST', '/api/accounts/login', logIn)).status, 200);
  const { notes } = await showCustomer(manager, id);
  assert.deepEqual(
    notes.map(({ text }) => text),
    ['Logged out: Lost laptop', 'Locked: A stolen card', 'Unlocked: It was a mistake'],
  );
});

test('exports a customer’s data, and erases it only when their address is typed', async () => {
  const { id, email, number, headers } = await order();
  const marked = 'Zanzibar';
  await done(editor, `lines/${number}/1/notes`, { text: `${marked} on the line` });
  await done(editor, `orders/${number}/notes`, { text: `${marked} on the order` });
  await done(support, `customers/${id}/notes`, { text: `${marked} on the customer` });
  const { sheet } = await get<DeskAnswerOf<'showLine'>>(editor, `lines/${number}/1`);
  await done(editor, `lines/${number}/1/draft`, {
    pieces: sheet.pieces.map(({ key }) => ({ key, text: `${marked} in the draft` })),
    message: marked,
    basedOn: 0,
  });
  const file = await desk.call('POST', `customers/${id}/export`, { cookie: owner.cookie });
  assert.match(String(file.headers['content-disposition']), new RegExp(`customer-${id}\\.json`));
  for (const part of [email, `${marked} on the order`])
    assert.ok(JSON.stringify(file.body).includes(part), part);
  assert.equal((await post(manager, `customers/${id}/export`)).status, 403);

  await sql`insert into delivery (order_id, position, version, delivered_at, text, pieces, message, checks)
    select id, 1, 1, ${desk.shop.now()}, 'Text', ${JSON.stringify([{ key: 'a', label: 'A', text: marked }])}::jsonb, ${marked},
      ${JSON.stringify([{ key: 'brand', ok: 'yes', words: marked, reason: marked }])}::jsonb
    from customer_order where number = ${number}`.execute(desk.shop.database.db);
  const unfinished = await post(owner, `customers/${id}/erase`, { confirm: email });
  assert.match(unfinished.body.detail!, /paid work that isn’t finished.*Deliver the work first/);
  // the page shows the reason before the address is typed
  assert.equal((await showCustomer(owner, id)).whyNotErase, unfinished.body.detail);
  assert.equal((await showCustomer(manager, id)).whyNotErase, null, 'may never erase');
  await sql`update order_line set work_status = 'completed' where order_id = (
    select id from customer_order where number = ${number})`.execute(desk.shop.database.db);
  const wrong = await post(owner, `customers/${id}/erase`, { confirm: 'another@example.com' });
  assert.deepEqual(wrong.body.errors, { confirm: ['This isn’t the customer’s email address'] });
  const unsettled = await post(owner, `customers/${id}/erase`, { confirm: email });
  assert.match(unsettled.body.detail!, /balance isn’t zero/);
  const { balance, whyNotErase } = await showCustomer(owner, id);
  assert.equal(whyNotErase, unsettled.body.detail);
  await done(owner, `customers/${id}/adjust`, { ...adjustment(balance.available), direction: 'debit' });
  assert.equal((await showCustomer(owner, id)).whyNotErase, null);
  await done(owner, `customers/${id}/erase`, { confirm: email.toUpperCase() });
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(desk.shop.database.db);
  for (const { name } of tables) {
    const { rows } = await sql<{ all: string }>`
      select coalesce(string_agg(to_jsonb(t)::text, ''), '') as all from ${sql.table(name)} t`.execute(
      desk.shop.database.db,
    );
    assert.ok(!rows[0]!.all.includes(marked), `${name} holds ${marked}`);
  }
  const shown = await showCustomer(support, id);
  assert.deepEqual(
    [shown.name, shown.email, shown.state, shown.address, shown.notes],
    ['Erased customer', null, 'erased', [], []],
  );
  assert.equal((await showOrder(support, number)).customer.name, 'Erased customer');
  assert.equal((await post(owner, `customers/${id}/lock`, { reason: 'Too late' })).status, 409);
  assert.equal((await desk.shop.send('GET', '/api/orders', { headers })).status, 401);
});
