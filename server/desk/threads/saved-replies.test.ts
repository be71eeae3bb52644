import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { day, minute } from '#contract/durations.ts';
import type { DeskOrder } from '#contract/desk/orders.ts';
import type { DeskThread } from '#contract/desk/threads.ts';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import { sql } from 'kysely';
import { workAt } from '#test/server/work-at-desk.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';

let desk: TestDesk;
let support: Person;
let editor: Person;
let owner: Person;
before(async () => {
  desk = await openTestDesk();
  support = await desk.join('support');
  editor = await desk.join('editor');
  owner = await desk.join('owner');
});
after(() => desk.close());

type Failed = { detail?: string; errors?: Record<string, string[]> };
const post = ({ cookie }: Person, path: string, body?: object) =>
  desk.call<Failed>('POST', path, { cookie, ...(body ? { body } : {}) });
async function done(person: Person, path: string, body?: object): Promise<object> {
  const answer = await post(person, path, body);
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const get = async <Body>({ cookie }: Person, path: string): Promise<Body> =>
  (await desk.call<Body>('GET', path, { cookie })).body;

test('requires unique titles and known placeholders in saved replies, and sends no reply with an unfilled placeholder', async () => {
  type Replies = { replies: { id: string; title: string; text: string }[] };
  const text = 'Hello {firstName}, about {orderNumber}';
  const added = await done(support, 'replies', { title: 'Hello', text });
  assert.deepEqual(await done(support, 'replies', { title: 'Hello', text }), added, 'sent again');
  for (const [person, other] of [
    [support, 'Hi {firstName}'],
    [owner, text],
  ] as const)
    assert.deepEqual((await post(person, 'replies', { title: 'Hello', text: other })).body.errors, {
      title: ['Another saved reply has this title. Choose another title'],
    });
  assert.deepEqual((await post(support, 'replies', { title: 'Bye', text: 'Bye {lastName}' })).body.errors, {
    text: [
      'Use only these placeholders: {firstName}, {orderNumber}, {service}, {dueDay}, {shopName}, {myName}',
    ],
  });
  assert.equal((await post(editor, 'replies', { title: 'Bye', text })).status, 403);
  const [saved] = (await get<Replies>(editor, 'replies')).replies;
  assert.deepEqual([saved?.title, saved?.text], ['Hello', text]);
  const form = { name: 'Zoë Łuczak', email: 'names@example.com', message: 'Do you write menus?' };
  const { body: sent } = await desk.shop.send<CreatedTicket>('POST', '/api/support/create-ticket', {
    body: form,
  });
  const path = `tickets/${sent.ticketNumber}/messages`;
  const { firstName, order, service, dueOn } = await get<DeskThread>(support, path);
  assert.deepEqual([firstName, order, service, dueOn], ['Zoë', null, null, null]);
  const unfilled = await post(support, path, { text, seen: 0 });
  assert.deepEqual(unfilled.body.errors, { text: ['Replace {firstName} before you send the message'] });
  const seen = { title: 'Hello', text };
  await done(support, `replies/${saved!.id}`, { title: 'Welcome', text: 'Hi', seen });
  await done(support, `replies/${saved!.id}`, { title: 'Welcome', text: 'Hi', seen });
  const stale = await post(owner, `replies/${saved!.id}`, { title: 'Welcome', text: 'Dear', seen });
  assert.equal(stale.status, 409);
  assert.match(stale.body.detail!, /^Someone else has changed this saved reply\./);
  assert.deepEqual((await get<Replies>(editor, 'replies')).replies[0]?.text, 'Hi');
  await done(support, `replies/${saved!.id}/delete`);
  assert.equal((await post(support, `replies/${saved!.id}/delete`)).status, 404);
  assert.equal(
    (await post(support, `replies/${saved!.id}`, { title: 'Welcome', text: 'Hi', seen })).status,
    404,
  );
  assert.deepEqual((await get<Replies>(support, 'replies')).replies, []);
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where subject = ${`reply ${saved!.id}`} order by place`.execute(
    desk.shop.database.db,
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['add-reply', 'change-reply', 'delete-reply'],
  );
});

test('fills in the services of an order, and the last due day of its lines', async () => {
  const { auth } = await desk.shop.customer();
  const { number } = await workAt(desk).order(auth, [{ orderType: 3 }, { orderType: 2 }, { orderType: 3 }]);
  const { lines } = await get<DeskOrder>(owner, `orders/${number}`);
  const shown = await get<DeskThread>(support, `tickets/${number}/messages`);
  assert.equal(shown.service, [...new Set(lines.map(({ title }) => title))].toSorted().join(', '));
  assert.equal(
    shown.dueOn,
    lines
      .map(({ neededOn }) => neededOn!)
      .toSorted()
      .at(-1),
  );
  assert.equal(shown.firstName, 'Ann');
  await sql`update order_line set work_status = 'completed' where order_id = (select id from customer_order where number = ${number})`.execute(
    desk.shop.database.db,
  );
  assert.equal((await get<DeskThread>(support, `tickets/${number}/messages`)).dueOn, null);
});

test('lists the replies that were sent most in the last 90 days first, without one that was undone', async () => {
  const { shop } = desk;
  const { auth } = await shop.customer();
  const { number } = await workAt(desk).order(auth);
  const add = async (title: string) =>
    (await done(support, 'replies', { title, text: `${title}!` })) as { id: string };
  const [hello, thanks] = [await add('Hello'), await add('Thanks')];
  let seen = 0;
  const send = async ({ id }: { id: string }) => {
    await done(support, `tickets/${number}/messages`, { text: 'Hi', seen: seen++, savedReply: id });
    shop.pass(minute);
    await shop.app.jobs.drain();
  };
  const titles = async (person = support) =>
    (await get<{ replies: { title: string }[] }>(person, 'replies')).replies.map(({ title }) => title);
  assert.deepEqual(await titles(), ['Hello', 'Thanks'], 'by title');
  await send(thanks);
  await done(support, `tickets/${number}/messages`, { text: 'Hi', seen, savedReply: hello.id });
  await done(support, `tickets/${number}/messages/undo`);
  assert.deepEqual(await titles(), ['Thanks', 'Hello']);
  await send(hello);
  await send(hello);
  assert.deepEqual(await titles(), ['Hello', 'Thanks']);
  await send(thanks);
  await send(thanks);
  assert.deepEqual(await titles(), ['Thanks', 'Hello']);
  shop.pass(91 * day);
  assert.deepEqual(await titles({ ...support, cookie: await desk.logIn(support) }), ['Hello', 'Thanks']);
});

test('sends a message whose saved reply was deleted meanwhile', async () => {
  const { auth } = await desk.shop.customer();
  const { number } = await workAt(desk).order(auth);
  const person = { ...support, cookie: await desk.logIn(support) };
  const { id } = (await done(person, 'replies', { title: 'Bye', text: 'Bye!' })) as { id: string };
  await done(person, `replies/${id}/delete`);
  await done(person, `tickets/${number}/messages`, { text: 'Bye', seen: 0, savedReply: id });
});
