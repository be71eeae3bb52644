import assert from 'node:assert/strict';
import test from 'node:test';
import { day, hour } from '#contract/durations.ts';
import { backupName, chooseOldBackups, takenAt } from './choose-old-backups.ts';

const start = new Date('2025-01-01T03:00:00Z').getTime();
const at = (ms: number) => `${backupName(new Date(start + ms))}.dump.age`;

/** Makes a backup each day and deletes old ones. Returns the days, counted from the first backup, of those that remain. */
function afterDays(days: number, isTaken = (_day: number) => true): number[] {
  let names: string[] = [];
  for (let n = 0; n < days; n += 1) {
    if (!isTaken(n)) continue;
    names.push(at(n * day));
    const old = new Set(chooseOldBackups(names, new Date(start + n * day)));
    names = names.filter((name) => !old.has(name));
  }
  return names.map((name) => (takenAt(name)!.getTime() - start) / day);
}

test('keeps the backups of 7 days, 5 weeks and 12 months after two years', () => {
  const left = afterDays(730);
  const age = left.map((n) => 729 - n);
  for (let n = 0; n < 7; n += 1) assert.ok(age.includes(n), `${n} days`);
  assert.ok(left.length >= 7 + 3 + 10 && left.length <= 24, String(age));
  assert.ok(Math.max(...age) > 330 && Math.max(...age) < 366, String(age));
});

test('never deletes the newest backups, however old they are', () => {
  assert.deepEqual(
    afterDays(400, (n) => n < 2),
    [0, 1],
  );
  assert.deepEqual(chooseOldBackups([at(0)], new Date(start + 5_000 * day)), []);
});

test('keeps every backup of the last two days, and at most one of an older day', () => {
  const names = [0, 1, 2, 30, 50].map((hours) => at(hours * hour));
  assert.deepEqual(chooseOldBackups(names, new Date(start + 50 * hour)).toSorted(), [at(0), at(hour)]);
});

test('deletes no other files, and no backups that were not yet restored for a trial', () => {
  const others = [
    'shop-20200101T030000Z.untried.dump.age',
    'shop-2020-01-01.dump',
    'figures',
    'erased-customers',
    'session-secret.age',
    'files',
  ];
  assert.deepEqual(chooseOldBackups([at(0), ...others], new Date(start + 5_000 * day)), []);
});
