import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskThread } from '#contract/desk/threads.ts';
import type { MessageList } from '#contract/storefront/messages.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { customerPost, staffPost, uploadFile } from '#test/server/upload-file.ts';

let desk: TestDesk;
let support: Person;
let writer: Person;
before(async () => {
  desk = await openTestDesk();
  support = await desk.join('support');
  writer = await desk.join('writer');
});
after(() => desk.close());

async function order() {
  const { auth: headers } = await desk.shop.confirmedCustomer();
  const { orderNumber: number } = await desk.shop.placeOrder(headers);
  const upload = (name: string, content: string) =>
    uploadFile(customerPost(desk.shop, headers), name, content);
  const write = (text: string, files: string[], more: Record<string, string> = {}) =>
    desk.shop.send<{ errors?: Record<string, string[]> }>('POST', `/api/orders/${number}/messages`, {
      headers: { ...headers, ...more },
      body: { text, files },
    });
  const list = async () =>
    (await desk.shop.send<MessageList>('GET', `/api/orders/${number}/messages`, { headers })).body.messages;
  const load = (id: string) => desk.shop.send('GET', `/api/files/${id}`, { headers });
  return { number, headers, upload, write, list, load };
}

const statusAt = async ({ cookie }: Person, id: string) =>
  (
    await desk.shop.app.http.inject({
      url: `/api/desk/files/${id}`,
      headers: {
        host: 'shop.test',
        'x-desk': '1',
        'sec-fetch-site': 'same-origin',
        cookie: `desk=${cookie}`,
      },
      remoteAddress: '203.0.113.7',
    })
  ).statusCode;

test('shows the files of a customer’s message to staff who may read messages', async () => {
  const { number, upload, write, list } = await order();
  const { id } = await upload('menu.txt', 'Rye on Mondays');
  assert.equal((await write('Here is the menu.', [id])).status, 200);
  const [message] = await list();
  assert.deepEqual(
    message?.files.map(({ name, bytes }) => [name, bytes]),
    [['menu.txt', 14]],
  );
  const { body: thread } = await desk.call<DeskThread>('GET', `tickets/${number}/messages`, {
    cookie: support.cookie,
  });
  assert.deepEqual(
    thread.messages[0]?.files.map((file) => file.id),
    [id],
  );
  assert.equal(await statusAt(support, id), 200);
  assert.equal(await statusAt(writer, id), 404, 'writers read no messages');
  const stranger = await order();
  assert.equal((await stranger.load(id)).status, 404);
});

test('rejects a message with another customer’s file or an already sent one, and stores a repeated message once', async () => {
  const one = await order();
  const two = await order();
  const { id } = await one.upload('menu.txt', 'Rye');
  const foreign = await two.write('Mine now', [id]);
  assert.equal(foreign.status, 400);
  assert.match(foreign.body.errors?.['files']?.[0] ?? '', /was deleted or is already in use elsewhere/);
  assert.deepEqual(await two.list(), []);
  const key = { 'idempotency-key': crypto.randomUUID() };
  assert.equal((await one.write('The menu', [id], key)).status, 200);
  assert.equal((await one.write('The menu', [id], key)).status, 200);
  assert.equal((await one.list()).length, 1);
  assert.equal((await one.write('Again', [id])).status, 400);
  const removed = await desk.shop.send('POST', `/api/files/${id}/remove`, { headers: one.headers });
  assert.equal(removed.status, 409);
});

type Refused = { detail?: string; errors?: Record<string, string[]> };

test('shows a file of the team’s message only to its customer, and only once the message is sent', async () => {
  const { number, list, load } = await order();
  const post = staffPost(desk, support);
  const answer = (files: string[], seen: number) =>
    post<Refused>(`tickets/${number}/messages`, { text: 'The plan.', files, seen });
  const { id } = await uploadFile(post, 'plan.txt', 'Monday: rye');
  assert.deepEqual(
    [await statusAt(support, id), await statusAt(writer, id)],
    [200, 404],
    'only its owner sees an upload',
  );
  assert.equal((await answer([id], 0)).status, 200);
  assert.equal((await load(id)).status, 404, 'not sent yet');
  const undone = await post<{ text: string; files: { id: string; name: string }[] }>(
    `tickets/${number}/messages/undo`,
    {},
  );
  assert.deepEqual(
    undone.body.files.map((file) => [file.id, file.name]),
    [[id, 'plan.txt']],
  );
  assert.equal((await answer([id], 0)).status, 200, 'the undone message left its file');
  desk.shop.pass(11_000);
  await desk.shop.app.jobs.drain();
  assert.deepEqual(
    (await list()).map(({ from, files }) => [from, files.map(({ name }) => name)]),
    [['team', ['plan.txt']]],
  );
  assert.equal((await load(id)).status, 200);
  assert.equal((await (await order()).load(id)).status, 404, 'another customer');
  const twice = await answer([id], 1);
  assert.equal(twice.status, 400);
  assert.match(twice.body.errors?.['files']?.[0] ?? '', /is already in use elsewhere/);
  const removed = await post(`files/${id}/remove`, {});
  assert.equal(removed.status, 404, 'sent files stay');
});

test('names the files in the email about the team’s message, and exports them with the customer’s data', async () => {
  const { auth: headers, email } = await desk.shop.confirmedCustomer();
  const { orderNumber: number } = await desk.shop.placeOrder(headers);
  const post = staffPost(desk, support);
  const { id } = await uploadFile(post, 'plan.txt', 'Monday: rye');
  await post(`tickets/${number}/messages`, { text: 'The plan.', files: [id], seen: 0 });
  desk.shop.pass(11_000);
  const letter = (await desk.shop.emailsTo(email)).find(({ subject }) =>
    subject?.startsWith('A message about'),
  );
  assert.match(letter?.text ?? '', /“plan\.txt”/);
  assert.match(await desk.shop.operate('account', 'export', email), /"name": "plan\.txt"/);
});
