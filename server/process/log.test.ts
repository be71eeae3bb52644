import assert from 'node:assert/strict';
import test from 'node:test';
import { describeError, maskAddresses } from './log.ts';

test('masks email addresses anywhere in a text', () => {
  for (const [said, kept] of [
    ['550 5.1.1 <Ann.O+x@sub.example.com>: unknown', '550 5.1.1 <[email]>: unknown'],
    ['to "imię@przykład.pl", ann@example.com', 'to "[email]", [email]'],
    ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
  ] as const)
    assert.equal(maskAddresses(said), kept);
});

test('masks email addresses in an error’s message and stack, and omits its detail', () => {
  const error = Object.assign(new Error('no ann@example.com here'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.com) already exists.',
    cause: new Error('ann@example.com'),
  });
  const described = JSON.stringify(describeError(error));
  for (const told of ['23505', 'no [email] here', 'log.test.ts']) assert.ok(described.includes(told), told);
  assert.doesNotMatch(described, /ann@/);
});
