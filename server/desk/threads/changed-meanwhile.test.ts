import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskThread } from '#contract/desk/threads.ts';
import type { DeskTicket, DeskTicketRow } from '#contract/desk/tickets.ts';
import { operatorsDay } from '#contract/delivery-date.ts';
import { day, minute } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
let support: Person;
let other: Person;
before(async () => {
  desk = await openTestDesk();
  support = await desk.join('support');
  other = await desk.join('support');
});
after(() => desk.close());

const post = (person: Person, path: string, body: object) =>
  workAt(desk).post(person, `tickets/${path}`, body);
const done = (person: Person, path: string, body?: object) =>
  workAt(desk).done(person, `tickets/${path}`, body);
const show = (number: string) => workAt(desk).get<DeskTicket>(support, `tickets/${number}`);
const thread = (number: string) => workAt(desk).get<DeskThread>(support, `tickets/${number}/messages`);

/** Creates a conversation by the contact form. `write` adds a message of the customer. */
async function conversation() {
  const { auth: headers, email } = await desk.shop.customer();
  const { body } = await desk.shop.send<CreatedTicket>('POST', '/api/support/create-ticket', {
    headers,
    body: { name: 'Zoë Lang', email, message: 'Do you write menus?' },
  });
  const number = body.ticketNumber;
  const write = () =>
    desk.shop.send('POST', `/api/support/tickets/${number}/messages`, { headers, body: { text: 'Hello?' } });
  return { number, email, write };
}
async function sendHeld() {
  desk.shop.pass(minute);
  await desk.shop.app.jobs.drain();
}

const newer = [409, 'There’s a newer message. Read it first.'];

test('rejects snoozing a conversation or marking it as spam when the person hasn’t read its newest message', async () => {
  const until = operatorsDay(new Date(desk.shop.now().getTime() + 3 * day), businessCalendar);
  for (const [act, body] of [
    ['snooze', { until }],
    ['spam', {}],
  ] as const) {
    const { number, write } = await conversation();
    const [{ status }, hidden] = await Promise.all([
      write(),
      post(support, `${number}/${act}`, { ...body, seen: 0 }),
    ]);
    assert.equal(status, 200);
    // whichever call came first, the message awaits a reply
    const { status: state, snoozedUntil } = await show(number);
    assert.deepEqual([state, snoozedUntil], ['open', null]);
    if (hidden.status !== 204) assert.deepEqual([hidden.status, hidden.body.detail], newer);
    const again = await post(support, `${number}/${act}`, { ...body, seen: 0 });
    assert.deepEqual([again.status, again.body.detail], newer);
    await done(support, `${number}/${act}`, { ...body, seen: 1 });
  }
});

test('snoozes, closes or marks as spam a conversation right after the person’s own reply was sent, unless the customer wrote meanwhile', async () => {
  const until = operatorsDay(new Date(desk.shop.now().getTime() + 3 * day), businessCalendar);
  for (const [act, body] of [
    ['messages/close', {}],
    ['spam', {}],
    ['snooze', { until }],
  ] as const) {
    const { number, write } = await conversation();
    await done(support, `${number}/messages`, { text: 'We do.', seen: 0 });
    const customerWrites = act === 'snooze';
    if (customerWrites) await write();
    await sendHeld();
    const tried = await post(support, `${number}/${act}`, { ...body, seen: 0 });
    if (customerWrites) assert.deepEqual([tried.status, tried.body.detail], newer);
    else assert.equal(tried.status, 204);
    await write();
    const late = await post(support, `${number}/${act}`, { ...body, seen: 1 });
    assert.deepEqual([late.status, late.body.detail], newer);
  }
});

test('rejects a reply to a conversation that a colleague has closed or marked as spam since its writer read it', async () => {
  for (const [act, state, words] of [
    ['messages/close', 'closed', 'This conversation was closed while you were writing.'],
    ['spam', 'spam', 'This conversation was marked as spam while you were writing.'],
  ] as const) {
    const { number } = await conversation();
    const { status, count: seen } = await thread(number);
    assert.equal(status, 'open');
    await done(other, `${number}/${act}`, { seen });
    const refused = await post(support, `${number}/messages`, { text: 'We do.', seen, status });
    assert.deepEqual([refused.status, refused.body.detail], [409, words]);
    assert.equal((await thread(number)).status, state);
    await done(support, `${number}/messages`, { text: 'We do.', seen, status: state });
    await sendHeld();
    assert.equal((await thread(number)).status, 'answered');
  }
});

test('sends a reply to a conversation that a colleague has reopened or assigned', async () => {
  const { number } = await conversation();
  await done(support, `${number}/messages/close`, { seen: 0 });
  await done(other, `${number}/reopen`);
  await done(other, `${number}/take`);
  await done(support, `${number}/messages`, { text: 'We do.', seen: 0, status: 'closed' });
});

test('refuses to mark a conversation as spam while a reply to it can be undone', async () => {
  const { number, email } = await conversation();
  await done(support, `${number}/messages`, { text: 'We do.', seen: 0 });
  const refused = await post(other, `${number}/spam`, { seen: 0 });
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail!, /a reply that will be sent in a few seconds/);
  await done(other, `${number}/messages/undo`);
  await done(other, `${number}/spam`, { seen: 0 });
  await sendHeld();
  const letters = await desk.shop.emailsTo(email);
  assert.deepEqual(
    letters.filter(({ subject }) => subject?.startsWith('Our reply')),
    [],
  );
});

test('shows the conversation of a locked colleague as unassigned, and lets another person assign it', async () => {
  const { number } = await conversation();
  const gone = await desk.join('editor');
  await done(gone, `${number}/take`);
  assert.equal((await show(number)).assignee?.id, gone.id);
  await desk.shop.operate('staff', 'lock', gone.email, gone.email);
  assert.equal((await show(number)).assignee, null);
  const { tickets } = await workAt(desk).get<{ tickets: DeskTicketRow[] }>(support, 'tickets');
  assert.equal(tickets.find((one) => one.number === number)?.assignee, null);
  await done(support, `${number}/take`);
  assert.equal((await show(number)).assignee?.id, support.id);
});
