import assert from 'node:assert/strict';
import test from 'node:test';
import type { Order } from '#contract/storefront/orders.ts';
import { expectedDay, promiseText } from './promise-words.ts';

type Line = Order['lines'][number];
const line = (days: Partial<Line>, work: Partial<Line['work']> = {}) =>
  promiseText({
    agreedOn: '2026-11-24',
    firstDueOn: null,
    dueOn: null,
    moved: null,
    ...days,
    work: { status: 'queued', versions: 0, ...work } as Line['work'],
  });

test('names the agreed delivery day when the order is not paid, or was paid later', () => {
  assert.equal(line({}), 'You agreed to delivery by Tue, Nov 24 if you paid right away.');
  const later = { firstDueOn: '2026-11-30', dueOn: '2026-11-30' };
  assert.equal(
    line(later),
    'You agreed to delivery by Tue, Nov 24 if you paid right away. You paid later, so the date moved.',
  );
});

test('names the earlier due day when the work was on hold until the customer answered', () => {
  const moved = { firstDueOn: '2026-11-24', dueOn: '2026-11-26' };
  assert.equal(line(moved), 'Moved from Tue, Nov 24 because work was on hold until you answered.');
});

test('names the reason for which the team moved the due day, also of a revision', () => {
  const moved = { expectedOn: '2026-11-30', reason: 'Two of our writers are out sick.' };
  assert.equal(line({ moved }, { versions: 1 }), 'Why the date moved: Two of our writers are out sick.');
});

test('returns no text when the agreed day is unchanged or unknown, or when work is delivered or canceled', () => {
  const held = { firstDueOn: '2026-11-24', dueOn: '2026-11-24' };
  assert.equal(line(held), '');
  assert.equal(line({ agreedOn: null }), '');
  const moved = { firstDueOn: '2026-11-24', dueOn: '2026-11-26' };
  assert.equal(line(moved, { versions: 1 }), '');
  assert.equal(line(moved, { status: 'cancelled' }), '');
});

test('returns the moved day until that day has passed', () => {
  const moved = { expectedOn: '2026-11-30', reason: 'Two of our writers are out sick.' };
  assert.equal(expectedDay({ moved }, new Date('2026-11-30T20:00:00Z')), '2026-11-30');
  assert.equal(expectedDay({ moved }, new Date('2026-12-01T20:00:00Z')), null);
  assert.equal(expectedDay({ moved: null }, new Date('2026-11-30T20:00:00Z')), null);
});
