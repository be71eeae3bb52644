import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { cutOffOn, formatDay, operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import { day, hour, minute } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { openTestMailServer } from '#test/server/open-test-mail-server.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';
import { sql } from 'kysely';
import { gatherNotices } from './gather-notices.ts';

let desk: TestDesk;
let editor: Person;
before(async () => {
  desk = await openTestDesk();
  editor = await desk.join('editor');
});
after(() => desk.close());

const again = async (person: Person): Promise<Person> => ({ ...person, cookie: await desk.logIn(person) });
const place = async () => workAt(desk).order((await desk.shop.customer()).auth);
const assign = (numbers: readonly string[], to: Person | null, by = editor) =>
  workAt(desk).done(by, 'lines/assign', {
    lines: numbers.map((number) => ({ number, position: 1 })),
    staffId: to?.id ?? null,
  });
/** Advances the clock by `ms` and returns all emails about work to a person, oldest first. */
async function newsOf({ email }: Pick<Person, 'email'>, ms = 2 * minute) {
  desk.shop.pass(ms);
  const letters = (await desk.shop.emailsTo(email)).filter(({ messageId }) =>
    messageId?.includes('staff-notices'),
  );
  return letters.toSorted((a, b) => (a.messageId! < b.messageId! ? -1 : 1));
}
const subjectsOf = async (person: Pick<Person, 'email'>, ms?: number) =>
  (await newsOf(person, ms)).map(({ subject }) => subject);
const stored = async ({ id }: Person) => {
  const { rows } = await sql<{
    kind: string;
  }>`select kind from staff_notice where staff_id = ${BigInt(id)} order by id`.execute(desk.shop.database.db);
  return rows.map(({ kind }) => kind);
};
const dueOf = async (path: string) => (await workAt(desk).line(editor, path)).neededOn!;

test('emails a person once when a colleague assigns work to them, with the client, the due day and a link', async () => {
  const writer = await desk.join('writer');
  const { number, path } = await place();
  await assign([number], writer);
  await assign([number], writer);
  assert.deepEqual(await stored(writer), ['assigned']);
  assert.deepEqual(await subjectsOf(writer, minute / 2), [], 'waits for an undo');
  const [letter, ...others] = await newsOf(writer);
  const due = formatDay(await dueOf(path));
  assert.equal(letter?.subject, `Assigned to you: Slogans, Golden Crust, due ${due}`);
  assert.match(letter?.text ?? '', /Hello Maya Stone,\n\nMaya Stone assigned this work to you\./);
  for (const words of [`http://shop.test/desk/lines/${number}/1`, 'http://shop.test/desk/me', number])
    assert.ok(letter?.text?.includes(words) && letter.html?.includes(words), words);
  assert.deepEqual(others, []);
  assert.equal((await newsOf(writer, hour)).length, 1);
});

test('stores no notification about a person’s own acts', async () => {
  const { number, path } = await place();
  await assign([number], editor);
  const second = await place();
  await workAt(desk).done(editor, `${second.path}/take`);
  const colleague = await desk.join('editor');
  const basedOn = await workAt(desk).write(colleague, path);
  await workAt(desk).done(colleague, `${path}/hand-in`, { basedOn });
  await workAt(desk).done(editor, `${path}/hand-back`, { text: 'Shorter' });
  assert.deepEqual(await stored(editor), []);
});

test('deletes unsent notifications when the work is unassigned or assigned to another person', async () => {
  const [writer, other] = [await desk.join('writer'), await desk.join('writer')];
  const { number } = await place();
  await assign([number], writer);
  await assign([number], other);
  await assign([number], null);
  assert.deepEqual([await stored(writer), await stored(other)], [[], []]);
  assert.deepEqual([await subjectsOf(writer), await subjectsOf(other, 0)], [[], []]);
});

test('emails the writer about a returned text, unless they submit it again before the email is sent', async () => {
  const writer = await desk.join('writer');
  const { path } = await place();
  const basedOn = await workAt(desk).write(writer, path);
  await workAt(desk).done(writer, `${path}/hand-in`, { basedOn });
  await workAt(desk).done(editor, `${path}/hand-back`, { text: 'No puns, please' });
  const [letter] = await newsOf(writer);
  assert.match(letter?.subject ?? '', /^Returned with a note: Slogans, Golden Crust, due /);
  assert.doesNotMatch(letter?.text ?? '', /puns/, 'the note stays at the desk');
  await workAt(desk).done(writer, `${path}/hand-in`, { basedOn });
  await workAt(desk).done(editor, `${path}/hand-back`, { text: 'Shorter' });
  await workAt(desk).done(writer, `${path}/hand-in`, { basedOn });
  assert.equal((await newsOf(writer, hour)).length, 1);
});

test('emails the writer about a customer’s answer and revision request', async () => {
  const { shop } = desk;
  const writer = await desk.join('writer');
  const { auth: headers } = await shop.customer();
  const { number, path } = await workAt(desk).order(headers);
  await workAt(desk).done(writer, `${path}/take`);
  const tell = async (act: string, body: object) => {
    const answer = await shop.send('POST', `/api/orders/${number}/lines/1/${act}`, { headers, body });
    assert.equal(answer.status, 204, JSON.stringify(answer.body));
  };
  await workAt(desk).done(editor, `${path}/ask`, { text: 'Which town?' });
  await tell('answer', { text: 'Portland' });
  assert.match((await subjectsOf(writer)).at(-1)!, /^The customer answered: Slogans, Golden Crust, due /);
  const basedOn = await workAt(desk).write(writer, path);
  await workAt(desk).done(writer, `${path}/hand-in`, { basedOn });
  await workAt(desk).done(editor, `${path}/deliver`, { basedOn });
  shop.pass(minute);
  await shop.app.jobs.drain();
  await tell('revision', { version: 1, points: [], text: 'Calmer' });
  const due = formatDay(await dueOf(path));
  assert.equal(
    (await subjectsOf(writer, 15 * minute)).at(-1),
    `Revision requested for Slogans, Golden Crust: due ${due}`,
  );
  assert.deepEqual(await stored(writer), ['answer', 'revision']);
});

test('combines several lines into one email, and sends the next email after 15 minutes', async () => {
  const writer = await desk.join('writer');
  const [first, second, third] = [await place(), await place(), await place()];
  await assign([first.number, second.number], writer);
  const [letter] = await newsOf(writer);
  assert.equal(letter?.subject, '2 lines for you');
  for (const { number } of [first, second])
    assert.ok(letter?.text?.includes(`http://shop.test/desk/lines/${number}/1`), number);
  await assign([third.number], writer);
  assert.equal((await newsOf(writer, 5 * minute)).length, 1);
  const letters = await newsOf(writer, 11 * minute);
  assert.equal(letters.length, 2);
  assert.ok(letters[1]?.text?.includes(third.number));
});

test('sends the notification email after three minutes when acts follow each other without a pause', async () => {
  const writer = await desk.join('writer');
  const numbers: string[] = [];
  for (let count = 0; count < 6; count += 1) numbers.push((await place()).number);
  for (const number of numbers) {
    await assign([number], writer);
    await newsOf(writer, (3 * minute) / 4);
  }
  assert.equal((await newsOf(writer, 0)).length, 1);
});

test('sends no email about a line that the person has opened before the email is due', async () => {
  const writer = await desk.join('writer');
  const [seen, hidden] = [await place(), await place()];
  await assign([seen.number, hidden.number], writer);
  const look = ({ number }: { number: string }, isFocused: boolean) =>
    workAt(desk).done(writer, 'pulse', { at: `line ${number} 1`, isWriting: false, isFocused });
  await look(seen, true);
  await look(hidden, false);
  const [letter, ...others] = await newsOf(writer);
  assert.match(letter?.subject ?? '', /^Assigned to you: /);
  assert.ok(letter?.text?.includes(hidden.number));
  assert.deepEqual(others, []);
});

test('emails only the kinds of notifications that the person chose, and none from before the choice', async () => {
  const writer = await desk.join('writer');
  const choose = (emails: string[]) =>
    workAt(desk).done(writer, 'me/notifications', { emails, backOn: null });
  const [first, second] = [await place(), await place()];
  await choose(['late', 'revision']);
  await assign([first.number], writer);
  assert.deepEqual(await stored(writer), ['assigned'], 'for the browser');
  assert.deepEqual(await subjectsOf(writer), []);
  await choose(['assigned']);
  assert.deepEqual(await subjectsOf(writer), []);
  await assign([second.number], writer);
  const [letter] = await newsOf(writer);
  assert.ok(letter?.text?.includes(second.number));
});

test('sends no email to a person who is away, and one about all notifications when the person returns', async () => {
  const writer = await desk.join('writer');
  const backOn = operatorsDay(new Date(desk.shop.now().getTime() + 2 * day), businessCalendar);
  const { body: me } = await workAt(desk).post<{ backOn: string }>(writer, 'me/notifications', {
    emails: ['assigned'],
    backOn,
  });
  assert.equal(me.backOn, backOn);
  const [first, second] = [await place(), await place()];
  await assign([first.number], writer);
  assert.deepEqual(await subjectsOf(writer, hour), []);
  await assign([second.number], writer);
  assert.deepEqual(await subjectsOf(writer, hour / 2), []);
  const { notices } = await workAt(desk).done<{ notices: unknown[] }>(writer, 'pulse', {
    at: null,
    isWriting: false,
  });
  assert.deepEqual(notices, []);
  desk.shop.pass(
    cutOffOn(backOn, { ...businessCalendar, cutOffHour: 0 }).getTime() - desk.shop.now().getTime(),
  );
  assert.deepEqual(await subjectsOf(writer), ['2 lines for you']);
  editor = await again(editor);
});

test('postpones an email when the person’s time away begins just before it is sent', async () => {
  const writer = await desk.join('writer');
  const { number } = await place();
  await assign([number], writer);
  desk.shop.pass(2 * minute);
  const { db } = desk.shop.database;
  // the notices are gathered, and the email isn't sent yet
  await gatherNotices({ db, clock: desk.shop.now })['desk.gather-notices']!.run({} as never);
  await sql`update staff set back_on = current_date + 365 where id = ${BigInt(writer.id)}`.execute(db);
  assert.deepEqual(await subjectsOf(writer, 0), []);
  await sql`update staff set back_on = null where id = ${BigInt(writer.id)}`.execute(db);
  assert.equal((await newsOf(writer)).length, 1);
});

test('sends no email to a person for whom a manager of people has set a time away', async () => {
  const [owner, writer] = [await desk.join('owner'), await desk.join('writer')];
  const setAway = (backOn: string | null, by = owner, id = writer.id) =>
    workAt(desk).post(by, `people/${id}/away`, { backOn });
  const dayIn = (days: number) =>
    operatorsDay(new Date(desk.shop.now().getTime() + days * day), businessCalendar);
  assert.equal((await setAway(dayIn(3))).status, 204);
  const { people } = await workAt(desk).get<DeskAnswerOf<'listPeople'>>(owner, 'people');
  assert.equal(people.find(({ id }) => id === writer.id)?.backOn, dayIn(3));
  const { number } = await place();
  await assign([number], writer);
  assert.deepEqual(await subjectsOf(writer), []);
  const { entries } = await workAt(desk).get<DeskAnswerOf<'listLog'>>(
    owner,
    `log?subject=staff%20${writer.id}`,
  );
  assert.deepEqual(
    entries.filter(({ action }) => action === 'set-away').map(({ actor }) => actor),
    [`staff:${owner.id}`],
  );

  assert.equal((await setAway(dayIn(3), editor)).status, 403);
  assert.equal((await setAway(dayIn(3), owner, '999999')).status, 404);
  for (const wrong of [dayIn(0), '2099-01-01'])
    assert.deepEqual((await setAway(wrong)).body.errors, {
      backOn: ['Choose a date from tomorrow to one year from now'],
    });
  assert.equal((await setAway(null)).status, 204);
  assert.equal((await subjectsOf(writer)).length, 1);
});

test('rejects a day of return that isn’t within the next year', async () => {
  const today = operatorsDay(desk.shop.now(), businessCalendar);
  for (const backOn of [today, '2020-01-01', '2099-01-01']) {
    const { status, body } = await workAt(desk).post(editor, 'me/notifications', { emails: [], backOn });
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(body.errors ?? {}), ['backOn']);
  }
});

