import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { hour, minute } from '#contract/durations.ts';
import { byUrgency, type Task } from './urgency.ts';

const noon = new Date('2026-11-20T12:00:00Z');
const at = (hours: number) => new Date(noon.getTime() + hours * hour);

const task = fc.record({
  // few distinct values, so that many tasks are equally urgent
  neededAt: fc.option(fc.integer({ min: -30, max: 60 }).map(at), { freq: 8, nil: null }),
  minutes: fc.constantFrom(10, 30, 60, 120),
  isExpress: fc.boolean(),
});
const day = fc
  .array(task, { maxLength: 60 })
  .map((tasks) => tasks.map((one, index): Task => ({ ...one, key: `R-${String(index).padStart(3, '0')}` })));

/** Whether `a` comes before `b` by the rules of urgency: an independent implementation in minutes. */
function isBefore(a: Task, b: Task, now: Date): boolean {
  const left = ({ neededAt, minutes }: Task) =>
    neededAt === null ? 365 * 24 * 60 - minutes : (neededAt.getTime() - now.getTime()) / minute - minutes;
  const [one, other] = [left(a), left(b)];
  const [hurries, otherHurries] = [a.isExpress && one < 0, b.isExpress && other < 0];
  if (hurries !== otherHurries) return hurries;
  if (one !== other) return one < other;
  if (a.isExpress !== b.isExpress) return a.isExpress;
  return a.key < b.key;
}

/** Sorts by repeatedly taking the most urgent remaining task. */
function ordered(tasks: readonly Task[], now: Date): Task[] {
  const left = [...tasks];
  const found: Task[] = [];
  while (left.length > 0) {
    const first = left.find((one) => left.every((other) => other === one || isBefore(one, other, now)));
    assert.ok(first, 'exactly one comes first');
    found.push(first);
    left.splice(left.indexOf(first), 1);
  }
  return found;
}
const keysOf = (tasks: readonly Task[]) => tasks.map(({ key }) => key);

test('sorts the tasks of any day by the rules of urgency, at any hour and from any initial order', () => {
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: -48, max: 48 }),
      fc.infiniteStream(fc.nat()),
      (tasks, hours, random) => {
        const now = at(hours);
        const shuffled = tasks
          .map((one) => ({ one, place: random.next().value }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ one }) => one);
        assert.deepEqual(keysOf(byUrgency(shuffled, now)), keysOf(ordered(tasks, now)));
      },
    ),
    { numRuns: 300 },
  );
});

test('sorts a late express line before all other tasks', () => {
  fc.assert(
    fc.property(day, (tasks) => {
      const late: Task = { key: 'late', neededAt: at(-0.5), minutes: 30, isExpress: true };
      const others = tasks.map((one) => ({ ...one, isExpress: false }));
      assert.equal(byUrgency([...others, late], noon)[0], late);
    }),
  );
});

test('sorts an express line first once it is late', () => {
  const express: Task = { key: 'express', neededAt: at(4), minutes: 30, isExpress: true };
  const older: Task = { key: 'older', neededAt: at(1), minutes: 30, isExpress: false };
  const first = (hours: number) => keysOf(byUrgency([express, older], at(hours)))[0];
  assert.deepEqual([0, 2, 3, 4, 20].map(first), ['older', 'older', 'older', 'express', 'express']);
});
