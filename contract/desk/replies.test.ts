import assert from 'node:assert/strict';
import test from 'node:test';
import { fillReply, replyEndpoints, replyNames, unfilledName } from './replies.ts';
import * as z from 'zod/mini';

test('replaces placeholders whose values are known, and leaves the others unchanged', () => {
  const text = 'Hello {firstName}, about {orderNumber}: {firstName}!';
  assert.equal(fillReply(text, { firstName: 'Ann', orderNumber: 'R-1' }), 'Hello Ann, about R-1: Ann!');
  const filled = fillReply(text, { firstName: '{orderNumber}' });
  assert.equal(unfilledName(filled), 'orderNumber');
  assert.equal(unfilledName('Hello {world} and {}'), undefined);
});

test('replaces every placeholder that a saved reply may contain', () => {
  const values = Object.fromEntries(replyNames.map((name) => [name, `<${name}>`]));
  const filled = fillReply(replyNames.map((name) => `{${name}}`).join(' '), values);
  assert.equal(filled, replyNames.map((name) => `<${name}>`).join(' '));
  assert.equal(unfilledName(filled), undefined);
});

test('rejects a saved reply with an unknown placeholder', () => {
  const { body } = replyEndpoints.addReply;
  const accepts = (text: string) => z.safeParse(body, { title: 'Hello', text }).success;
  assert.ok(accepts('Hello {firstName} { } {}'));
  for (const text of ['{lastName}', '{constructor}', '{firstname}', '{firstName} {__proto__}'])
    assert.ok(!accepts(text), text);
});
