import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { businessDays, formatDay, postponedDate } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { day, minute } from '#contract/durations.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { daysAfter } from '#server/books/day-bounds.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
let owner: Person;
before(async () => {
  desk = await openTestDesk();
  owner = await desk.join('owner');
});
after(() => desk.close());

type Result = DeskAnswerOf<'moveDueDates'>;
const reason = 'Two of our writers are out sick.';
const move = (lines: object[], dueOn: string, why = reason) =>
  workAt(desk).post<Result & { errors?: Record<string, string[]> }>(owner, 'lines/move-due', {
    lines,
    dueOn,
    reason: why,
  });
/** The date (ISO) of the last of `count` business days, including today. */
const inDays = (count: number) => businessDays(desk.shop.now(), count, businessCalendar).at(-1)!;

async function ordered() {
  const { auth, email } = await desk.shop.customer();
  const { number, path } = await workAt(desk).order(auth);
  const place = { number, position: 1 };
  return {
    email,
    number,
    path,
    place,
    order: async () => {
      const headers = desk.shop.bearer((await desk.shop.logIn(email)).accessToken);
      return (await desk.shop.send<Order>('GET', `/api/orders/${number}`, { headers })).body;
    },
    line: () => workAt(desk).line(owner, path),
    /** The emails about a later date. */
    letters: async () => {
      await desk.shop.app.jobs.drain();
      const all = await desk.shop.emailsTo(email);
      return all.filter(({ subject }) => subject?.startsWith('A later date'));
    },
  };
}

test('emails the customer a later date with its reason, and keeps the promised date', async () => {
  const { email, number, place, order, line, letters } = await ordered();
  const promised = (await line()).neededOn!;
  const later = inDays(20);
  assert.deepEqual((await move([place], later)).body, { done: 1, refused: [] });

  const { neededOn, dueOn, moveReason, daysLate } = await line();
  assert.deepEqual([neededOn, dueOn, moveReason, daysLate], [later, promised, reason, 0]);
  const seen = await order();
  assert.deepEqual(seen.lines[0]!.moved, { expectedOn: later, reason });
  assert.equal(seen.lines[0]!.dueOn, promised);
  assert.equal(seen.dueAt, later);
  const event = seen.events.at(-1)!;
  assert.deepEqual(
    [event.from, event.to, event.reason],
    ['queued', 'queued', `From ${formatDay(promised)} to ${formatDay(later)}: ${reason}`],
  );
  const [letter, ...others] = await letters();
  assert.equal(others.length, 0);
  assert.equal(letter!.to?.[0]?.address, email);
  for (const words of [formatDay(later), formatDay(promised), reason])
    assert.ok(letter!.text?.includes(words), `${words} is missing: ${letter!.text}`);

  const { timeline } = await workAt(desk).get<DeskAnswerOf<'showDeskOrder'>>(owner, `orders/${number}`);
  assert.ok(timeline.some(({ what, text }) => what === 'dueMoved' && text?.includes(reason)));
});

test('sends no email about an earlier date, or when the date is moved back before the email is sent', async () => {
  const { place, line, letters } = await ordered();
  const promised = (await line()).neededOn!;
  const endDelay = await desk.shop.delayJobs('mail.due-moved', minute);
  await move([place], inDays(20));
  await move([place], promised);
  const { neededOn, moveReason } = await line();
  assert.deepEqual([neededOn, moveReason], [promised, null]);
  await move([place], inDays(2));
  await endDelay();
  desk.shop.pass(2 * minute);
  assert.deepEqual(await letters(), []);
});

test('refunds the express surcharge by the promised date, not the moved one', async () => {
  const { auth, email } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 17_500);
  const { orderNumber: number, token } = await desk.shop.placeOrder(auth, {
    ...slogansOrder,
    price: 17_415,
    orderDetails: [{ ...slogansDetails, express: true }],
  });
  await desk.shop.pay(token, 'balance', auth);
  await move([{ number, position: 1 }], inDays(30));
  desk.shop.pass(7 * day);
  await desk.shop.app.jobs.drain();
  const told = (await desk.shop.emailsTo(email)).filter(({ subject }) => /\$45\.15/.test(subject ?? ''));
  assert.equal(told.length, 1);
  owner = await desk.join('owner');
});

test('postpones the promised and the moved date by a pause, and deletes the moved date at the delivery', async () => {
  const { path, place, line } = await ordered();
  const promised = (await line()).neededOn!;
  const later = inDays(20);
  await move([place], later);
  await workAt(desk).done(owner, `${path}/ask`, { text: 'Which street?' });
  assert.deepEqual((await move([place], inDays(25))).body.refused, [
    {
      ...place,
      why: 'The delivery clock is paused until the customer answers, so you can’t move the due date.',
    },
  ]);
  const stopped = desk.shop.now();
  desk.shop.pass(4 * day);
  owner = await desk.join('owner');
  await workAt(desk).done(owner, `${path}/resume`, { text: 'Mill Lane' });
  const after = (date: string) => postponedDate(date, stopped, desk.shop.now(), businessCalendar);
  const { neededOn, dueOn } = await line();
  assert.deepEqual([neededOn, dueOn], [after(later), after(promised)]);

  const basedOn = await workAt(desk).write(owner, path);
  await workAt(desk).done(owner, `${path}/deliver`, { basedOn, reasons: { reader: 'Nobody else is here' } });
  desk.shop.pass(11_000);
  await desk.shop.app.jobs.drain();
  const { moveReason, neededOn: needed, dueOn: due } = await line();
  assert.deepEqual([moveReason, needed], [null, due]);
});

test('rejects a day that is past, too far away or no business day, and an empty reason', async () => {
  const { place, line } = await ordered();
  const today = inDays(1);
  const saturday = [0, 1, 2, 3, 4, 5, 6]
    .map((days) => daysAfter(inDays(2), days))
    .find((date) => new Date(date).getUTCDay() === 6)!;
  const before = await line();
  for (const [dueOn, why] of [
    [daysAfter(today, -1), 'Choose today or a later date'],
    [daysAfter(today, 120), 'Choose a date within the next 90 days'],
    [saturday, `${formatDay(saturday)} isn’t a business day. Choose a business day`],
    ['2026-02-30', 'Enter a date, like 2026-11-24'],
  ] as const)
    assert.deepEqual((await move([place], dueOn)).body.errors, { dueOn: [why] }, dueOn);
  assert.deepEqual(Object.keys((await move([place], inDays(9), ' ')).body.errors ?? {}), ['reason']);
  assert.deepEqual((await move([place], before.neededOn!)).body.refused, [
    { ...place, why: `This line is already due ${formatDay(before.neededOn!)}.` },
  ]);
  assert.deepEqual(await line(), before);
});

test('moves the due dates of the lines that allow it, and returns the reasons against the others', async () => {
  const [one, two] = [await ordered(), await ordered()];
  const basedOn = await workAt(desk).write(owner, two.path);
  await workAt(desk).done(owner, `${two.path}/deliver`, {
    basedOn,
    reasons: { reader: 'Nobody else is here' },
  });
  assert.deepEqual((await move([one.place, two.place], inDays(12))).body, {
    done: 1,
    refused: [{ ...two.place, why: 'The work is being delivered. Undo the delivery first.' }],
  });
});
