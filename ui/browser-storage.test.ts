import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardedStorage, readJson } from './browser-storage.ts';

const blocked = guardedStorage(() => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
});

test('keeps values until the page is closed when the browser blocks storage', () => {
  assert.equal(blocked.getItem('orders'), null);
  blocked.setItem('orders', '[1]');
  assert.deepEqual(readJson(blocked, 'orders'), [1]);
  blocked.removeItem('orders');
  assert.equal(blocked.getItem('orders'), null);
});

test('keeps the newest value when storage is full', () => {
  const kept = new Map([['draft', 'old']]);
  const full = guardedStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem() {
      throw new DOMException('Full', 'QuotaExceededError');
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }));
  full.setItem('draft', 'new');
  assert.equal(full.getItem('draft'), 'new');
});

test('reads invalid stored data as absent', () => {
  const store = guardedStorage(() => ({ getItem: () => '{"a":', setItem() {}, removeItem() {}, clear() {} }));
  assert.equal(readJson(store, 'orders'), null);
});
