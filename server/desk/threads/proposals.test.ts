import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type Catalogue, readCatalogue } from '#contract/catalogue/catalogue.ts';
import document from '#contract/catalogue.json' with { type: 'json' };
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { day } from '#contract/durations.ts';
import type { Order } from '#contract/storefront/orders.ts';
import type { Problem } from '#contract/problems.ts';
import type { Proposal } from '#contract/storefront/proposals.ts';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import { slogansBrief, slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';
import { sql } from 'kysely';

const slogansType = 3;
const analyzerType = 4;
const current = readCatalogue(document);
let catalogue: Catalogue = current;

let desk: TestDesk;
let support: Person;
let ann: { auth: Record<string, string>; email: string };
/** The number of an order of the customer Ann. */
let number: string;
before(async () => {
  desk = await openTestDesk({ catalogue: () => catalogue });
  support = await desk.join('support');
  ann = await desk.shop.customer();
  ({ number } = await workAt(desk).order(ann.auth));
});
after(() => desk.close());

const slogans = { orderType: slogansType, details: slogansDetails };
type Made = DeskAnswerOf<'makeProposal'>;
const post = <Body = Problem>(path: string, body?: object, person = support) =>
  workAt(desk).post<Body>(person, path, body);
const make = (lines: unknown, to = number, requestId = crypto.randomUUID(), person = support) =>
  post<Made & Problem>(`tickets/${to}/proposals`, { requestId, lines }, person);
async function made(lines: unknown = [slogans], to = number): Promise<string> {
  const { status, body } = await make(lines, to);
  assert.equal(status, 200, JSON.stringify(body));
  const [address, token] = body.url.split('#proposal=');
  assert.equal(address, 'http://shop.test/cart');
  assert.match(token!, /^[\w-]{43}$/);
  assert.equal(body.expiresAt, new Date(desk.shop.now().getTime() + 14 * day).toISOString());
  return token!;
}
const open = (token: string, headers: Record<string, string> = {}) =>
  desk.shop.send<Proposal & Problem>('GET', `/api/proposals/${token}`, { headers });
const list = async (to = number) =>
  (await workAt(desk).get<DeskAnswerOf<'listProposals'>>(support, `tickets/${to}/proposals`)).proposals;
/** Advances the clock, which ends sessions, and logs the member of staff in again. */
async function pass(ms: number): Promise<void> {
  desk.shop.pass(ms);
  support = { ...support, cookie: await desk.logIn(support) };
}
const sendForm = async (email: string) => {
  const body = { name: 'Zoë', email, message: 'Do you write slogans for bakeries?' };
  const { body: created } = await desk.shop.send<CreatedTicket>('POST', '/api/support/create-ticket', {
    body,
  });
  return created.ticketNumber;
};

test('shows a proposal’s lines to anyone with the link, and shows staff when the link was opened', async () => {
  const token = await made();
  assert.equal((await list())[0]!.state, 'open');
  const { status, body } = await open(token);
  assert.equal(status, 200, JSON.stringify(body));
  const [{ title, orderType, details }] = body.lines as [Proposal['lines'][number]];
  assert.deepEqual([body.lines.length, title, orderType], [1, 'Slogans', slogansType]);
  assert.deepEqual([details.quantity, details.variant, details.express], [1, '10', false]);
  assert.deepEqual(
    [details.brief['brandName'], details.brief['avoid']],
    ['Golden Crust', ''],
    'with defaults',
  );
  const opened = desk.shop.now().toISOString();
  await pass(day);
  ann.auth = desk.shop.bearer((await desk.shop.logIn(ann.email)).accessToken);
  assert.deepEqual((await open(token, ann.auth)).body.lines, body.lines, 'the same line IDs each time');
  const [shown] = await list();
  assert.deepEqual(
    [shown!.state, shown!.titles, shown!.by, shown!.openedAt],
    ['opened', ['Slogans'], 'Maya Stone', opened],
  );
});

test('creates one proposal when a request is repeated, and rejects its ID for other lines or another person', async () => {
  const requestId = crypto.randomUUID();
  const entries = async () =>
    (await sql`select from audit_entry where action = 'propose-order'`.execute(desk.shop.database.db)).rows
      .length;
  const [before, noted] = [(await list()).length, await entries()];
  const first = await make([slogans], number, requestId);
  const again = await Promise.all([1, 2, 3].map(() => make([slogans], number, requestId)));
  for (const { status, body } of again) assert.deepEqual([status, body], [200, first.body]);
  assert.equal((await list()).length, before + 1);
  assert.equal(await entries(), noted + 1);

  const ticket = await sendForm('again@example.com');
  for (const [lines, to] of [
    [[slogans, slogans], number],
    [[slogans], ticket],
  ] as const)
    assert.equal((await make(lines, to, requestId)).status, 409);
  const others = await make([slogans], number, requestId, await desk.join('support'));
  assert.notEqual(others.body.url, first.body.url);
  assert.equal((await list()).length, before + 2);
  const { id } = (await list())[1]!;
  await post(`tickets/${number}/proposals/${id}/withdraw`);
  assert.equal((await make([slogans], number, requestId)).status, 409, 'its link no longer works');
});

test('stores a proposal’s token only as its hash', async () => {
  const token = await made();
  const { rows } = await sql<{ all: string }>`
    select string_agg(to_jsonb(p)::text, '') as all from proposal p`.execute(desk.shop.database.db);
  for (const readable of [
    token,
    Buffer.from(token).toString('hex'),
    Buffer.from(token, 'base64url').toString('hex'),
  ])
    assert.ok(!rows[0]!.all.includes(readable));
});

test('orders the lines of a proposal at the prices of the day of the order', async () => {
  const token = await made();
  const dearer = structuredClone(document);
  for (const tier of dearer.services
    .find(({ orderType }) => orderType === slogansType)!
    .pricing.variants.find(({ value }) => value === '10')!.tiers)
    tier.unitCents += 1_000;
  catalogue = readCatalogue({ ...dearer, version: 2 });
  try {
    const { lines } = (await open(token)).body;
    const body = {
      ...slogansOrder,
      price: 13_900,
      orderTypes: lines.map(({ orderType }) => orderType),
      orderDetails: lines.map(({ details }) => details),
    };
    const { orderNumber } = await desk.shop.placeOrder(ann.auth, body);
    const placed = await desk.shop.send<Order>('GET', `/api/orders/${orderNumber}`, { headers: ann.auth });
    assert.equal(placed.body.amount, 13_900);
  } finally {
    catalogue = current;
  }
});

/** Orders the lines of a proposal together with a line of the customer's own, as the cart does. */
async function orderProposed(token: string): Promise<string> {
  const { lines } = (await open(token)).body;
  const all = [{ ...slogans, id: crypto.randomUUID() }, ...lines];
  const { orderNumber } = await desk.shop.placeOrder(ann.auth, {
    ...slogansOrder,
    price: all.length * slogansOrder.price,
    orderTypes: all.map(({ orderType }) => orderType),
    orderDetails: all.map(({ details }) => details),
    lineIds: all.map(({ id }) => id),
  });
  return orderNumber;
}
const proposalsIn = async (order: string, person = support) =>
  (await workAt(desk).get<DeskAnswerOf<'showDeskOrder'>>(person, `orders/${order}`)).timeline
    .filter(({ kind }) => kind === 'proposal')
    .map(({ by, conversation }) => [by, conversation]);

test('names the order placed from a proposal, and shows the proposal on that order', async () => {
  const ticket = await sendForm('orders@example.com');
  const [first, second] = [await made([slogans, slogans], ticket), await made([slogans], number)];
  const order = await orderProposed(first);
  assert.deepEqual(await proposalsIn(order), [['Maya Stone', ticket]]);
  assert.deepEqual(
    (await list(ticket)).map(({ orders }) => orders),
    [[order]],
  );
  assert.deepEqual((await list())[0]!.orders, []);
  const again = await orderProposed(second);
  assert.deepEqual(await proposalsIn(again), [['Maya Stone', number]]);
  assert.deepEqual((await list())[0]!.orders, [again]);
  const { orderNumber: other } = await desk.shop.placeOrder(ann.auth);
  assert.deepEqual(await proposalsIn(other), []);
  const accountant = await desk.join('accountant');
  assert.deepEqual(await proposalsIn(order, accountant), [['Maya Stone', null]], 'without ticket.see');
});

test('rejects `lineIds` that don’t match the lines', async () => {
  const order = (lineIds: unknown) =>
    desk.shop.send<Problem>('POST', '/api/orders', {
      headers: { ...ann.auth, 'idempotency-key': crypto.randomUUID() },
      body: { ...slogansOrder, lineIds },
    });
  const { body } = await order(['a', 'b']);
  assert.deepEqual(body.errors, { lineIds: ['Order types and line IDs must have the same length'] });
  assert.deepEqual((await order(['a\0'])).body.errors, { 'lineIds.0': ['Invalid line ID'] });
});

test('names a product of a proposal that was retired after the proposal was made', async () => {
  const token = await made();
  const services = document.services.map((one) =>
    one.orderType === slogansType ? { ...one, retired: true } : one,
  );
  catalogue = readCatalogue({ ...document, version: 2, services, bundles: [] });
  try {
    const { status, body } = await open(token);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.lines[0]!.title, 'Slogans');
    assert.deepEqual((await make([slogans])).body.errors, {
      'lines.0.orderType': ['Slogans is no longer available. Remove it from your cart'],
    });
  } finally {
    catalogue = current;
  }
});

