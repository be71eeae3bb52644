import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { Problem } from '#contract/problems.ts';
import { builtInHolidays } from '#contract/business-calendar.ts';
import type { Order, PlacedOrder } from '#contract/storefront/orders.ts';
import { openTestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';
import { sql } from 'kysely';

// Friday, 10 AM in New York
const today = '2026-11-20';
const desk = await openTestDesk();
after(() => desk.close());
const owner = await desk.join('owner');

type Holidays = DeskAnswerOf<'listHolidays'>;
const list = async () => (await workAt(desk).get<Holidays>(owner, 'holidays')).holidays;
const set = (day: string, isHoliday = true) =>
  desk.call<Holidays & Problem>('POST', 'holidays', { cookie: owner.cookie, body: { day, isHoliday } });
const publicList = async () =>
  (await desk.shop.send<{ holidays: string[] }>('GET', '/api/calendar')).body.holidays;
const entries = async () => {
  const { rows } = await sql<{ detail: Record<string, string> }>`
    select detail from audit_entry where action = 'set-holiday' order by place`.execute(
    desk.shop.database.db,
  );
  return rows.map(({ detail: { day, from, to } }) => [day, from, to]);
};

test('delivers new orders a business day later when a holiday is added, and leaves paid orders unchanged', async () => {
  const { shop } = desk;
  const { auth } = await shop.customer();
  const paid = await shop.placeOrder(auth);
  await shop.addFunds(auth, 20000);
  await shop.pay(paid.token, 'balance', auth);
  const dueOn = async () =>
    (await shop.send<Order>('GET', `/api/orders/${paid.orderNumber}`, { headers: auth })).body.lines[0]!
      .dueOn;
  assert.equal(await dueOn(), '2026-11-25');
  const place = (day: string) =>
    shop.send<PlacedOrder & Problem>('POST', '/api/orders', {
      body: { ...shop.slogansOrder, deliveryDates: [day] },
      headers: auth,
    });
  const { body } = await set('2026-11-25');
  assert.deepEqual(body.holidays[0], { day: '2026-11-25', openLines: 1 });
  assert.equal(await dueOn(), '2026-11-25');
  assert.deepEqual((await place('2026-11-25')).body.errors, {
    agreeToDeliveryTime: ['The delivery date has changed to Fri, Nov 27. Check it and agree to it again.'],
  });
  assert.equal((await place('2026-11-27')).status, 200);
  await set('2026-11-25', false);
  assert.equal((await place('2026-11-25')).status, 200);
  assert.deepEqual((await entries()).slice(-2), [
    ['2026-11-25', 'business day', 'holiday'],
    ['2026-11-25', 'holiday', 'business day'],
  ]);
});

test('makes a built-in holiday a business day and a holiday again', async () => {
  const christmas = '2026-12-25';
  await set(christmas, false);
  assert.ok(!(await publicList()).includes(christmas));
  assert.ok(!(await list()).some(({ day }) => day === christmas));
  await set(christmas);
  assert.deepEqual(await publicList(), builtInHolidays);
  const { rows } = await sql`select from holiday_change`.execute(desk.shop.database.db);
  assert.equal(rows.length, 0);
});

test('changes a day once when two people change it at the same time', async () => {
  const before = (await entries()).length;
  const answers = await Promise.all([set('2027-03-18'), set('2027-03-18')]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await entries()).length, before + 1);
  await set('2027-03-18', false);
});

test('rejects a day that is past, on a weekend, too far away or no day', async () => {
  const wrong: [day: string, why: string][] = [
    ['2026-11-19', 'Choose today or a later date'],
    ['2026-11-21', 'Sat, Nov 21 is on a weekend, so it isn’t a business day'],
    ['2029-11-20', 'Choose a date within the next three years'],
    ['2026-02-30', 'Enter a date, like 2026-11-24'],
  ];
  for (const [day, why] of wrong) {
    const { status, body } = await set(day);
    assert.equal(status, 400, day);
    assert.deepEqual(body.errors, { day: [why] });
  }
  assert.equal((await set(today)).status, 200);
  assert.equal((await set(today, false)).status, 200);
});

test('rejects another holiday when a hundred are listed', async () => {
  const { db } = desk.shop.database;
  await sql`insert into holiday_change
    select day::date, true from generate_series(timestamp '2027-03-01', '2027-08-31', '1 day') as day
    where extract(isodow from day) < 6 limit 110 on conflict do nothing`.execute(db);
  const { status, body } = await set('2027-12-01');
  assert.equal(status, 400);
  assert.deepEqual(body.errors, { day: ['The calendar can have up to 100 upcoming holidays'] });
  await sql`delete from holiday_change`.execute(db);
});

test('lets only people with the permission for settings see and change holidays', async () => {
  const { cookie } = await desk.join('writer');
  assert.equal((await desk.call('GET', 'holidays', { cookie })).status, 403);
  const body = { day: '2027-03-17', isHoliday: true };
  assert.equal((await desk.call('POST', 'holidays', { cookie, body })).status, 403);
});