test('sends no email to a locked person', async () => {
  const writer = await desk.join('writer');
  const { number } = await place();
  await assign([number], writer);
  await desk.shop.operate('staff', 'lock', writer.email, writer.email);
  assert.deepEqual(await subjectsOf(writer), []);
});

test('sends one email when two processes combine a person’s notifications at once', async () => {
  const writer = await desk.join('writer');
  const { number } = await place();
  await assign([number], writer);
  desk.shop.pass(2 * minute);
  const { db } = desk.shop.database;
  const gather = () => gatherNotices({ db, clock: desk.shop.now })['desk.gather-notices']!.run({} as never);
  await Promise.all([gather(), gather()]);
  await gather();
  assert.equal((await newsOf(writer, 0)).length, 1);
});

test('emails once per due day about work that is about to be late, unless it was submitted for review', async () => {
  const [writer, other] = [await desk.join('writer'), await desk.join('writer')];
  let quick = await desk.join('writer');
  const [mine, submitted, soon] = [await place(), await place(), await place()];
  const revision = await workAt(desk).write(quick, soon.path);
  await workAt(desk).done(writer, `${mine.path}/take`);
  const basedOn = await workAt(desk).write(other, submitted.path);
  await workAt(desk).done(other, `${submitted.path}/hand-in`, { basedOn });
  const due = await dueOf(mine.path);
  const until = (hours: number) =>
    cutOffOn(due, businessCalendar).getTime() - hours * hour - desk.shop.now().getTime();
  assert.deepEqual(await subjectsOf(writer, until(6)), []);
  await newsOf(writer, until(4));
  quick = await again(quick);
  await workAt(desk).done(quick, `${soon.path}/hand-in`, { basedOn: revision });
  assert.deepEqual(await subjectsOf(writer), [
    `Due soon or overdue: Slogans, Golden Crust, due ${formatDay(due)}`,
  ]);
  assert.equal((await newsOf(writer, day)).length, 1);
  assert.deepEqual([await stored(other), await stored(quick)], [[], ['late']]);
  assert.deepEqual(await subjectsOf(quick, 0), [], 'submitted before the email');
  editor = await again(editor);
});

