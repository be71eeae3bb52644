/**
 * The limit of a person's open lines. At the limit, they are offered and can take no unassigned lines; others may still assign
 * more.
 */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { second } from '#contract/durations.ts';
import { sql } from 'kysely';
import type { Person } from '#test/server/open-test-desk.ts';
import { openTwoDesks } from '#test/server/open-two-desks.ts';
import { workAt } from '#test/server/work-at-desk.ts';

type Next = DeskAnswerOf<'next'>;

let both: Awaited<ReturnType<typeof openTwoDesks>>;
let owner: Person;
let writer: Person;
let editor: Person;
/** The paths of six lines. */
const paths: string[] = [];
before(async () => {
  both = await openTwoDesks();
  const [desk] = both.desks;
  [owner, writer, editor] = [await desk.join('owner'), await desk.join('writer'), await desk.join('editor')];
  const { auth } = await desk.shop.customer();
  for (let n = 0; n < 6; n += 1) paths.push((await workAt(desk).order(auth)).path);
});
after(() => both.close());

const at = (index = 0) => workAt(both.desks[index]!);
const setLimit = (most: number | null, { id }: Person = writer, index = 0) =>
  at(index).done(owner, `people/${id}/open-limit`, { most });
const placeOf = (path: string) => ({ number: path.split('/')[1]!, position: 1 });
const assign = (path: string, { id: staffId }: Person) =>
  at().done<DeskAnswerOf<'assignLines'>>(owner, 'lines/assign', { lines: [placeOf(path)], staffId });
const why = (most: number) =>
  `You’ve reached your limit of ${most} open ${most === 1 ? 'line' : 'lines'}. Finish one first, or ask someone who can assign work to assign this line to you.`;
const freeOf = async (person: Person) =>
  (await at().get<DeskAnswerOf<'showToday'>>(person, 'today?who=mine')).groups.find(
    ({ key }) => key === 'free',
  )?.total;

test('lets a person assign lines to themselves up to the limit, and names it in every rejected call', async () => {
  const [first, second_, third] = paths as [string, string, string];
  await setLimit(2);
  await at().done(writer, `${first}/take`);
  assert.equal(await freeOf(writer), 5);
  await at().done(writer, `${second_}/take`);
  const line = await at().line(writer, third);
  for (const act of ['take', 'start', 'write'] as const) {
    assert.ok(!line.may.includes(act), act);
    assert.equal(line.whyNot[act], why(2), act);
  }
  for (const [path, body] of [
    [`${third}/take`],
    [`${third}/draft`, { pieces: [], message: '', basedOn: 0 }],
  ] as const) {
    const { status, body: said } = await at().post(writer, path, body);
    assert.deepEqual([status, said.detail], [409, why(2)], path);
  }
  const started = await at().done<DeskAnswerOf<'startLines'>>(writer, 'lines/start', {
    lines: [placeOf(third), placeOf(first)],
  });
  assert.deepEqual([started.done, started.refused.map((one) => one.why)], [1, [why(2)]]);
  assert.ok((await at().line(writer, first)).may.includes('write'), 'their own line');
});

test('offers a person at the limit only their own lines, and names the limit when they have none', async () => {
  const full = { open: 2, most: 2 };
  assert.equal(await freeOf(writer), undefined);
  const { full: said } = await at().get<DeskAnswerOf<'showToday'>>(writer, 'today?who=mine');
  assert.deepEqual(said, full);
  const own = paths.slice(0, 2).map((path) => `/${path}`);
  const { next: one } = await at().done<Next>(writer, 'next', {});
  const { next: other } = await at().done<Next>(writer, 'next', { after: one!.url });
  assert.deepEqual([one!.url, other!.url].toSorted(), own.toSorted());
  const { next: again } = await at().done<Next>(writer, 'next', { after: other!.url });
  assert.equal(again!.url, one!.url);
  await setLimit(1, editor);
  await assign(paths[2]!, editor);
  const { next: hers } = await at().done<Next>(editor, 'next', {});
  assert.deepEqual(await at().done<Next>(editor, 'next', { after: hers!.url }), {
    next: null,
    isTaken: false,
    full: { open: 1, most: 1 },
  });
});

