import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { dropAllTyped, dropTyped, keepTyped, readTyped } from './typed-values.ts';

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

test('what was typed comes back in its own form, until it is dropped', () => {
  keepTyped('one', initial, { name: 'Ann', agreed: true });
  keepTyped('two', initial, { name: 'Bob', agreed: false });
  assert.deepEqual(readTyped('one', initial), { name: 'Ann', agreed: true });
  dropTyped('one');
  assert.deepEqual(readTyped('one', initial), {});
  assert.deepEqual(readTyped('two', initial), { name: 'Bob', agreed: false });
  for (const kept of ['drafts', 'billing']) held.set(kept, '{}');
  dropAllTyped();
  assert.deepEqual(readTyped('two', initial), {});
  assert.deepEqual([held.has('drafts'), held.has('billing')], [false, false]);
});

test('nothing comes back into a form that started otherwise: it is another person’s', () => {
  keepTyped('details', { name: 'Ann' }, { name: 'Anna' });
  assert.deepEqual(readTyped('details', { name: 'Bob' }), {});
});

test('rubbish reads as nothing', () => {
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
    assert.deepEqual(readTyped('one', initial), {}, rubbish);
    keepTyped('one', initial, { name: 'Ann', agreed: true });
    assert.deepEqual(readTyped('one', initial), { name: 'Ann', agreed: true }, rubbish);
  }
});
