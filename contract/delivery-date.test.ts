import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  businessHoursAfter,
  businessEnd,
  cutOffOn,
  deliveryDate,
  formatDay,
  holidayWarning,
  operatorsDay,
  postponedDate,
} from './delivery-date.ts';
import { type BusinessCalendar, businessCalendar } from './business-calendar.ts';

const newYork: BusinessCalendar = { timeZone: 'America/New_York', cutOffHour: 17, holidays: ['2026-11-26'] };
const anyInstant = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2028-12-31T00:00:00Z'),
  noInvalidDate: true,
});

test('counts business days after the payment day, without weekends and holidays', () => {
  const friday = new Date('2026-11-20T15:00:00Z');
  assert.equal(deliveryDate(friday, 1, newYork), '2026-11-23');
  assert.equal(deliveryDate(friday, 3, newYork), '2026-11-25');
  assert.equal(deliveryDate(friday, 4, newYork), '2026-11-27');
});

test('counts a payment from the cut-off hour on as the next business day', () => {
  assert.equal(deliveryDate(new Date('2026-11-20T21:59:59Z'), 1, newYork), '2026-11-23');
  assert.equal(deliveryDate(new Date('2026-11-20T22:00:00Z'), 1, newYork), '2026-11-24');
});

test("determines the payment day in the operator's time zone", () => {
  // 02:00 UTC on Tuesday is Monday evening in New York, after the cut-off; Monday noon in Honolulu
  const instant = new Date('2026-11-24T02:00:00Z');
  assert.equal(deliveryDate(instant, 1, newYork), '2026-11-25');
  assert.equal(deliveryDate(instant, 1, { ...newYork, timeZone: 'Pacific/Honolulu' }), '2026-11-24');
});

test('applies the cut-off hour in local time before and after a change to daylight saving time', () => {
  assert.equal(deliveryDate(new Date('2026-07-01T20:59:59Z'), 1, newYork), '2026-07-02');
  assert.equal(deliveryDate(new Date('2026-07-01T21:00:00Z'), 1, newYork), '2026-07-03');
});

test('makes instant work due on the day of the payment', () => {
  assert.equal(deliveryDate(new Date('2026-11-21T12:00:00Z'), 0, newYork), '2026-11-21');
});

test('never returns an earlier date for a later payment or a larger order', () => {
  fc.assert(
    fc.property(
      anyInstant,
      fc.integer({ min: 0, max: 20 * 86_400_000 }),
      fc.integer({ min: 1, max: 30 }),
      (paidAt, laterBy, days) => {
        const date = deliveryDate(paidAt, days, businessCalendar);
        assert.ok(deliveryDate(new Date(paidAt.getTime() + laterBy), days, businessCalendar) >= date);
        assert.ok(deliveryDate(paidAt, days + 1, businessCalendar) > date);
      },
    ),
    { numRuns: 500 },
  );
});

test('returns a business day as the due date of every order', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer({ min: 1, max: 30 }), (paidAt, days) => {
      const date = deliveryDate(paidAt, days, businessCalendar);
      assert.ok(![0, 6].includes(new Date(date).getUTCDay()) && !businessCalendar.holidays.includes(date));
    }),
  );
});

test('formats a date as weekday, month and day', () => assert.equal(formatDay('2026-12-01'), 'Tue, Dec 1'));

