import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { formatDay, nextBusinessDay } from '#contract/delivery-date.ts';
import { day, hour, minute, second } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { type Item, workAt } from '#test/server/work-at-desk.ts';
import { sql } from 'kysely';

let desk: TestDesk;
before(async () => {
  desk = await openTestDesk();
});
after(() => desk.close());

/** Creates an order whose customer has written a message about it. */
async function conversation(items?: readonly Item[]) {
  const { auth: headers, email } = await desk.shop.customer();
  const { number, path } = await workAt(desk).order(headers, items);
  const write = async (text: string) => {
    const { status, body } = await desk.shop.send<{ ticketNumber: string }>(
      'POST',
      `/api/orders/${number}/messages`,
      {
        headers,
        body: { text },
      },
    );
    assert.equal(status, 200, JSON.stringify(body));
    return body.ticketNumber;
  };
  return { number, path, email, write, ticket: await write('Could it be drier?') };
}
const assign = (by: Person, ticket: string, to: Person | null) =>
  workAt(desk).done(by, `tickets/${ticket}/assign`, { staffId: to?.id ?? null });
/** Advances the clock by `ms` and returns all emails about work to a person, oldest first. */
async function newsOf({ email }: Pick<Person, 'email'>, ms = 2 * minute) {
  desk.shop.pass(ms);
  const letters = (await desk.shop.emailsTo(email)).filter(({ messageId }) =>
    messageId?.includes('staff-notices'),
  );
  return letters.toSorted((a, b) => (a.messageId! < b.messageId! ? -1 : 1));
}
const subjectsOf = async (person: Person, ms?: number) =>
  (await newsOf(person, ms)).map(({ subject }) => subject);
const kindsOf = async ({ id }: Person) => {
  const { rows } = await sql<{
    kind: string;
  }>`select kind from staff_notice where staff_id = ${BigInt(id)} order by id`.execute(desk.shop.database.db);
  return rows.map(({ kind }) => kind);
};
const replyBy = () => formatDay(nextBusinessDay(desk.shop.now(), businessCalendar));

test('emails a person once when a colleague assigns a conversation to them, but not when they assign it to themselves', async () => {
  const [owner, support] = [await desk.join('owner'), await desk.join('support')];
  const { number, ticket } = await conversation();
  const due = replyBy();
  await assign(owner, ticket, support);
  const [letter, ...others] = await newsOf(support);
  assert.equal(letter?.subject, `Conversation assigned to you: Slogans, Golden Crust, reply by ${due}`);
  assert.match(letter?.text ?? '', /Maya Stone assigned this conversation to you\./);
  assert.ok(letter?.text?.includes(`http://shop.test/desk/tickets/${ticket}`));
  assert.doesNotMatch(letter?.text ?? '', /drier/, 'the message stays at the desk');
  assert.deepEqual(others, []);
  const other = await conversation();
  await workAt(desk).done(owner, `tickets/${other.ticket}/take`);
  assert.deepEqual([await kindsOf(owner), await kindsOf(support)], [[], ['conversation']], number);
});

test('names the client of a conversation only if all lines of the order are for one client', async () => {
  const [owner, support] = [await desk.join('owner'), await desk.join('support')];
  const one = await conversation([
    { orderType: 3, brand: 'Rye and Co' },
    { orderType: 3, brand: 'Rye and Co' },
  ]);
  await assign(owner, one.ticket, support);
  const due = replyBy();
  assert.deepEqual(await subjectsOf(support), [
    `Conversation assigned to you: Slogans, Rye and Co, reply by ${due}`,
  ]);
  const several = await conversation([
    { orderType: 3, brand: 'Rye and Co' },
    { orderType: 3, brand: 'Mill Street' },
  ]);
  await assign(owner, several.ticket, support);
  const later = await subjectsOf(support, 20 * minute);
  assert.deepEqual(later.slice(1), [`Conversation assigned to you: Slogans, reply by ${replyBy()}`]);
});

test('emails the assignee of a conversation about each message of the customer, unless it is answered by then', async () => {
  const [owner, support] = [await desk.join('owner'), await desk.join('support')];
  const { ticket, write } = await conversation();
  await workAt(desk).done(support, `tickets/${ticket}/take`);
  await write('And could there be ten more?');
  const due = replyBy();
  assert.deepEqual(await subjectsOf(support), [`New message: Slogans, Golden Crust, reply by ${due}`]);
  assert.deepEqual(await kindsOf(owner), []);
  const answered = await conversation();
  await workAt(desk).done(support, `tickets/${answered.ticket}/take`);
  await answered.write('Hello?');
  await workAt(desk).done(support, `tickets/${answered.ticket}/messages`, { text: 'It can.', seen: 2 });
  desk.shop.pass(11 * second);
  await desk.shop.app.jobs.drain();
  assert.equal((await newsOf(support, 20 * minute)).length, 1, 'answered before the email');
});