test('names every invalid field of each line as the order form does', async () => {
  const { brandName: _, ...brief } = slogansBrief;
  const wrong = await make([
    slogans,
    { ...slogans, details: { ...slogansDetails, quantity: 0, brief } },
    { orderType: 99, details: slogansDetails },
  ]);
  assert.equal(wrong.status, 400);
  assert.deepEqual(Object.keys(wrong.body.errors!).toSorted(), [
    'lines.1.details.brief.brandName',
    'lines.1.details.quantity',
    'lines.2.orderType',
  ]);
  for (const lines of [[], Array.from({ length: 21 }, () => slogans), 'x', undefined])
    assert.deepEqual((await make(lines)).body.errors, { lines: ['A proposal can have 1 to 20 items'] });
  const text = {
    quantity: 1,
    variant: '1',
    options: {},
    express: false,
    brief: { text: '1234 '.repeat(60) },
  };
  const unreadable = await make([slogans, { orderType: analyzerType, details: text }]);
  assert.equal(unreadable.status, 400);
  assert.match(Object.keys(unreadable.body.errors!)[0]!, /^lines\.1\.details\./);
});

test('rejects a proposal above the maximum order', async () => {
  const bundle = current.products.find(({ orderType }) => orderType === 10)!;
  const { exampleDetails } = await import('#demo/example-orders.ts');
  const many = Array.from({ length: 20 }, () => ({ orderType: 10, details: exampleDetails(bundle) }));
  const { status, body } = await make(many);
  assert.equal(status, 400, JSON.stringify(body));
  assert.match(body.errors!['lines']![0]!, /^Orders are limited to \$10,000/);
});

