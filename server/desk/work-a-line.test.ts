import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskLine, LineRow } from '#contract/desk-work.ts';
import { minute, second } from '#contract/durations.ts';
import type { Delivery } from '#contract/fulfilment.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';

let desk: TestDesk;
let owner: Person;
let editor: Person;
let writer: Person;
before(async () => {
  desk = await openTestDesk();
  owner = await desk.join('owner');
  editor = await desk.join('editor');
  writer = await desk.join('writer');
});
after(() => desk.close());

/** A paid order of ten slogans. */
async function order() {
  const { auth: headers, email } = await desk.shop.customer();
  await desk.shop.addFunds(headers, 50_000);
  const { orderNumber, token } = await desk.shop.placeOrder(headers);
  await desk.shop.pay(token, 'balance', headers);
  return { number: orderNumber, headers, email, path: `lines/${orderNumber}/1` };
}

async function get<Body>(person: Person, path: string): Promise<Body> {
  const answer = await desk.call<Body>('GET', path, { cookie: person.cookie });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
type Answered = { detail?: string; revision?: number; needs?: string; errors?: Record<string, string[]> };
const post = (person: Person, path: string, body?: object) =>
  desk.call<Answered>('POST', path, { cookie: person.cookie, ...(body ? { body } : {}) });
async function done(person: Person, path: string, body?: object): Promise<Answered> {
  const answer = await post(person, path, body);
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const showLine = (person: Person, path: string) => get<DeskLine>(person, path);

const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

let deliveries = 0;
/** A text for each piece that no other customer got. */
function textsFor({ sheet }: DeskLine) {
  deliveries += 1;
  return sheet.pieces.map(({ key }, index) => ({
    key,
    text: `Rye and Co bakes number ${index} of batch ${deliveries} before the town wakes up`,
  }));
}

/** The writer's whole text, handed in. */
async function written(path: string, message = '') {
  const pieces = textsFor(await showLine(owner, path));
  await done(writer, `${path}/take`);
  const { revision } = await done(writer, `${path}/draft`, { pieces, message, basedOn: 0 });
  await done(writer, `${path}/hand-in`, { basedOn: revision });
  return { pieces, basedOn: revision! };
}
async function pass(ms: number) {
  desk.shop.pass(ms);
  await desk.shop.app.jobs.drain();
}

test('delivers what a writer wrote and an editor read, with its message and its pieces', async () => {
  const { number, headers, email, path } = await order();
  const { pieces, basedOn } = await written(path, 'The third is my favorite.');
  assert.equal((await showLine(writer, path)).status, 'inProgress');
  const toCheck = await get<{ lines: LineRow[] }>(editor, 'lines?show=check');
  assert.deepEqual(
    toCheck.lines.map((line) => [line.number, line.written === line.expected, line.assignee?.id]),
    [[number, true, writer.id]],
  );
  await done(editor, `${path}/deliver`, { basedOn });
  await pass(9 * second);
  assert.equal((await showLine(editor, path)).status, 'inProgress');
  await pass(2 * second);
  const line = await showLine(editor, path);
  assert.deepEqual([line.status, line.versions.map(({ by }) => by)], ['delivered', ['Maya Stone']]);
  const { body } = await desk.shop.send<Delivery>('GET', `/api/orders/${number}/lines/1/deliveries/1`, {
    headers,
  });
  for (const { text } of pieces) assert.ok(body.text?.includes(text), text);
  assert.equal(body.message, 'The third is my favorite.');
  const letter = (await desk.shop.emailsTo(email)).find(({ subject }) => /ready/.test(subject ?? ''));
  assert.match(letter?.text ?? '', /The third is my favorite\./);
  assert.deepEqual(await desk.shop.audit(), []);
});

test('calls a delivery back while it is held, and not after it has left', async () => {
  const { path } = await order();
  const { basedOn } = await written(path);
  await done(editor, `${path}/deliver`, { basedOn });
  assert.equal((await post(editor, `${path}/deliver`, { basedOn })).status, 409);
  const locked = await post(writer, `${path}/draft`, { pieces: [], message: '', basedOn });
  assert.deepEqual(
    [locked.status, locked.body.detail],
    [409, 'It’s being delivered. Undo the delivery first.'],
  );
  await done(editor, `${path}/deliver/undo`);
  await pass(minute);
  const kept = await showLine(editor, path);
  assert.deepEqual([kept.status, kept.versions, kept.draft?.revision], ['inProgress', [], basedOn]);
  await done(editor, `${path}/deliver`, { basedOn });
  await pass(minute);
  const late = await post(editor, `${path}/deliver/undo`);
  assert.deepEqual([late.status, late.body.detail], [409, 'It’s already delivered.']);
  assert.equal((await showLine(editor, path)).versions.length, 1);
});

test('either calls a delivery back or lets it leave when both happen at once', async () => {
  for (let race = 0; race < 8; race += 1) {
    const { path } = await order();
    const { basedOn } = await written(path);
    await done(editor, `${path}/deliver`, { basedOn });
    desk.shop.pass(minute);
    const [undone] = await Promise.all([post(editor, `${path}/deliver/undo`), desk.shop.app.jobs.drain()]);
    await desk.shop.app.jobs.drain();
    const { status, versions, sendAt } = await showLine(editor, path);
    const isUndone = undone.status === 204;
    assert.deepEqual(
      [status, versions.length, sendAt],
      isUndone ? ['inProgress', 0, null] : ['delivered', 1, null],
    );
  }
});

test('lets nobody deliver their own last change unread, but with a reason whoever may override', async () => {
  const { path } = await order();
  const pieces = textsFor(await showLine(owner, path));
  await done(editor, `${path}/draft`, { pieces, message: '', basedOn: 0 });
  const own = await post(editor, `${path}/deliver`, { basedOn: 1 });
  assert.deepEqual(
    [own.status, own.body.detail],
    [409, 'You made the last change, so someone else reads and delivers it. Hand it in.'],
  );
  await done(owner, `${path}/draft`, { pieces, message: 'Hello', basedOn: 1 });
  const unread = await post(owner, `${path}/deliver`, { basedOn: 2 });
  assert.deepEqual(
    [unread.status, unread.body.errors],
    [409, { checks: ['Nobody else has read this text.'] }],
  );
  const short = await post(owner, `${path}/deliver`, { basedOn: 2, reasons: { reader: 'Because' } });
  assert.equal(short.status, 400);
  await done(owner, `${path}/deliver`, { basedOn: 2, reasons: { reader: 'Everybody else is on holiday' } });
  await pass(minute);
  const { checks } = await get<{ checks: { key: string; reason?: string }[] }>(owner, `${path}/deliveries/1`);
  assert.equal(checks.find(({ key }) => key === 'reader')?.reason, 'Everybody else is on holiday');
});

test('takes a draft back from its reader when the command line delivers another text', async () => {
  const { number, path } = await order();
  const { basedOn } = await written(path);
  await desk.shop.app.commands['deliver']!.run({
    words: [number, '1'],
    files: [{ name: 'slogans.md', content: Buffer.from('Gone by noon.') }],
    by: { kind: 'operator', id: 'ann' },
  });
  const { status, handedInAt, draft } = await showLine(editor, path);
  assert.deepEqual([status, handedInAt, draft?.revision], ['delivered', null, basedOn + 1]);
});

test('stops a delivery that keeps less than was sold, whatever the browser says', async () => {
  const { path } = await order();
  const [first, ...rest] = textsFor(await showLine(owner, path));
  await done(writer, `${path}/draft`, { pieces: rest, message: '', basedOn: 0 });
  const missing = await post(editor, `${path}/deliver`, { basedOn: 1 });
  assert.equal(missing.status, 409);
  assert.match(missing.body.errors!['checks']![0]!, /is empty\.$/);
  const override = await post(editor, `${path}/deliver`, {
    basedOn: 1,
    reasons: { filled: 'The customer asked for one less' },
  });
  assert.deepEqual([override.status, override.body.needs], [403, 'work.override']);
  await done(owner, `${path}/deliver`, {
    basedOn: 1,
    reasons: { filled: 'The customer asked for one less' },
  });
  assert.ok(first);
});

test('stops a sentence that another customer got, and not the same customer’s own', async () => {
  const [one, two] = [await order(), await order()];
  const { pieces, basedOn } = await written(one.path);
  await done(editor, `${one.path}/deliver`, { basedOn });
  await pass(minute);
  await done(writer, `${two.path}/draft`, { pieces, message: '', basedOn: 0 });
  const stolen = await post(editor, `${two.path}/deliver`, { basedOn: 1 });
  assert.equal(stolen.status, 409);
  assert.match(stolen.body.errors!['checks']!.join(), new RegExp(`another customer \\(${one.number}\\)`));
  const again = await post(editor, `${one.path}/check`, { pieces });
  assert.equal(again.status, 200);
  const { checks } = again.body as unknown as { checks: { key: string; ok: string }[] };
  assert.equal(checks.find(({ key }) => key === 'soldOnce')?.ok, 'yes');
});

test('keeps the first of two saves that were made from one text, and says so', async () => {
  const { path } = await order();
  const pieces = textsFor(await showLine(owner, path));
  const save = (person: Person, basedOn: number) =>
    post(person, `${path}/draft`, { pieces, message: person.id, basedOn });
  const first = await Promise.all([save(writer, 0), save(editor, 0), save(owner, 0)]);
  assert.deepEqual(statusesOf(first), [200, 409, 409]);
  const second = await Promise.all([save(editor, 1), save(owner, 1)]);
  assert.deepEqual(statusesOf(second), [200, 409]);
  assert.equal((await showLine(owner, path)).draft?.revision, 2);
});

test('gives a free line to one of two who take it at once, and shows a writer no line of another', async () => {
  const { number, path } = await order();
  const other = await desk.join('writer');
  const took = await Promise.all([post(writer, `${path}/take`), post(other, `${path}/take`)]);
  assert.equal(took.filter(({ status }) => status === 204).length, 1, String(statusesOf(took)));
  const [winner, loser] = took[0].status === 204 ? [writer, other] : [other, writer];
  assert.equal((await desk.call('GET', path, { cookie: loser.cookie })).status, 404);
  assert.equal((await post(loser, `${path}/draft`, { pieces: [], message: '', basedOn: 0 })).status, 404);
  const seen = await get<{ lines: LineRow[] }>(loser, 'lines?limit=200');
  assert.ok(seen.lines.every((line) => line.number !== number));
  await done(winner, `${path}/give-back`);
  assert.equal((await showLine(loser, path)).assignee, null);
});

test('answers nobody without customer.see a last name or an address', async () => {
  const { path, email } = await order();
  assert.match((await showLine(owner, path)).customer, /Lee$/);
  for (const person of [writer, editor]) {
    const line = JSON.stringify(await showLine(person, path));
    assert.ok(!line.includes(email) && !/Lee\b/.test(line), line);
  }
});

test('does with many lines what is possible, and says why not with the others', async () => {
  const orders = [await order(), await order(), await order()];
  const lines = orders.map(({ number }) => ({ number, position: 1 }));
  await desk.shop.operate('start', orders[1]!.number, '1');
  await desk.shop.operate('ask', orders[2]!.number, '1', 'Which year?');
  const started = await done(editor, 'lines/start', { lines });
  const result = started as unknown as { done: number; refused: { number: string }[] };
  assert.deepEqual(
    [result.done, result.refused.map(({ number }) => number)],
    [1, [orders[1]!.number, orders[2]!.number]],
  );
  const stranger = { number: 'R-0000-0000', position: 1 };
  const given = await done(editor, 'lines/assign', { lines: [...lines, stranger], staffId: writer.id });
  assert.equal((given as unknown as { done: number }).done, 3);
  const nobody = await post(editor, 'lines/assign', { lines, staffId: '999' });
  assert.deepEqual([nobody.status, Object.keys(nobody.body.errors!)], [400, ['staffId']]);
});

test('asks and is answered, and puts the answer before other work', async () => {
  const { number, headers, path } = await order();
  await done(writer, `${path}/take`);
  await done(editor, `${path}/ask`, { text: 'Which year did the mill open?' });
  assert.equal((await showLine(writer, path)).status, 'needsInfo');
  const answer = await desk.shop.send('POST', `/api/orders/${number}/lines/1/answer`, {
    body: { text: 'In 1912.' },
    headers,
  });
  assert.equal(answer.status, 204);
  const { groups } = await get<{ groups: { key: string; rows: { reason: string; line: LineRow }[] }[] }>(
    writer,
    'today',
  );
  const row = groups.flatMap(({ rows }) => rows).find(({ line }) => line.number === number);
  assert.equal(row?.reason, 'The customer answered');
});

test('writes notes that the customer never sees, and removes one only while it is new', async () => {
  const { number, headers, path } = await order();
  await done(editor, `${path}/notes`, { text: 'She dislikes puns.' });
  const [note] = (await showLine(owner, path)).notes;
  assert.deepEqual([note?.text, note?.canRemove], ['She dislikes puns.', false]);
  assert.equal((await post(owner, `notes/${note!.id}/remove`)).status, 409);
  const { body } = await desk.shop.send('GET', `/api/orders/${number}`, { headers });
  assert.ok(!JSON.stringify(body).includes('puns'));
  desk.shop.pass(11 * minute);
  assert.equal((await post(editor, `notes/${note!.id}/remove`)).status, 409);
});
