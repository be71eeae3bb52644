import assert from 'node:assert/strict';
import test from 'node:test';
import type { Finding } from './analyzer-report.ts';
import { fixesByGain, fixFirst, scoreReport } from './score-report.ts';

const found = (kind: string, cost: number, part: Finding['part'] = 'clarity'): Finding => ({
  id: `${kind}-${cost}`,
  part,
  kind,
  severity: 'check',
  start: 0,
  end: 4,
  what: kind,
  why: '',
  how: '',
  suggestions: [],
  cost,
});
const report = (...findings: Finding[]) => ({
  reasons: { correctness: '', clarity: '', structure: '' },
  findings,
});
const kindsOf = (fixes: { kind: string }[]) => fixes.map(({ kind }) => kind);

test('sorts agreement before the passive voice, also when fixing the passive voice gains more points', () => {
  const mixed = report(found('wordy', 60), found('passive', 40), found('agreement', 6, 'correctness'));
  assert.deepEqual(kindsOf(fixesByGain(mixed)), ['wordy', 'agreement', 'passive']);
});

test('computes each fix’s gain after the fixes before it, so that the gains add up', () => {
  const poor = report(
    found('spelling', 90, 'correctness'),
    found('agreement', 80, 'correctness'),
    found('wordy', 10),
  );
  const fixes = fixesByGain(poor);
  assert.deepEqual(kindsOf(fixes), ['spelling', 'agreement', 'wordy']);
  const { overall } = scoreReport(poor);
  assert.equal(overall + fixes.reduce((sum, { gain }) => sum + gain, 0), 100);
  assert.ok(fixes.every(({ gain }) => gain > 0));
});

test('rounds the gains of the first fixes so that they add up to the score after them', () => {
  const costs = [90, 60, 40, 30, 25, 20, 2.5, 2, 1];
  const parts = ['correctness', 'clarity', 'structure'] as const;
  for (let turn = 0; turn < costs.length; turn += 1) {
    const poor = report(
      ...costs.map((cost, index) =>
        found(`${index}`, cost, parts[(index * (turn + 1) + turn) % parts.length]),
      ),
    );
    const fixes = fixFirst(poor);
    const after = scoreReport(poor, new Set(fixes.flatMap(({ ids }) => ids))).overall;
    assert.equal(scoreReport(poor).overall + fixes.reduce((sum, { gain }) => sum + gain, 0), after);
  }
});

test('lists neither unknown names nor a slightly long opening among the first fixes', () => {
  const slight = report(found('long-opening', 0.5, 'structure'), found('name', 0, 'correctness'));
  assert.deepEqual(fixFirst(slight), []);
  const more = report(found('long-opening', 10, 'structure'), found('spelling', 0.5, 'correctness'));
  assert.deepEqual(kindsOf(fixFirst(more)), ['long-opening', 'spelling']);
});

test('lists at most five kinds to fix first', () => {
  const kinds = ['a', 'b', 'c', 'd', 'e', 'f'].map((kind, index) => found(kind, 20 - index));
  assert.deepEqual(kindsOf(fixFirst(report(...kinds))), ['a', 'b', 'c', 'd', 'e']);
});

test('scores a text below the mean of its parts when a main part is poor', () => {
  assert.equal(scoreReport(report(found('wordy', 30))).overall, 90);
  // the mean is 67
  assert.equal(scoreReport(report(found('wordy', 100))).overall, 43);
});
