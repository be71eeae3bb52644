import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { minute } from '#contract/durations.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
before(async () => {
  desk = await openTestDesk();
});
after(() => desk.close());

async function openLine() {
  const [owner, editor] = [await desk.join('owner'), await desk.join('editor')];
  const { auth } = await desk.shop.customer();
  const { number, path } = await workAt(desk).order(auth);
  const { sheet } = await workAt(desk).line(owner, path);
  const pieces = sheet.pieces.map(({ key, label }) => ({ key, text: `${label} of ${path}` }));
  let basedOn = 0;
  const save = async (person: Person, message: string, texts = pieces) => {
    const body = { pieces: texts, message, basedOn };
    ({ revision: basedOn } = await workAt(desk).done<{ revision: number }>(person, `${path}/draft`, body));
  };
  const kept = async () =>
    (await workAt(desk).get<DeskAnswerOf<'listEarlierDrafts'>>(owner, `${path}/earlier-drafts`)).drafts;
  /** Delivers the newest draft, and accepts it as the customer. */
  const accept = async () => {
    await workAt(desk).done(editor, `${path}/deliver`, { basedOn });
    desk.shop.pass(minute);
    await desk.shop.app.jobs.drain();
    const call = `/api/orders/${number}/lines/1/accept`;
    assert.equal((await desk.shop.send('POST', call, { headers: auth })).status, 204);
  };
  return { owner, editor, pieces, save, kept, accept };
}

test('stores ten earlier drafts: each before another person’s save or a removed text, else one in five minutes', async () => {
  const { owner, editor, pieces, save, kept } = await openLine();
  const messages = async () => (await kept()).map(({ message }) => message).join();
  await save(owner, 'one');
  assert.equal(await messages(), '');
  await save(owner, 'two');
  await save(owner, 'three');
  assert.equal(await messages(), 'one', 'two was a pause in typing');
  await save(editor, 'four');
  assert.equal(await messages(), 'three,one', 'another person saved');
  await save(editor, 'five', pieces.slice(1));
  assert.equal(await messages(), 'four,three,one', 'a text was removed');
  for (let n = 6; n < 20; n += 1) {
    desk.shop.pass(6 * minute);
    await save(editor, String(n));
  }
  assert.equal(await messages(), '18,17,16,15,14,13,12,11,10,9');
  const [newest] = await kept();
  assert.deepEqual([newest?.pieces, newest?.by], [pieces, 'Maya Stone']);
});

test('deletes the earlier drafts together with the draft when the customer accepts the work', async () => {
  const { owner, editor, save, kept, accept } = await openLine();
  await save(editor, 'one');
  await save(owner, 'two');
  assert.equal((await kept()).length, 1);
  await accept();
  assert.deepEqual(await kept(), []);
});
