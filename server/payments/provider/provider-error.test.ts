import assert from 'node:assert/strict';
import test from 'node:test';
import { ProviderRefused, ProviderUnavailable } from './provider.ts';
import { providerError } from './provider-error.ts';

const passing = [undefined, 408, 409, 425, 429, 500, 501, 503];
const final = [400, 402, 404, 410, 422, 499];
/** Expected by status; a wrong API key is final only for a call that creates a page. */
const keyIsWrong = [401, 403];
for (const isNewPage of [true, false])
  test(`classifies an error ${isNewPage ? 'when creating a page' : 'of another call'} as final or temporary by its status`, () => {
    const cause = new Error('the answer');
    for (const status of [...passing, ...final, ...keyIsWrong]) {
      const isFinal = final.includes(status!) || (isNewPage && keyIsWrong.includes(status!));
      const error = providerError('It said no', { status, isNewPage }, cause);
      assert.equal(error.constructor, isFinal ? ProviderRefused : ProviderUnavailable, String(status));
      assert.deepEqual([error.message, error.cause], ['It said no', cause]);
    }
  });
