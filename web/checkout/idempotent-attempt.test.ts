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

test('retries with the same key and body, whatever changed in the browser', () => {
  const first = attemptFor('order', { price: 1 }, (content) => ({ ...content, screenWidth: 800 }), store);
  const again = attemptFor('order', { price: 1 }, (content) => ({ ...content, screenWidth: 360 }), store);
  assert.deepEqual(again, first);
});

test('uses a new key for other content', () => {
  const first = attemptFor('order', { price: 1 }, (content) => content, store);
  assert.notEqual(attemptFor('order', { price: 2 }, (content) => content, store).key, first.key);
});

test('drops an attempt after its answer', () => {
  const first = attemptFor('order', { price: 1 }, (content) => content, store);
  forgetAttempt('order', store);
  assert.notEqual(attemptFor('order', { price: 1 }, (content) => content, store).key, first.key);
});

test('ignores invalid stored data', () => {
  store.setItem('orderAttempt', '{"content":"{\\"price\\":1}"}');
  assert.match(attemptFor('order', { price: 1 }, (content) => content, store).key, /^[\da-f]{32}$/);
});

test('keeps a deposit and an order with the same content as two attempts', () => {
  const order = attemptFor('order', { price: 1 }, (content) => content, store);
  assert.notEqual(attemptFor('deposit', { price: 1 }, (content) => content, store).key, order.key);
  forgetAttempt('deposit', store);
  assert.equal(attemptFor('order', { price: 1 }, (content) => content, store).key, order.key);
});
