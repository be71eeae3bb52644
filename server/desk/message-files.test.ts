import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskThread } from '#contract/desk-threads.ts';
import type { MessageList } from '#contract/messages.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { customerPost, uploadFile } from '#test/server/upload-file.ts';

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
  const { auth: headers } = await desk.shop.customer();
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

test('sends files with a message, which its customer and who reads messages can load', async () => {
  const { number, upload, write, list } = await order();
  const { id } = await upload('menu.txt', 'Rye on Mondays');
  assert.equal((await write('Here is the menu.', [id])).status, 200);
  const [message] = await list();
  assert.deepEqual(
    message?.files.map(({ name, bytes }) => [name, bytes]),
    [['menu.txt', 14]],
  );
  const { body: thread } = await desk.call<DeskThread>('GET', `orders/${number}/messages`, {
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

test('sends nothing when a file is somebody else’s or was sent before, and the same request once', async () => {
  const one = await order();
  const two = await order();
  const { id } = await one.upload('menu.txt', 'Rye');
  const foreign = await two.write('Mine now', [id]);
  assert.equal(foreign.status, 400);
  assert.match(foreign.body.errors?.['files']?.[0] ?? '', /is gone, or was added already/);
  assert.deepEqual(await two.list(), []);
  const key = { 'idempotency-key': crypto.randomUUID() };
  assert.equal((await one.write('The menu', [id], key)).status, 200);
  assert.equal((await one.write('The menu', [id], key)).status, 200);
  assert.equal((await one.list()).length, 1);
  assert.equal((await one.write('Again', [id])).status, 400);
  const removed = await desk.shop.send('POST', `/api/files/${id}/remove`, { headers: one.headers });
  assert.equal(removed.status, 409);
});