test('returns a person’s own unseen notifications to the browser after ten seconds', async () => {
  const [writer, other] = [await desk.join('writer'), await desk.join('writer')];
  const { number, path } = await place();
  await assign([number], writer);
  const pulse = (person: Person, at: string | null = null) =>
    workAt(desk).done<{ notices: { number: string; title: string; text: string }[] }>(person, 'pulse', {
      at,
      isWriting: false,
      isFocused: true,
    });
  assert.deepEqual((await pulse(writer)).notices, []);
  desk.shop.pass(minute / 4);
  const due = formatDay((await workAt(desk).get<DeskLine>(writer, path)).neededOn!);
  const [found, ...others] = (await pulse(writer)).notices;
  assert.deepEqual(
    [found?.number, found?.title, found?.text],
    [number, 'Assigned to you', `Slogans, Golden Crust, due ${due}`],
  );
  assert.deepEqual(others, []);
  assert.deepEqual((await pulse(other, `line ${number} 1`)).notices, []);
  assert.equal((await pulse(writer)).notices.length, 1, 'a colleague’s look changes nothing');
  assert.deepEqual((await pulse(writer, `line ${number} 1`)).notices, []);
  assert.deepEqual((await pulse(writer)).notices, []);
});

test('sends a notification email as text and HTML through the mail server', async () => {
  const server = await openTestMailServer();
  const mailed = await openTestDesk({ settings: { SMTP_URL: server.url } });
  try {
    const [owner, writer] = [await mailed.join('owner'), await mailed.join('writer')];
    const { number } = await workAt(mailed).order((await mailed.shop.customer()).auth);
    const lines = [{ number, position: 1 }];
    await workAt(mailed).done(owner, 'lines/assign', { lines, staffId: writer.id });
    mailed.shop.pass(2 * minute);
    await mailed.shop.app.jobs.drain();
    const letters = (await server.letters()).filter(({ messageId }) => messageId?.includes('staff-notices'));
    assert.deepEqual(
      letters.map(({ to }) => to?.[0]?.address),
      [writer.email],
    );
    const [{ subject = '', text = '', html = '' } = {}] = letters;
    assert.match(subject, /^Assigned to you: Slogans, Golden Crust, due /);
    for (const content of [text, html]) assert.ok(content.includes(`/desk/lines/${number}/1`), content);
  } finally {
    await mailed.close();
    await server.close();
  }
});

test('deletes notifications after 90 days', async () => {
  const writer = await desk.join('writer');
  const { number } = await place();
  await assign([number], writer);
  desk.shop.pass(91 * day);
  await desk.shop.app.jobs.drain();
  // the old notice was deleted; the late line has got a new one
  assert.ok(!(await stored(writer)).includes('assigned'));
});
