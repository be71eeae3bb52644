import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { DeskLine, LineRow } from '#contract/desk/work.ts';
import { minute, second } from '#contract/durations.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { uniqueTexts } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
let team: ReturnType<typeof openTestTeam>;
let owner: Person;
let editor: Person;
let writer: Person;
before(async () => {
  desk = await openTestDesk();
  team = openTestTeam(desk.shop);
  owner = await desk.join('owner');
  editor = await desk.join('editor');
  writer = await desk.join('writer');
});
after(() => desk.close());

/** Creates a paid order of ten slogans. */
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

/** Saves a text as the writer and submits it for review. */
async function written(path: string, message = '') {
  const pieces = uniqueTexts(await showLine(owner, path));
  await done(writer, `${path}/take`);
  const { revision } = await done(writer, `${path}/draft`, { pieces, message, basedOn: 0 });
  await done(writer, `${path}/hand-in`, { basedOn: revision });
  return { pieces, basedOn: revision! };
}
async function pass(ms: number) {
  desk.shop.pass(ms);
  await desk.shop.app.jobs.drain();
}

test('delivers a writer’s text with its message and pieces after an editor’s review', async () => {
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
  assert.equal(body.by, null, 'the editor has chosen no public name');
  const letter = (await desk.shop.emailsTo(email)).find(({ subject }) => /ready/.test(subject ?? ''));
  assert.match(letter?.text ?? '', /The third is my favorite\./);
  assert.deepEqual(await desk.shop.audit(), []);
});

test('shows the customer the public name of the person who delivered', async () => {
  const { number, headers, path } = await order();
  const { basedOn } = await written(path);
  await done(editor, 'me', { publicName: 'Maya', singleKeys: true });
  await done(editor, `${path}/deliver`, { basedOn });
  await pass(minute);
  const { body } = await desk.shop.send<Delivery>('GET', `/api/orders/${number}/lines/1/deliveries/1`, {
    headers,
  });
  assert.equal(body.by, 'Maya');
});

test('undoes a delivery during the time to undo, and not afterwards', async () => {
  const { path } = await order();
  const { basedOn } = await written(path);
  await done(editor, `${path}/deliver`, { basedOn });
  assert.equal((await post(editor, `${path}/deliver`, { basedOn })).status, 409);
  const locked = await post(writer, `${path}/draft`, { pieces: [], message: '', basedOn });
  assert.deepEqual(
    [locked.status, locked.body.detail],
    [409, 'The work is being delivered. Undo the delivery first.'],
  );
  await done(editor, `${path}/deliver/undo`);
  await pass(minute);
  const kept = await showLine(editor, path);
  assert.deepEqual([kept.status, kept.versions, kept.draft?.revision], ['inProgress', [], basedOn]);
  await done(editor, `${path}/deliver`, { basedOn });
  await pass(minute);
  const late = await post(editor, `${path}/deliver/undo`);
  assert.deepEqual(
    [late.status, late.body.detail],
    [409, 'The delivery can no longer be undone. The line’s activity shows why.'],
  );
  assert.equal((await showLine(editor, path)).versions.length, 1);
});