test('lets a manager assign more lines to a person than the limit, and shows the limit', async () => {
  const { writers } = await at().get<DeskAnswerOf<'listWriters'>>(owner, 'writers');
  const listed = writers.find(({ id }) => id === writer.id)!;
  assert.deepEqual([listed.open, listed.most], [2, 2]);
  assert.deepEqual((await assign(paths[3]!, writer)).refused, []);
  assert.ok((await at().line(writer, paths[3]!)).may.includes('write'));
  assert.equal((await at().line(writer, paths[4]!)).whyNot['take'], why(2));
});

test('applies a changed limit in another process at once, and recounts the tasks', async () => {
  both.pass(31 * second);
  const tasks = async () =>
    (await at(1).done<DeskAnswerOf<'pulse'>>(writer, 'pulse', { at: null, isWriting: false })).counts.today;
  const before = await tasks();
  await setLimit(4);
  assert.equal(await tasks(), before + 2);
  await at(1).done(writer, `${paths[4]}/take`);
  await setLimit(null);
  await at(1).done(writer, `${paths[5]}/take`);
});

test('lets a person at the limit improve unassigned delivered work', async () => {
  const [path] = paths as [string];
  const basedOn = await at().write(writer, path);
  await at().done(editor, `${path}/deliver`, { basedOn });
  both.pass(11 * second);
  await both.drain();
  await sql`update order_line set assignee_id = null where order_id = (select id from customer_order where number = ${placeOf(path).number})`.execute(
    both.desks[0].shop.database.db,
  );
  assert.ok((await at().line(editor, path)).may.includes('write'));
});

test('rejects an invalid limit, and a limit set by staff who don’t manage the team', async () => {
  for (const most of [0, -1, 1.5, 1001, '5', undefined]) {
    const { status, body } = await at().post(owner, `people/${writer.id}/open-limit`, { most });
    assert.deepEqual([status, Object.keys(body.errors ?? {})], [400, ['most']], String(most));
  }
  assert.equal((await at().post(editor, `people/${writer.id}/open-limit`, { most: 5 })).status, 403);
  assert.equal((await at().post(owner, 'people/987654/open-limit', { most: 5 })).status, 404);
});

test('audits each change of the limit', async () => {
  await setLimit(7);
  await setLimit(null);
  const { rows } = await sql<{ detail: { from: string; to: string } }>`select detail from audit_entry
    where action = 'set-open-limit' and subject = ${`staff ${writer.id}`} order by id desc limit 2`.execute(
    both.desks[0].shop.database.db,
  );
  assert.deepEqual(
    rows.map(({ detail: { from, to } }) => [from, to]),
    [
      ['7', 'no limit'],
      ['no limit', '7'],
    ],
  );
  const { people } = await at().get<DeskAnswerOf<'listPeople'>>(owner, 'people');
  assert.equal(people.find(({ id }) => id === writer.id)!.mostOpenLines, null);
});

test('enforces the limit when two lines are assigned at once, and names it only when it excludes lines', async () => {
  const [desk] = both.desks;
  const taker = await desk.join('writer');
  const { auth } = await desk.shop.customer();
  const two = [(await at().order(auth)).path, (await at().order(auth)).path];
  await setLimit(1, taker);
  const answers = await Promise.all(two.map((path, index) => at(index).post(taker, `${path}/take`)));
  assert.deepEqual(answers.filter(({ status }) => status < 300).length, 1);
  const { next: own } = await at().done<Next>(taker, 'next', {});
  const nothingElse = () => at().done<Next>(taker, 'next', { after: own!.url });
  assert.deepEqual((await nothingElse()).full, { open: 1, most: 1 });
  await at().done(owner, `people/${taker.id}`, { role: 'writer', limits: null, orderTypes: [1] });
  assert.equal((await nothingElse()).full, null, 'no line of their services is left');
});

test('enforces the limit when the first texts of two lines are saved at once', async () => {
  const [desk] = both.desks;
  const saver = await desk.join('writer');
  const { auth } = await desk.shop.customer();
  const two = [(await at().order(auth)).path, (await at().order(auth)).path];
  await setLimit(1, saver);
  const draft = { pieces: [], message: 'Slow bread', basedOn: 0 };
  const answers = await Promise.all(two.map((path, index) => at(index).post(saver, `${path}/draft`, draft)));
  const [saved, refused] = answers.toSorted((a, b) => a.status - b.status);
  assert.deepEqual([saved!.status, refused!.status, refused!.body.detail], [200, 409, why(1)]);
});
