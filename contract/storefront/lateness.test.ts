import assert from 'node:assert/strict';
import test from 'node:test';
import { daysLate, mayCancel, type PromisedWork, isRevision, promisedOn } from './lateness.ts';

const line = (
  status: PromisedWork['work']['status'],
  more: Partial<PromisedWork['work']> = {},
): PromisedWork => ({
  dueOn: '2026-11-20',
  work: { status, versions: 0, reviseBy: null, ...more },
});
// noon in New York
const on = (day: string) => new Date(`${day}T17:00:00Z`);

test('counts business days without weekends and holidays', () => {
  assert.equal(daysLate([line('inProgress')], on('2026-11-20')), 0);
  assert.equal(daysLate([line('inProgress')], on('2026-11-22')), 0, 'a weekend');
  assert.equal(daysLate([line('inProgress')], on('2026-11-23')), 1);
  assert.equal(daysLate([line('inProgress')], on('2026-11-27')), 4, 'Thanksgiving does not count');
});

test('lets a customer cancel before work begins, and once the work is six business days late', () => {
  assert.ok(mayCancel([line('queued')], on('2026-11-19')));
  assert.equal(mayCancel([line('inProgress')], on('2026-11-30')), false, 'five days late');
  assert.ok(mayCancel([line('inProgress')], on('2026-12-01')));
  assert.ok(mayCancel([line('inProgress'), line('needsInfo')], on('2026-12-01')));
});

test('doesn’t let a customer cancel partly delivered work or a late revision', () => {
  const delivered = line('delivered', { versions: 1 });
  assert.equal(mayCancel([line('inProgress'), delivered], on('2026-12-15')), false);
  const revision = line('revisionRequested', { versions: 1, reviseBy: '2026-11-25' });
  assert.equal(mayCancel([revision], on('2026-12-15')), false);
});

test('never counts work as late while a question waits for an answer', () => {
  assert.equal(daysLate([line('needsInfo')], on('2026-12-15')), 0);
});

test('returns the due day until a revision is requested, and then the revision’s due day', () => {
  const work = { status: 'inProgress', versions: 1, reviseBy: null } as const;
  const line = { dueOn: '2026-11-23', work };
  assert.deepEqual([promisedOn(line), isRevision(line)], ['2026-11-23', false]);
  const revised = {
    ...line,
    work: { ...work, status: 'revisionRequested', reviseBy: '2026-11-30' } as const,
  };
  assert.deepEqual([promisedOn(revised), isRevision(revised)], ['2026-11-30', true]);
});
