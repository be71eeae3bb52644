import assert from 'node:assert/strict';
import test from 'node:test';
import { countAboveLimit } from './writers.ts';

const wim = { id: '7', open: 4, most: 5 };
const free = { orderType: 3, assignee: null };
const his = { orderType: 3, assignee: { id: '7', name: 'Wim' } };

test('returns a person’s number of open lines after an assignment only when it would exceed their limit', () => {
  assert.equal(countAboveLimit(wim, [free]), undefined);
  assert.equal(countAboveLimit(wim, [free, free]), 6);
  assert.equal(countAboveLimit(wim, [free, his]), undefined);
  assert.equal(countAboveLimit({ ...wim, open: 7 }, [his]), undefined);
  assert.equal(countAboveLimit({ ...wim, open: 7 }, [free]), 8);
  assert.equal(countAboveLimit({ ...wim, most: null }, Array(200).fill(free)), undefined);
});