test('explains why a link doesn’t work: unknown, withdrawn, expired, or made for another customer', async () => {
  const refused = async (token: string, headers: Record<string, string> = {}) => {
    const { status, body } = await open(token, headers);
    return [status, body.detail ?? body.errors?.['']?.[0]];
  };
  const unknown = [404, 'We can’t find this proposal. Check that you opened the whole link.'];
  for (const token of ['A'.repeat(43), '%00', "' or true --"].map(encodeURIComponent))
    assert.deepEqual(await refused(token), unknown);

  const token = await made();
  const other = await desk.shop.customer();
  const [status, why] = await refused(token, other.auth);
  assert.equal(status, 400);
  assert.match(String(why), /^This proposal was made for another customer\./);
  assert.equal((await list())[0]!.state, 'open', 'another customer’s visit doesn’t count');

  const { id } = (await list())[0]!;
  assert.equal((await post(`tickets/${number}/proposals/${id}/withdraw`)).status, 204);
  assert.equal((await list())[0]!.state, 'withdrawn');
  assert.deepEqual(await refused(token), [
    404,
    'We withdrew this proposal. Reply to our message, and we’ll send you a new link.',
  ]);

  const late = await made();
  await pass(14 * day);
  ann.auth = desk.shop.bearer((await desk.shop.logIn(ann.email)).accessToken);
  assert.match(String((await refused(late))[1]), /^This proposal expired on \w{3}, \w{3} \d+\. Reply to/);
  const fresh = (await list())[0]!;
  assert.equal(fresh.state, 'expired');
  for (const gone of [id, fresh.id]) {
    const again = await post(`tickets/${number}/proposals/${gone}/withdraw`);
    assert.deepEqual(
      [again.status, again.body.detail],
      [409, 'This proposal has already expired or been withdrawn.'],
    );
  }
});

