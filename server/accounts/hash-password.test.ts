import assert from 'node:assert/strict';
import test from 'node:test';
import { ProblemReply } from '#server/http/refusal.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';

test('rejects a password when the queue for hashing is full or the wait too long, and recovers afterwards', async (t) => {
  const stored = await hashPassword('three quiet otters');
  const atOnce = () => Array.from({ length: 110 }, () => verifyPassword('three quiet otters', stored));
  const isRefused = (reason: unknown) => reason instanceof ProblemReply && reason.status === 503;

  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const full = await Promise.allSettled(atOnce());
  assert.equal(
    full.filter(({ status }) => status === 'fulfilled').length,
    102,
    'two at work and a hundred wait',
  );
  assert.equal(full.filter((one) => one.status === 'rejected' && isRefused(one.reason)).length, 8);

  const late = atOnce();
  now += 3_001;
  const settled = await Promise.allSettled(late);
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 2, 'the two that were at work');
  assert.equal(settled.filter((one) => one.status === 'rejected' && isRefused(one.reason)).length, 108);

  assert.equal(await verifyPassword('three quiet otters', stored), true);
  assert.equal(await verifyPassword('three loud otters', stored), false);
});

test('hashes every character of a password of 128 characters', async () => {
  const password = `Ab${'x'.repeat(125)}Z`;
  const stored = await hashPassword(password);
  assert.equal(await verifyPassword(password, stored), true);
  assert.equal(await verifyPassword(`${password.slice(0, -1)}Y`, stored), false, 'the last one counts');
  assert.equal(await verifyPassword(password.toLowerCase(), stored), false, 'so does letter case');
});