test('either undoes a delivery or delivers, not both, when the undo arrives at the moment of delivery', async () => {
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

test('ignores the claimed job of an undone delivery, also when the delivery is requested again', async () => {
  const { path } = await order();
  const { basedOn } = await written(path);
  await done(editor, `${path}/deliver`, { basedOn });
  const { db } = desk.shop.database;
  const { rows } = await sql<{ payload: unknown }>`
    select payload from job where kind = 'fulfilment.deliver-draft'`.execute(db);
  assert.equal(rows.length, 1);
  await done(editor, `${path}/deliver/undo`);
  const runClaimed = async () => {
    await sql`insert into job (kind, payload, run_at)
      values ('fulfilment.deliver-draft', ${JSON.stringify(rows[0]!.payload)}, ${desk.shop.now()})`.execute(
      db,
    );
    await desk.shop.app.jobs.drain();
    return showLine(editor, path);
  };
  const undone = await runClaimed();
  assert.deepEqual([undone.versions, undone.draft?.revision], [[], basedOn]);
  const { sendAt } = (await done(editor, `${path}/deliver`, { basedOn })) as { sendAt?: string };
  const waiting = await runClaimed();
  assert.deepEqual([waiting.versions, waiting.sendAt], [[], sendAt], 'the new time to undo has not passed');
  await pass(minute);
  assert.equal((await showLine(editor, path)).versions.length, 1);
});

test('rejects a delivery by the person who made the last change, unless their role may give a reason', async () => {
  const { path } = await order();
  const pieces = uniqueTexts(await showLine(owner, path));
  await done(editor, `${path}/draft`, { pieces, message: '', basedOn: 0 });
  const own = await post(editor, `${path}/deliver`, { basedOn: 1 });
  assert.deepEqual(
    [own.status, own.body.detail],
    [
      409,
      'You made the last change, so someone else must review and deliver this text. Submit it for review.',
    ],
  );
  await done(owner, `${path}/draft`, { pieces, message: 'Hello', basedOn: 1 });
  const unread = await post(owner, `${path}/deliver`, { basedOn: 2 });
  assert.deepEqual(
    [unread.status, unread.body.errors],
    [409, { checks: ['No one else has reviewed this text.'] }],
  );
  const short = await post(owner, `${path}/deliver`, { basedOn: 2, reasons: { reader: 'Because' } });
  assert.equal(short.status, 400);
  await done(owner, `${path}/deliver`, { basedOn: 2, reasons: { reader: 'Everybody else is on holiday' } });
  await pass(minute);
  const { checks } = await get<{ checks: { key: string; reason?: string }[] }>(owner, `${path}/deliveries/1`);
  assert.equal(checks.find(({ key }) => key === 'reader')?.reason, 'Everybody else is on holiday');
});

test('lets a reviewer correct and deliver a submitted text, and lets its writer deliver only after a review', async () => {
  const { path } = await order();
  const { basedOn, pieces } = await written(path);
  const corrected = [{ ...pieces[0]!, text: `${pieces[0]!.text}!` }, ...pieces.slice(1)];
  const { revision } = await done(editor, `${path}/draft`, { pieces: corrected, message: '', basedOn });
  const seen = await showLine(editor, path);
  assert.ok(seen.may.includes('deliver') && seen.may.includes('handBack'), seen.may.join());
  await done(editor, `${path}/deliver`, { basedOn: revision });
  await pass(minute);
  const { checks } = await get<{ checks: { key: string }[] }>(editor, `${path}/deliveries/1`);
  assert.ok(!checks.some(({ key }) => key === 'reader'), 'two people have read it');

  const own = await order();
  const first = await done(editor, `${own.path}/draft`, { pieces, message: '', basedOn: 0 });
  await done(editor, `${own.path}/hand-in`, { basedOn: first.revision });
  const refused = await post(editor, `${own.path}/deliver`, { basedOn: first.revision });
  assert.equal(refused.status, 409, 'handed in and delivered by one person');
});

test('shows taking, starting and submitting a line, each once, when they happen in the same instant', async () => {
  const { path } = await order();
  await written(path);
  const { acts, events } = await showLine(writer, path);
  assert.deepEqual(
    acts.map(({ action }) => action),
    ['take', 'hand-in'],
  );
  assert.equal(events.filter(({ to }) => to === 'inProgress').length, 1);
});

test('shows the writer the name and reason of the person who returned the text, until the next submission', async () => {
  const { path } = await order();
  await written(path);
  await done(editor, `${path}/hand-back`, { text: 'No puns, please.' });
  const { draft, acts } = await showLine(writer, path);
  const { at: _, ...returned } = acts.at(-1)!;
  assert.deepEqual(returned, { by: 'Maya Stone', action: 'hand-back' });
  const { by, note } = draft!.returned!;
  assert.deepEqual([by, note], ['Maya Stone', 'No puns, please.']);
  await done(writer, `${path}/hand-in`, { basedOn: draft!.revision });
  assert.equal((await showLine(writer, path)).draft?.returned, null);
});

test('rejects a delivery with fewer texts than were sold, whatever the client sends', async () => {
  const { path } = await order();
  const [first, ...rest] = uniqueTexts(await showLine(owner, path));
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

test('rejects a sentence that another customer received, but not the same customer’s own', async () => {
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

test('delivers a sentence to one of two customers when both deliveries are requested within the time to undo', async () => {
  const lines = [await order(), await order()];
  const pieces = uniqueTexts(await showLine(owner, lines[0]!.path));
  for (const { path } of lines) {
    const { revision: basedOn } = await done(writer, `${path}/draft`, { pieces, message: '', basedOn: 0 });
    await done(editor, `${path}/deliver`, { basedOn });
  }
  await pass(minute);
  const shown = await Promise.all(lines.map(({ path }) => showLine(owner, path)));
  const kept = shown.filter(({ versions }) => versions.length === 0);
  assert.deepEqual(
    kept.map(({ sendAt, draft }) => [sendAt, draft?.revision]),
    [[null, 1]],
    'one was not delivered, and its draft is as it was',
  );
});

test('stores the first of simultaneous saves of a draft, and rejects the others with 409', async () => {
  const { path } = await order();
  const manager = await desk.join('manager');
  const pieces = uniqueTexts(await showLine(owner, path));
  const save = (person: Person, basedOn: number) =>
    post(person, `${path}/draft`, { pieces, message: person.id, basedOn });
  const first = await Promise.all([save(manager, 0), save(editor, 0), save(owner, 0)]);
  assert.deepEqual(statusesOf(first), [200, 409, 409]);
  const second = await Promise.all([save(editor, 1), save(owner, 1)]);
  assert.deepEqual(statusesOf(second), [200, 409]);
  assert.equal((await showLine(owner, path)).draft?.revision, 2);
});

test('assigns a line to one of two writers who assign it to themselves at once, and hides it from the other', async () => {
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

test('hides last names and addresses from staff without customer.see', async () => {
  const { path, email } = await order();
  assert.match((await showLine(owner, path)).customer, /Lee$/);
  for (const person of [writer, editor]) {
    const line = JSON.stringify(await showLine(person, path));
    assert.ok(!line.includes(email) && !/Lee\b/.test(line), line);
  }
});

test('applies a bulk action to the lines that allow it, and returns the reasons against the others', async () => {
  const orders = [await order(), await order(), await order()];
  const lines = orders.map(({ number }) => ({ number, position: 1 }));
  await team.start(orders[1]!.number);
  await team.ask(orders[2]!.number, 'Which year?');
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

test('sets a line to “needs information” by a question, and lists it first in Today once it is answered', async () => {
  const { number, headers, path } = await order();
  await done(writer, `${path}/take`);
  const unfilled = await post(editor, `${path}/ask`, { text: 'Hello {firstName}!' });
  assert.deepEqual(unfilled.body.errors, { text: ['Replace {firstName} before you send the message'] });
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

test('stores notes that the customer never sees, and lets staff remove a note only while it is new', async () => {
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
