import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { BrowserStorage } from '#ui/browser-storage.ts';
import { attemptFor, forgetAttempt } from './idempotent-attempt.ts';

let store: BrowserStorage;
beforeEach(() => {
  const values = new Map<string, string>();
  store = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
});

test('retries an order with the same key and body, whatever changed in the browser since', () => {
  const first = attemptFor('order', { price: 1 }, (content) => ({ ...content, screenWidth: 800 }), store);
  const again = attemptFor('order', { price: 1 }, (content) => ({ ...content, screenWidth: 360 }), store);
  assert.deepEqual(again, first);
});

test('uses a new idempotency key for another content', () => {
  const first = attemptFor('order', { price: 1 }, (content) => content, store);
  assert.notEqual(attemptFor('order', { price: 2 }, (content) => content, store).key, first.key);
});

test('drops a stored attempt after its response', () => {
  const first = attemptFor('order', { price: 1 }, (content) => content, store);
  forgetAttempt('order', store);
  assert.notEqual(attemptFor('order', { price: 1 }, (content) => content, store).key, first.key);
});

test('ignores an invalid stored attempt', () => {
  store.setItem('orderAttempt', '{"content":"{\\"price\\":1}"}');
  assert.match(attemptFor('order', { price: 1 }, (content) => content, store).key, /^[\da-f]{32}$/);
});

test('stores a deposit and an order with the same content as separate attempts', () => {
  const order = attemptFor('order', { price: 1 }, (content) => content, store);
  assert.notEqual(attemptFor('deposit', { price: 1 }, (content) => content, store).key, order.key);
  forgetAttempt('deposit', store);
  assert.equal(attemptFor('order', { price: 1 }, (content) => content, store).key, order.key);
});
