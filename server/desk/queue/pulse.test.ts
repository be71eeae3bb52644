import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
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

/** Who is told that somebody else changed something, and whose open screens reload, after the act. */
async function toldOf(act: () => Promise<unknown>) {
  const before = { writer: await marks(writer), editor: await marks(editor) };
  await act();
  const later = { writer: await marks(writer), editor: await marks(editor) };
  return {
    announced: (['writer', 'editor'] as const).filter((one) => before[one].others !== later[one].others),
    reloads: before.editor.work !== later.editor.work,
  };
}

test('announces work to everyone but the person who did it', async () => {
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

test('announces a customer’s order and message to everyone, and a login to nobody', async () => {
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
