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
  };
});

test('a retry sends the same key and the same body, whatever the browser has become', () => {
  const first = attemptFor('order', { price: 1 }, (content) => ({ ...content, screenWidth: 800 }), store);
  const again = attemptFor('order', { price: 1 }, (content) => ({ ...content, screenWidth: 360 }), store);
  assert.deepEqual(again, first);
});

test('other content is another order', () => {
  const first = attemptFor('order', { price: 1 }, (content) => content, store);
  assert.notEqual(attemptFor('order', { price: 2 }, (content) => content, store).key, first.key);
});

test('an answered attempt is forgotten', () => {
  const first = attemptFor('order', { price: 1 }, (content) => content, store);
  forgetAttempt('order', store);
  assert.notEqual(attemptFor('order', { price: 1 }, (content) => content, store).key, first.key);
});

test('rubbish in its place is no attempt', () => {
  store.setItem('orderAttempt', '{"content":"{\\"price\\":1}"}');
  assert.match(attemptFor('order', { price: 1 }, (content) => content, store).key, /^[\da-f]{32}$/);
});

test('a deposit and an order of the same content are two attempts', () => {
  const order = attemptFor('order', { price: 1 }, (content) => content, store);
  assert.notEqual(attemptFor('deposit', { price: 1 }, (content) => content, store).key, order.key);
  forgetAttempt('deposit', store);
  assert.equal(attemptFor('order', { price: 1 }, (content) => content, store).key, order.key);
});