test('emails the assignee of the order’s work when its conversation is unassigned and they may read messages', async () => {
  const [editor, writer] = [await desk.join('editor'), await desk.join('writer')];
  const mine = await conversation();
  await workAt(desk).done(editor, `${mine.path}/take`);
  await mine.write('One more wish');
  const theirs = await conversation();
  await workAt(desk).done(writer, `${theirs.path}/take`);
  await theirs.write('One more wish');
  assert.deepEqual(await subjectsOf(editor), [`New message: Slogans, Golden Crust, reply by ${replyBy()}`]);
  assert.deepEqual(await kindsOf(writer), []);
});

test('deletes unsent notifications when a conversation is assigned to another person', async () => {
  const [owner, first, second_] = [
    await desk.join('owner'),
    await desk.join('support'),
    await desk.join('support'),
  ];
  const { ticket, write } = await conversation();
  await assign(owner, ticket, first);
  await write('Hello?');
  await assign(owner, ticket, second_);
  assert.deepEqual([await kindsOf(first), await kindsOf(second_)], [[], ['conversation']]);
  await assign(owner, ticket, null);
  assert.deepEqual(await kindsOf(second_), []);
  assert.deepEqual([await subjectsOf(first), await subjectsOf(second_, 0)], [[], []]);
});

test('sends no email about a snoozed conversation before its day, nor about one that the person has opened', async () => {
  const [owner, support] = [await desk.join('owner'), await desk.join('support')];
  const [snoozed, seen] = [await conversation(), await conversation()];
  const until = new Date(desk.shop.now().getTime() + 3 * day).toISOString().slice(0, 10);
  await workAt(desk).done(owner, `tickets/${snoozed.ticket}/snooze`, { until, seen: 1 });
  await assign(owner, snoozed.ticket, support);
  await assign(owner, seen.ticket, support);
  await workAt(desk).done(support, 'pulse', {
    at: `order ${seen.number}`,
    isWriting: false,
    isFocused: true,
  });
  assert.deepEqual(await subjectsOf(support, hour), []);
  const letters = await newsOf(support, 3 * day);
  assert.deepEqual(
    letters.map(({ text }) => text?.includes(snoozed.ticket)),
    [true],
  );
});

test('emails only the kinds of notifications that the person chose, and combines lines and conversations', async () => {
  const [owner, editor, other] = [
    await desk.join('owner'),
    await desk.join('editor'),
    await desk.join('editor'),
  ];
  await workAt(desk).done(other, 'me/notifications', { emails: ['conversation'], backOn: null });
  const { ticket, number, write } = await conversation();
  await workAt(desk).done(other, `tickets/${ticket}/take`);
  await write('Hello?');
  assert.deepEqual(await subjectsOf(other), []);
  await assign(owner, ticket, editor);
  await workAt(desk).done(owner, 'lines/assign', { lines: [{ number, position: 1 }], staffId: editor.id });
  const [letter] = await newsOf(editor);
  assert.equal(letter?.subject, '2 tasks for you');
  for (const page of [`tickets/${ticket}`, `lines/${number}/1`])
    assert.ok(letter?.text?.includes(`http://shop.test/desk/${page}`), page);
});

test('shows a browser notification about a conversation until the person opens its page', async () => {
  const [owner, support] = [await desk.join('owner'), await desk.join('support')];
  const { ticket, number } = await conversation();
  await assign(owner, ticket, support);
  desk.shop.pass(minute / 4);
  const pulse = (at: string | null) =>
    workAt(desk).done<{ notices: { number: string; position: number | null; title: string }[] }>(
      support,
      'pulse',
      {
        at,
        isWriting: false,
        isFocused: true,
      },
    );
  const [found] = (await pulse(null)).notices;
  assert.deepEqual(
    [found?.number, found?.position, found?.title],
    [ticket, null, 'Conversation assigned to you'],
  );
  assert.deepEqual((await pulse(`order ${number}`)).notices, []);
  assert.deepEqual((await pulse(null)).notices, []);
});
