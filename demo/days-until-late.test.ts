import assert from 'node:assert/strict';
import test from 'node:test';
import { lineDaysLate } from '#contract/storefront/lateness.ts';
import { deliveryDate } from '#contract/delivery-date.ts';
import { day, hour } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { daysUntilLate } from './days-until-late.ts';

/** Three business days as the catalogue promises for a set of slogans, two with express. */
for (const { express, promised, most } of [
  { express: false, promised: 3, most: 11 },
  { express: true, promised: 2, most: 8 },
])
  test(`returns the first day on which slogans${express ? ' with express' : ''} are late, whatever the hour of payment`, () => {
    const daysLate = (paidAt: Date, days: number) =>
      lineDaysLate(
        {
          dueOn: deliveryDate(paidAt, promised, businessCalendar),
          work: { status: 'inProgress', versions: 0, reviseBy: null },
        },
        new Date(paidAt.getTime() + days * day),
      );
    const from = Date.UTC(2026, 10, 1);
    for (let time = from; time < from + 400 * day; time += hour) {
      const paidAt = new Date(time);
      const days = daysUntilLate(paidAt, { express });
      assert.ok(days <= most, `${paidAt.toISOString()}: ${days} days`);
      assert.equal(daysLate(paidAt, days), 1, paidAt.toISOString());
      assert.equal(daysLate(paidAt, days - 1), 0, paidAt.toISOString());
    }
  });