test('lists a proposal, and lets staff withdraw it, only in the conversation for which it was made', async () => {
  const ticket = await sendForm('zoe@example.com');
  const token = await made([slogans], ticket);
  assert.equal((await open(token, ann.auth)).status, 200, 'a guest has no account yet');
  assert.equal((await list(ticket)).length, 1);
  const { id } = (await list(ticket))[0]!;
  assert.equal((await post(`tickets/${number}/proposals/${id}/withdraw`)).status, 404);
  assert.equal((await list(ticket))[0]!.state, 'opened', 'and it still works');
  assert.equal((await make([slogans], 'T-0000-0000')).status, 404);
  await desk.shop.send('POST', `/api/orders/${number}/messages`, {
    headers: ann.auth,
    body: { text: 'Could I have more?' },
  });
  const { rows } = await sql<{
    number: string;
  }>`select t.number from ticket t where t.order_id is not null`.execute(desk.shop.database.db);
  assert.deepEqual(await list(rows[0]!.number), await list(), 'the ticket of an order is its conversation');
});

test('withdraws a proposal once when two people do it at once', async () => {
  await made();
  const { id } = (await list())[0]!;
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => post(`tickets/${number}/proposals/${id}/withdraw`)),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 409, 409, 409],
  );
});

test('deletes a proposal 30 days after its expiry; of an ordered one, deletes only the brief', async () => {
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from proposal`.execute(
      desk.shop.database.db,
    );
    return rows[0]!.n;
  };
  const ticket = await sendForm('later@example.com');
  await made([slogans], ticket);
  const { rows: ordered } = await sql<{ n: number }>`
    select count(distinct proposal_id)::int as n from order_line`.execute(desk.shop.database.db);
  assert.equal(ordered[0]!.n, 2);
  desk.shop.pass(43 * day);
  await desk.shop.app.jobs.drain();
  assert.ok((await count()) > 2);
  desk.shop.pass(2 * day);
  await desk.shop.app.jobs.drain();
  assert.equal(await count(), 2);
  const { rows: briefs } = await sql`select from proposal where lines <> '[]'`.execute(desk.shop.database.db);
  assert.equal(briefs.length, 0);
});

test('lists every product on sale with its order form', async () => {
  await pass(0);
  const answer = await desk.call<DeskAnswerOf<'listProducts'>>('GET', 'products', support);
  assert.deepEqual(
    answer.body.products.map(({ orderType, fields }) => [orderType, fields.length]),
    current.products.map(({ orderType, fields }) => [orderType, fields.length]),
  );
});
