import assert from 'node:assert/strict';
import test from 'node:test';
import { createTally } from './tally.ts';

test('counts a test as run when it was skipped in one run and passed in another', () => {
  const tally = createTally({ skipsFail: true });
  tally.skip('needs PostgreSQL', 'none given');
  tally.pass('needs PostgreSQL');
  assert.deepEqual(tally.skips(), []);
  assert.deepEqual(tally.failed(), []);
});

test('names a test that was skipped in every run, and counts it as failed where no skips are allowed', () => {
  for (const skipsFail of [true, false]) {
    const tally = createTally({ skipsFail });
    tally.skip('needs a browser', 'none found');
    assert.deepEqual(tally.skips(), [{ test: 'needs a browser', reason: 'none found' }]);
    assert.deepEqual(tally.failed(), skipsFail ? ['needs a browser (skipped)'] : []);
  }
});
