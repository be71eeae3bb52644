import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { second } from '#contract/durations.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
let writer: Person;
let editor: Person;
before(async () => {
  desk = await openTestDesk();
  writer = await desk.join('writer');
  editor = await desk.join('editor');
});
after(() => desk.close());

const marks = async (person: Person) =>
  (await workAt(desk).done<DeskAnswerOf<'pulse'>>(person, 'pulse', { at: null, isWriting: false })).marks;

/** Who sees a changed mark of other people's acts after the act, and whether open screens reload. */
async function toldOf(act: () => Promise<unknown>) {
  const before = { writer: await marks(writer), editor: await marks(editor) };
  await act();
  const later = { writer: await marks(writer), editor: await marks(editor) };
  return {
    announced: (['writer', 'editor'] as const).filter((one) => before[one].others !== later[one].others),
    reloads: before.editor.work !== later.editor.work,
  };
}

test('announces an act on a line to every open screen except its actor’s', async () => {
  const work = workAt(desk);
  const { auth } = await desk.shop.customer();
  const { path } = await work.order(auth);
  const byWriter = { announced: ['editor'], reloads: true };
  assert.deepEqual(await toldOf(() => work.done(writer, `${path}/take`)), byWriter, 'taken');
  const basedOn = await work.write(writer, path);
  assert.deepEqual(
    await toldOf(() => work.done(writer, `${path}/hand-in`, { basedOn })),
    byWriter,
    'submitted for review',
  );
  assert.deepEqual(
    await toldOf(() => work.done(editor, `${path}/hand-back`, { text: 'Shorter, please.' })),
    { announced: ['writer'], reloads: true },
    'returned',
  );
  assert.deepEqual(
    await toldOf(() => work.done(editor, `${path}/notes`, { text: 'Mind the name.' })),
    { announced: ['writer'], reloads: true },
    'noted',
  );
});

test('announces a customer’s order and message to every open screen, and a login to none', async () => {
  const { auth: headers } = await desk.shop.customer();
  const everyone = ['writer', 'editor'];
  let number = '';
  const order = async () => {
    ({ orderNumber: number } = await desk.shop.placeOrder(headers));
  };
  assert.deepEqual((await toldOf(order)).announced, everyone);
  const write = () =>
    desk.shop.send('POST', `/api/orders/${number}/messages`, { headers, body: { text: 'Hello?' } });
  assert.deepEqual((await toldOf(write)).announced, everyone);
  assert.deepEqual(await toldOf(() => desk.join('support')), { announced: [], reloads: false });
});

test('announces to open screens that a message was queued, undone or sent', async () => {
  const support = await desk.join('support');
  const { auth } = await desk.shop.customer();
  const { number } = await workAt(desk).order(auth);
  const path = `tickets/${number}/messages`;
  const seen = [(await marks(editor)).messages];
  const look = async () => seen.push((await marks(editor)).messages);
  const write = () => workAt(desk).done(support, path, { text: 'Yes, shorter.', files: [], seen: 0 });
  await write();
  await look();
  await workAt(desk).done(support, `${path}/undo`);
  await look();
  await write();
  await look();
  desk.shop.pass(11 * second);
  await desk.shop.app.jobs.drain();
  await look();
  assert.equal(new Set(seen).size, seen.length, seen.join(', '));
  const thread = await workAt(desk).get<DeskAnswerOf<'showThread'>>(support, path);
  assert.deepEqual([thread.count, thread.messages[0]?.sendAt], [1, null]);
});
