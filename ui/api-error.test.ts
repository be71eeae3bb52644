import assert from 'node:assert/strict';
import test from 'node:test';
import { ApiError, failureMessage, ShownError, UnreachableError, unreachable } from './api-error.ts';

test('shows the message of an error for the user, and a general one when the program fails', () => {
  assert.equal(failureMessage(new ShownError('The text couldn’t be saved.')), 'The text couldn’t be saved.');
  assert.equal(failureMessage(new ApiError('Too late.', 409)), 'Too late.');
  assert.equal(failureMessage(new UnreachableError(undefined)), unreachable);
  assert.equal(failureMessage(new TypeError('x is undefined')), 'An error has occurred.');
});
