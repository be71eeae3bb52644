import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tokens } from '#contract/storefront/accounts.ts';
import { renewal, type SessionAccess } from './renew-session.ts';
import { asSession } from './tab-session.ts';

/** Tabs that share one storage, with a lock between them like the browser's. */
function browser(start: Tokens | null, exchange: SessionAccess['exchange']) {
  let held = start;
  let queue: Promise<unknown> = Promise.resolve();
  let spent = 0;
  let ended = 0;
  const access: SessionAccess = {
    read: () => held && asSession(held),
    exchange: async (token) => {
      spent += 1;
      return exchange(token);
    },
    keep: (_, tokens) => (held = tokens),
    isOver: (error) => !(error instanceof TypeError),
    forget: () => {
      held = null;
      ended += 1;
    },
    exclusively: (run) => {
      const result = queue.then(run);
      queue = result.catch(() => {});
      return result;
    },
  };
  return { tab: () => renewal(access), spent: () => spent, ended: () => ended };
}

const old = { accessToken: 'a1', refreshToken: 'r1' };
const fresh = { accessToken: 'a2', refreshToken: 'r2' };

test('sends one refresh request when 16 calls fail in two tabs', async () => {
  const { tab, spent } = browser(old, async () => fresh);
  const tabs = [tab(), tab()];
  const got = await Promise.all(Array.from({ length: 16 }, (_, index) => tabs[index % 2]!('a1')));
  assert.deepEqual(new Set(got), new Set(['a2']));
  assert.equal(spent(), 1);
});

test('ends the session once for all tabs when the server rejects a refresh', async () => {
  const { tab, ended } = browser(old, async () => {
    throw new Error('refused');
  });
  const renew = tab();
  assert.deepEqual(await Promise.all([renew('a1'), renew('a1')]), [null, null]);
  assert.equal(ended(), 1);
});

test('ends the session without a refresh token', async () => {
  const { tab, spent, ended } = browser({ accessToken: 'a1', refreshToken: '' }, async () => fresh);
  assert.equal(await tab()('a1'), null);
  assert.deepEqual([spent(), ended()], [0, 1]);
});

test('keeps the session when the network is unavailable', async () => {
  const { tab, ended } = browser(old, async () => {
    throw new TypeError('Failed to fetch');
  });
  await assert.rejects(tab()('a1'), TypeError);
  assert.equal(ended(), 0);
});

test('uses a token that another call has already renewed', async () => {
  const { tab, spent } = browser(fresh, async () => fresh);
  assert.equal(await tab()('a1'), 'a2');
  assert.equal(spent(), 0);
});
