/** A message of the customer opens a conversation in any state, and a message of the team answers it. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { nextBusinessDay, operatorsDay } from '#contract/delivery-date.ts';
import type { DeskThread } from '#contract/desk/threads.ts';
import type { DeskTicket } from '#contract/desk/tickets.ts';
import { day, minute } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
let support: Person;
before(async () => {
  desk = await openTestDesk();
  support = await desk.join('support');
});
after(() => desk.close());

const done = (path: string, body?: object) => workAt(desk).done(support, `tickets/${path}`, body);
const get = <Body>(path: string) => workAt(desk).get<Body>(support, `tickets/${path}`);
async function reply(number: string) {
  const { count: seen } = await get<DeskThread>(`${number}/messages`);
  await done(`${number}/messages`, { text: 'We do.', seen });
  desk.shop.pass(minute);
  await desk.shop.app.jobs.drain();
}
const later = () => operatorsDay(new Date(desk.shop.now().getTime() + 3 * day), businessCalendar);

/** The act that puts a new conversation into each state. */
const states: Record<string, (number: string) => Promise<unknown>> = {
  open: async () => {},
  answered: reply,
  snoozed: (number) => done(`${number}/snooze`, { until: later(), seen: 0 }),
  closed: (number) => done(`${number}/messages/close`, { seen: 0 }),
  spam: (number) => done(`${number}/spam`, { seen: 0 }),
};
const shown: Record<string, [string, boolean]> = {
  open: ['open', false],
  answered: ['answered', false],
  snoozed: ['open', true],
  closed: ['closed', false],
  spam: ['spam', false],
};

for (const [state, enter] of Object.entries(states))
  test(`opens a conversation that is ${state} when the customer writes, and marks it answered when the team replies`, async () => {
    const { auth: headers, email } = await desk.shop.customer();
    const body = { name: 'Ann Lee', email, message: 'Do you write menus?' };
    const sent = await desk.shop.send<CreatedTicket>('POST', '/api/support/create-ticket', { headers, body });
    const number = sent.body.ticketNumber;
    const now = async () => {
      const { status, snoozedUntil, answerBy } = await get<DeskTicket>(number);
      return { state: [status, snoozedUntil !== null], answerBy };
    };
    const asked = desk.shop.now();
    await enter(number);
    assert.deepEqual((await now()).state, shown[state]);
    desk.shop.pass(minute);
    const write = await desk.shop.send('POST', `/api/support/tickets/${number}/messages`, {
      headers,
      body: { text: 'Hello?' },
    });
    assert.equal(write.status, 200);
    // a new message doesn't change the deadline of an open conversation
    const from = state === 'open' ? asked : desk.shop.now();
    assert.deepEqual(await now(), {
      state: ['open', false],
      answerBy: nextBusinessDay(from, businessCalendar),
    });
    await reply(number);
    assert.deepEqual(await now(), { state: ['answered', false], answerBy: null });
  });
