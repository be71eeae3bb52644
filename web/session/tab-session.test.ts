import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tokens } from '#contract/storefront/accounts.ts';
import type { BrowserStorage } from '#ui/browser-storage.ts';
import { asSession, tabSession } from './tab-session.ts';

function storage(entries: Iterable<readonly [string, string]> = []): BrowserStorage & { all(): string[] } {
  const values = new Map(entries);
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    all: () => [...values.keys()].toSorted(),
  };
}

const encoded = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
let last = 0;
/** New tokens for the session `id` of the account. */
function tokensOf(account: string, id = 'one'): Tokens {
  last += 1;
  const claims = { sub: account, sid: `${account} ${id}`, jti: last };
  return { accessToken: `e30.${encoded(claims)}.${last}`, refreshToken: `refresh ${last}` };
}

/** A browser whose tabs share the local storage. */
function browser() {
  const local = storage();
  const open = (session = storage()) => {
    const tab = tabSession({ local, session });
    tab.load();
    return {
      ...tab,
      session,
      /** The account whose calls this tab sends. */
      is: () => tab.read()?.account,
      renewed: () => tab.renew(tab.read()!.refreshToken, tokensOf(tab.read()!.account!)),
      reload: () => open(session),
      duplicate: () => open(storage(session.all().map((key) => [key, session.getItem(key)!]))),
    };
  };
  return { local, open };
}

for (const [first, second] of [
  [false, false],
  [false, true],
  [true, false],
  [true, true],
] as const)
  test(`keeps an account in each of two tabs, the first ${first ? '' : 'not '}remembered, the second ${second ? '' : 'not '}remembered`, () => {
    const { local, open } = browser();
    const [a, b] = [open(), open()];
    a.start(tokensOf('x'), first);
    const seen = a.read()!;
    b.start(tokensOf('y'), second);
    // the storage event in the first tab
    a.keepReplaced(seen);
    assert.deepEqual([a.is(), b.is()], ['x', 'y']);
    for (const tab of [a, b, a, b]) tab.renewed();
    assert.deepEqual([a.reload().is(), b.reload().is()], ['x', 'y']);
    assert.deepEqual([a.duplicate().is(), b.duplicate().is()], ['x', 'y']);
    const remembered = second ? 'y' : first ? 'x' : undefined;
    assert.equal(open().is(), remembered, 'a new tab takes the remembered account');
    assert.equal(local.getItem('rememberMe'), remembered ? 'true' : null);

    a.logOut();
    assert.deepEqual([a.is(), b.is()], [undefined, 'y']);
    assert.deepEqual([a.reload().is(), b.reload().is()], [undefined, 'y']);
    b.renewed();
    b.logOut();
    assert.deepEqual([a.is(), b.is(), open().is()], [undefined, undefined, undefined]);
    assert.deepEqual(
      local.all().filter((key) => key !== 'rememberMe'),
      [],
    );
  });

test('stores renewed tokens in the same storage as the tokens that they replace', () => {
  const { local, open } = browser();
  const [a, b] = [open(), open()];
  a.start(tokensOf('x'), false);
  b.start(tokensOf('y'), true);
  const kept = b.read();
  a.renewed();
  assert.deepEqual(b.read(), kept);
  assert.deepEqual(b.session.all(), ['account']);
  b.renewed();
  assert.deepEqual(a.session.all(), ['account', 'jwtToken', 'refreshToken']);
  assert.equal(local.getItem('refreshToken'), b.read()!.refreshToken);
});

test('keeps the tab’s account when another account’s login replaces the remembered session during a renewal', () => {
  const { open } = browser();
  const [a, b] = [open(), open()];
  a.start(tokensOf('x'), true);
  const spent = a.read()!.refreshToken;
  b.start(tokensOf('y'), true);
  const answer = tokensOf('x');
  a.renew(spent, answer);
  assert.deepEqual(a.read(), asSession(answer));
  assert.equal(b.is(), 'y');
});

test('stores no tokens of a renewal that ends after a logout', () => {
  const { local, open } = browser();
  const [a, b] = [open(), open()];
  a.start(tokensOf('x'), true);
  const spent = a.read()!.refreshToken;
  a.logOut();
  a.renew(spent, tokensOf('x'));
  assert.deepEqual([a.is(), local.getItem('jwtToken')], [undefined, null]);
  b.start(tokensOf('y'), true);
  a.renew(spent, tokensOf('x'));
  assert.deepEqual(a.session.all(), []);
});

test('names another remembered account when a tab has lost its own, and does not switch to it', () => {
  const { open } = browser();
  const [a, b] = [open(), open()];
  a.start(tokensOf('x'), true);
  b.start(tokensOf('y'), true);
  assert.deepEqual([a.is(), a.other()?.account], [undefined, 'y']);
  a.session.setItem('typed', 'for x');
  const again = a.reload();
  assert.deepEqual([again.is(), again.account()], [undefined, 'x']);
  assert.equal(a.session.getItem('typed'), 'for x');
});

test('deletes what was typed for one account when another one logs in to the tab, and keeps what a visitor typed', () => {
  const { open } = browser();
  const tab = open();
  tab.session.setItem('typed', 'as a visitor');
  tab.start(tokensOf('x'), false);
  assert.equal(tab.session.getItem('typed'), 'as a visitor');
  tab.end(tab.read()!);
  tab.start(tokensOf('x', 'two'), false);
  assert.equal(tab.session.getItem('typed'), 'as a visitor');
  tab.end(tab.read()!);
  tab.start(tokensOf('y'), false);
  assert.equal(tab.session.getItem('typed'), null);
});

test('reads a session that other code stored in the tab only at the next page load', () => {
  const { open } = browser();
  const tab = open();
  tab.start(tokensOf('x'), true);
  const { accessToken } = tokensOf('y');
  tab.session.setItem('jwtToken', accessToken);
  tab.bind();
  assert.deepEqual([tab.is(), tab.reload().is()], ['x', 'y']);
});

test('ends one session of an account and keeps its others', () => {
  const { open } = browser();
  const [a, b] = [open(), open()];
  a.start(tokensOf('x', 'one'), true);
  b.session.setItem('account', 'x');
  b.session.setItem('jwtToken', tokensOf('x', 'two').accessToken);
  assert.equal(b.read()?.id, 'x two');
  a.end(b.read()!);
  assert.equal(a.is(), 'x');
  b.end(b.read()!);
  assert.equal(b.read()?.id, 'x one');
});

test('removes a remembered login when its customer logs in without "remember me"', () => {
  const { local, open } = browser();
  const tab = open();
  tab.start(tokensOf('x', 'one'), true);
  tab.start(tokensOf('x', 'two'), false);
  assert.deepEqual(local.all(), []);
  assert.equal(tab.read()?.id, 'x two');
});

test('keeps unreadable tokens as the tab’s own session, so that the server rejects them', () => {
  const { local, open } = browser();
  const tab = open();
  tab.start(tokensOf('x'), true);
  for (const text of ['gone', 'a.b.c', `a.${encoded([])}.c`, `a.${encoded({ sub: 7 })}.c`]) {
    local.setItem('jwtToken', text);
    assert.deepEqual([tab.read()?.accessToken, tab.other()], [text, null]);
    tab.end(tab.read()!);
    assert.equal(tab.read(), null);
  }
});