test('moves the due date by the business days of a pause, never to an earlier date', () => {
  // asked on Monday, answered on Thursday: three business days
  const [monday, thursday] = [new Date('2026-11-16T15:00Z'), new Date('2026-11-19T15:00Z')];
  assert.equal(postponedDate('2026-11-20', monday, thursday, newYork), '2026-11-25');
  // the pause lasts from Wednesday to Monday over Thanksgiving and a weekend: two business days, Friday and Monday
  const [wednesday, nextMonday] = [new Date('2026-11-25T15:00Z'), new Date('2026-11-30T15:00Z')];
  assert.equal(postponedDate('2026-11-27', wednesday, nextMonday, newYork), '2026-12-01');
  fc.assert(
    fc.property(fc.nat(400), fc.nat(40 * 24), (start, hours) => {
      const stopped = new Date(Date.parse('2026-01-01T12:00Z') + start * 86_400_000);
      const resumed = new Date(stopped.getTime() + hours * 3_600_000);
      const due = deliveryDate(stopped, 3, newYork);
      const moved = postponedDate(due, stopped, resumed, newYork);
      assert.ok(moved >= due);
      // a longer pause never makes the due date earlier
      assert.ok(postponedDate(due, stopped, new Date(resumed.getTime() + 86_400_000), newYork) >= moved);
    }),
  );
});

test('warns only when less than 60 days are left before the last listed holiday', () => {
  const calendar = { timeZone: 'America/New_York', cutOffHour: 17, holidays: ['2027-12-24', '2027-11-25'] };
  const warningOn = (date: string) => holidayWarning(calendar, new Date(`${date}T00:00:00Z`));
  assert.equal(warningOn('2027-10-25'), undefined);
  assert.match(warningOn('2027-10-26')!, /end on 2027-12-24\. Add next year’s/);
  assert.match(warningOn('2028-03-01')!, /end on 2027-12-24/);
  assert.ok(holidayWarning({ ...calendar, holidays: [] }, new Date()));
});

test('ends a review at the first cut-off hour of a business day after its days, in five time zones over ten years', () => {
  const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'];
  for (const timeZone of zones) {
    const calendar = { timeZone, cutOffHour: 17, holidays: ['2026-12-25', '2027-01-01', '2030-07-04'] };
    const local = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2036, 0, 1); at += 37 * 3_600_000 + 61_000) {
      const end = businessEnd(new Date(at), 14, calendar);
      assert.match(
        local.format(end),
        /^(Mon|Tue|Wed|Thu|Fri),? 17:00$/,
        `${timeZone} ${new Date(at).toISOString()}`,
      );
      assert.ok(!calendar.holidays.includes(operatorsDay(end, calendar)));
      const days = (end.getTime() - at) / 86_400_000;
      assert.ok(days >= 14 && days < 19, `${days} days`);
    }
  }
});

test('returns the first instant of each day, also where the clocks change at midnight or before noon', () => {
  const zones =
    'America/New_York Europe/Berlin Australia/Sydney Pacific/Auckland Australia/Lord_Howe America/Santiago America/Havana Africa/Cairo Asia/Beirut Atlantic/Azores';
  for (const timeZone of zones.split(' '))
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2029, 0, 1); at += 86_400_000) {
      const date = new Date(at).toISOString().slice(0, 10);
      const start = cutOffOn(date, { timeZone, cutOffHour: 0, holidays: [] });
      const [before, on] = [start.getTime() - 1, start.getTime()].map((one) =>
        operatorsDay(new Date(one), { timeZone }),
      );
      assert.ok(before! < date && on === date, `${timeZone} ${date}: ${start.toISOString()}`);
    }
});

test('counts as business hours only the eight hours before the cut-off of a business day', () => {
  const after = (start: string, hours: number) =>
    businessHoursAfter(new Date(start), hours, newYork).toISOString();
  // a Tuesday morning, the same afternoon, before the day begins, and a Friday night; New York is five hours behind
  assert.equal(after('2026-11-24T15:00:00Z', 4), '2026-11-24T19:00:00.000Z');
  assert.equal(after('2026-11-24T20:30:00Z', 4), '2026-11-25T16:30:00.000Z');
  assert.equal(after('2026-11-24T08:00:00Z', 4), '2026-11-24T18:00:00.000Z');
  assert.equal(after('2026-11-28T03:00:00Z', 4), '2026-11-30T18:00:00.000Z');
  assert.equal(after('2026-11-24T15:00:00Z', 20), '2026-11-27T19:00:00.000Z');
});
