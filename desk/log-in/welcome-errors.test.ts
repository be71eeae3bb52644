import assert from 'node:assert/strict';
import test from 'node:test';
import { errorsOf } from './welcome-errors.ts';

test('shows a wrong code at the field of the code, not at the password', () => {
  assert.deepEqual(errorsOf({ 'password.code': ['Wrong'] }), { code: ['Wrong'] });
  assert.deepEqual(errorsOf({ 'password.password': ['Too short'], email: ['Taken'] }), {
    password: ['Too short'],
    email: ['Taken'],
  });
  assert.deepEqual(errorsOf({ 'passkey.label': ['Too long'], '': ['Used'] }), {
    label: ['Too long'],
    '': ['Used'],
  });
});
