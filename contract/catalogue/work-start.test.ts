import assert from 'node:assert/strict';
import test from 'node:test';
import { workStart } from './work-start.ts';

const report = { fulfilment: 'automatic', days: 0 } as const;
const checkedReport = { fulfilment: 'automatic', days: 2 } as const;
const copy = { fulfilment: 'human', days: 3 } as const;

test('starts automatic work right after the payment, and people’s work by the next business day', () => {
  assert.equal(workStart([report]), 'afterPayment');
  assert.equal(workStart([copy]), 'nextBusinessDay');
  assert.equal(workStart([checkedReport]), 'both', 'a report that an editor reads');
  assert.equal(workStart([report, copy]), 'both');
});
