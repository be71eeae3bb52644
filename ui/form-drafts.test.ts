import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { dropAllFormDrafts, dropFormDraft, keepFormDraft, readFormDraft } from './form-drafts.ts';

const initial = { name: '', agreed: false };
const held = new Map<string, string>();
before(() => {
  const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  };
  Object.assign(globalThis, { window: { sessionStorage: storage, localStorage: storage } });
});

test('restores typed text in its own form until it is dropped', () => {
  keepFormDraft('one', initial, { name: 'Ann', agreed: true });
  keepFormDraft('two', initial, { name: 'Bob', agreed: false });
  assert.deepEqual(readFormDraft('one', initial), { name: 'Ann', agreed: true });
  dropFormDraft('one');
  assert.deepEqual(readFormDraft('one', initial), {});
  assert.deepEqual(readFormDraft('two', initial), { name: 'Bob', agreed: false });
  const stored = ['drafts', 'billing', 'orderAttempt', 'depositAttempt', 'orderFiles'];
  for (const kept of stored) held.set(kept, '{}');
  dropAllFormDrafts();
  assert.deepEqual(readFormDraft('two', initial), {});
  assert.deepEqual(
    stored.filter((kept) => held.has(kept)),
    [],
  );
});

test("restores nothing when the form's initial values differ, as for another customer", () => {
  keepFormDraft('details', { name: 'Ann' }, { name: 'Anna' });
  assert.deepEqual(readFormDraft('details', { name: 'Bob' }), {});
});

test('reads invalid stored data as absent', () => {
  for (const rubbish of [
    '{"a":',
    'null',
    '7',
    '"text"',
    '[]',
    '{"one":null}',
    '{"one":{"initial":{"name":"","agreed":false},"values":{"name":7,"agreed":"yes","toString":"x"}}}',
  ]) {
    held.set('typed', rubbish);
    assert.deepEqual(readFormDraft('one', initial), {}, rubbish);
    keepFormDraft('one', initial, { name: 'Ann', agreed: true });
    assert.deepEqual(readFormDraft('one', initial), { name: 'Ann', agreed: true }, rubbish);
  }
});
