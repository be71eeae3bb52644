import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { second } from '#contract/durations.ts';
import { openTestDesk, type Person } from '#test/server/open-test-desk.ts';
import { openTwoDesks } from '#test/server/open-two-desks.ts';
import { workAt } from '#test/server/work-at-desk.ts';

const rounds = 50;
const team = 8;

let both: Awaited<ReturnType<typeof openTwoDesks>>;
const editors: Person[] = [];
before(async () => {
  both = await openTwoDesks();
  const [desk] = both.desks;
  for (let n = 0; n < team; n += 1) editors.push(await desk.join('editor'));
  const { auth } = await desk.shop.customer();
  for (let n = 0; n < team + 2; n += 1) await workAt(desk).order(auth);
});
after(() => both.close());

type Next = { next: { url: string } | null; isTaken: boolean };
const deskOf = (index: number) => workAt(both.desks[index % 2]!);
const next = (index: number) => deskOf(index).done<Next>(editors[index]!, 'next', {});
const be = (index: number, at: string | null) =>
  deskOf(index).done(editors[index]!, 'pulse', { at, isWriting: false });
const subjectOf = ({ next: found }: Next) => `line ${found!.url.split('/').slice(2).join(' ')}`;

test(`offers ${team} people different lines when all request their next task at once, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const given = await Promise.all(editors.map((_, index) => next(index)));
    assert.equal(new Set(given.map(subjectOf)).size, team, `round ${round}`);
  }
});

test('reserves the offered task for a person while their screen still reports an earlier page', async () => {
  both.pass(31 * second);
  const first = await next(0);
  await be(0, null);
  assert.notEqual(subjectOf(await next(1)), subjectOf(first));
  assert.deepEqual(await next(0), first);
});

test('offers the same line to another person when nobody has opened it for 31 seconds', async () => {
  both.pass(31 * second);
  const first = await next(0);
  both.pass(31 * second);
  assert.deepEqual(await next(1), first);
});

test('skips a task that another person edits or was just offered, and offers a submitted text at once', async (t) => {
  const desk = await openTestDesk();
  t.after(() => desk.close());
  const [writer, editor] = [await desk.join('writer'), await desk.join('editor')];
  const { auth } = await desk.shop.customer();
  const { path } = await workAt(desk).order(auth);
  const ask = (person: Person) => workAt(desk).done<Next>(person, 'next', {});
  const none = { next: null, isTaken: true, full: null };
  const subject = subjectOf(await ask(writer));
  assert.deepEqual(await ask(editor), none, 'given');
  desk.shop.pass(31 * second);
  await workAt(desk).done(writer, 'pulse', { at: subject, isWriting: false });
  assert.equal(subjectOf(await ask(editor)), subject, 'a look holds nothing');
  desk.shop.pass(31 * second);
  await workAt(desk).done(writer, 'pulse', { at: subject, isWriting: true });
  assert.deepEqual(await ask(editor), none, 'writes');
  desk.shop.pass(31 * second);
  await ask(writer);
  const basedOn = await workAt(desk).write(writer, path);
  await workAt(desk).done(writer, `${path}/hand-in`, { basedOn });
  assert.equal(subjectOf(await ask(editor)), subject, 'the writer has it open still');
  assert.deepEqual(await ask(writer), { next: null, isTaken: false, full: null });
});

test('offers the tasks in the order of Today, each once, when the task after the last one is requested', async (t) => {
  const desk = await openTestDesk();
  t.after(() => desk.close());
  const editor = await desk.join('editor');
  const { auth } = await desk.shop.customer();
  const paths: string[] = [];
  for (let n = 0; n < 4; n += 1) paths.push((await workAt(desk).order(auth)).path);
  // of four lines with the same due day it sorts last, so only its assignment can bring it forward
  const [mine] = paths.toSorted().slice(-1);
  await workAt(desk).done(editor, `${mine}/take`);
  const { groups } = await workAt(desk).get<DeskAnswerOf<'showToday'>>(editor, 'today');
  assert.deepEqual(
    groups.map(({ key, total }) => [key, total]),
    [
      ['assigned', 1],
      ['free', 3],
    ],
  );
  const shown = groups.flatMap(({ rows }) => rows.map(({ url }) => url));
  const opened: string[] = [];
  for (let n = 0; n <= shown.length; n += 1) {
    const { next: found } = await workAt(desk).done<Next>(editor, 'next', { after: opened.at(-1) });
    opened.push(found!.url);
  }
  assert.deepEqual(opened, [...shown, shown[0]]);
});

test('offers nothing after a person’s only task, and doesn’t report that others have taken it', async (t) => {
  const desk = await openTestDesk();
  t.after(() => desk.close());
  const editor = await desk.join('editor');
  const { auth } = await desk.shop.customer();
  await workAt(desk).order(auth);
  const { next: only } = await workAt(desk).done<Next>(editor, 'next', {});
  const again = await workAt(desk).done<Next>(editor, 'next', { after: only!.url });
  assert.deepEqual(again, { next: null, isTaken: false, full: null });
});
