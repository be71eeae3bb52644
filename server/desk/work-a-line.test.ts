import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskLine, LineRow } from '#contract/desk-work.ts';
import { second } from '#contract/durations.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';

let desk: TestDesk;
let editor: Person;
let writer: Person;
before(async () => {
  desk = await openTestDesk();
  await desk.join('owner');
  editor = await desk.join('editor');
  writer = await desk.join('writer');
});
after(() => desk.close());

/** A paid order of slogans and its headers. */
async function order() {
  const { auth: headers } = await desk.shop.customer();
  await desk.shop.addFunds(headers, 50_000);
  const { orderNumber, token } = await desk.shop.placeOrder(headers);
  await desk.shop.pay(token, 'balance', headers);
  return { number: orderNumber, headers, path: `lines/${orderNumber}/1` };
}
const get = async <Body>(person: Person, path: string) => {
  const answer = await desk.call<Body>('GET', path, { cookie: person.cookie });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const post = (person: Person, path: string, body?: object) =>
  desk.call<{ detail?: string; revision?: number; errors?: Record<string, string[]> }>('POST', path, {
    cookie: person.cookie,
    ...(body ? { body } : {}),
  });
const showLine = (person: Person, path: string) => get<DeskLine>(person, path);
const texts = ({ sheet }: DeskLine, words: (index: number) => string) =>
  sheet.pieces.map(({ key }, index) => ({ key, text: words(index) }));

test('delivers what a writer wrote and an editor read, with its message and its pieces', async () => {
  const { number, headers, path } = await order();
  const free = await showLine(writer, path);
  assert.deepEqual([free.status, free.assignee, free.may.includes('take')], ['queued', null, true]);
  assert.equal((await post(writer, `${path}/take`)).status, 204);
  const pieces = texts(free, (index) => `Fresh line number ${index} for the shop`);
  const saved = await post(writer, `${path}/draft`, {
    pieces,
    message: 'The third is my favorite.',
    basedOn: 0,
  });
  assert.deepEqual([saved.status, saved.body.revision], [200, 1], JSON.stringify(saved.body));
  assert.equal((await showLine(writer, path)).status, 'inProgress');
  assert.equal((await post(writer, `${path}/hand-in`, { basedOn: 1 })).status, 204);

  const toCheck = await get<{ lines: LineRow[] }>(editor, 'lines?show=check');
  assert.deepEqual(
    toCheck.lines.map((line) => [line.number, line.written === line.expected]),
    [[number, true]],
  );
  const sent = await post(editor, `${path}/deliver`, { basedOn: 1 });
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  assert.equal((await showLine(editor, path)).status, 'inProgress');
  desk.shop.pass(11 * second);
  await desk.shop.app.jobs.drain();
  const done = await showLine(editor, path);
  assert.deepEqual([done.status, done.versions.length, done.versions[0]?.by], ['delivered', 1, 'Maya Stone']);
  const { body } = await desk.shop.send('GET', `/api/orders/${number}/lines/1/deliveries/1`, { headers });
  const { text } = body as unknown as { text: string };
  for (const piece of pieces) assert.ok(text.includes(piece.text), piece.text);
});
