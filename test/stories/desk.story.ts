import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import type { DeskSession } from '#contract/desk/staff.ts';
import { addAuthenticator, firstLink } from './desk-people.ts';
import { startShop, waitFor } from './shop.ts';
import { story } from './story.ts';

type Answer<Body> = { status: number; body: Body };

/** Calls the desk as a page of its origin does. Runs in the page. */
function callDesk<Body>(page: Page, method: string, path: string, body?: object): Promise<Answer<Body>> {
  return page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(`/api/desk/${path}`, {
        method,
        headers: { 'x-desk': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body } : {}),
      });
      const text = await answer.text();
      return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as Body };
    },
    [method, path, body && JSON.stringify(body)] as const,
  );
}

type Ceremony = { id: string; publicKey: Record<string, unknown> };

/** The browser's answer to a passkey's ceremony, as JSON. */
function makePasskey(page: Page, { publicKey }: Ceremony): Promise<object> {
  return page.evaluate(async (asked) => {
    const options = PublicKeyCredential.parseCreationOptionsFromJSON(asked as never);
    const made = (await navigator.credentials.create({ publicKey: options })) as PublicKeyCredential;
    return made.toJSON();
  }, publicKey);
}
function usePasskey(page: Page, { publicKey }: Ceremony): Promise<object> {
  return page.evaluate(async (asked) => {
    const options = PublicKeyCredential.parseRequestOptionsFromJSON(asked as never);
    const used = (await navigator.credentials.get({ publicKey: options })) as PublicKeyCredential;
    return used.toJSON();
  }, publicKey);
}

story(
  'creates the first owner with a passkey at localhost in a real browser, and logs in with the passkey',
  async ({ page, context, shop }) => {
    const { port } = new URL(shop.url);
    const code = new URL(await firstLink(shop)).hash.slice(1);
    await addAuthenticator(page);

    await page.goto(`http://127.0.0.1:${port}/`);
    const atAddress = await callDesk<DeskSession>(page, 'GET', 'session');
    assert.equal(atAddress.body.passkeys.possible, false);
    assert.match(atAddress.body.passkeys.reason ?? '', /^Open the desk at http:\/\/localhost:\d+\/desk /);

    await page.goto(`http://localhost:${port}/`);
    const before = await callDesk<DeskSession>(page, 'GET', 'session');
    assert.deepEqual(
      [before.body.isEmpty, before.body.me, before.body.passkeys.possible],
      [true, null, true],
    );
    const asked = await callDesk<Ceremony>(page, 'POST', 'welcome/options', { code });
    const passkey = {
      id: asked.body.id,
      response: await makePasskey(page, asked.body),
      label: 'This browser',
    };
    const joined = await callDesk<object>(page, 'POST', 'welcome', {
      code,
      name: 'Ann',
      email: 'ann@example.com',
      passkey,
    });
    assert.equal(joined.status, 200, JSON.stringify(joined.body));
    const cookies = async () => {
      const kept = await context.cookies(`http://localhost:${port}`);
      return kept.map(({ name, httpOnly, sameSite }) => `${name} ${httpOnly} ${sameSite}`).toSorted();
    };
    const known = 'desk-known true Strict';
    assert.deepEqual(await cookies(), ['desk true Strict', known]);

    assert.equal((await callDesk(page, 'POST', 'logout')).status, 204);
    assert.deepEqual(await cookies(), [known]);
    const login = await callDesk<Ceremony>(page, 'POST', 'login/options');
    const gesture = { id: login.body.id, response: await usePasskey(page, login.body) };
    const loggedIn = await callDesk(page, 'POST', 'login/passkey', gesture);
    assert.equal(loggedIn.status, 200, JSON.stringify([loggedIn.body, gesture]));
    const proof = await callDesk<Ceremony>(page, 'POST', 'proof/options');
    const proven = { passkey: { id: proof.body.id, response: await usePasskey(page, proof.body) } };
    assert.deepEqual((await callDesk(page, 'POST', 'proof', proven)).body, { freshFor: 600 });
    const { body } = await callDesk<DeskSession>(page, 'GET', 'session');
    assert.deepEqual([body.isEmpty, body.me?.role, body.me?.recoveryCodesLeft], [false, 'owner', 10]);
    assert.doesNotMatch(shop.output(), /ann@example\.com/);
  },
);

test('prints a new link for the first owner at each start, but none in production, and explains why there is no desk over http', async () => {
  const linksIn = (output: string) =>
    [...output.matchAll(/\/desk\/welcome#(\w{32})/g)].map(([, code]) => code!);
  const shop = await startShop();
  try {
    // a server is ready shortly before it prints the link
    const printed = (count: number) =>
      waitFor('the link', async () => {
        const links = linksIn(shop.output());
        return links.length >= count ? links : undefined;
      });
    await printed(1);
    await shop.stop();
    await shop.start();
    const [first = '', second = '', ...more] = await printed(2);
    assert.ok(first !== second && more.length === 0);
    const look = async (code: string) =>
      (
        await fetch(`${shop.url}/api/desk/welcome/look`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: shop.url, 'x-desk': '1' },
          body: JSON.stringify({ code }),
        })
      ).status;
    assert.deepEqual([await look(first), await look(second)], [404, 200]);
  } finally {
    await shop.discard();
  }
  const inProduction = await startShop({
    NODE_ENV: 'production',
    PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid',
  });
  try {
    await waitFor(
      'the line about the desk',
      async () =>
        /Desk: .*\/desk \(for the first login link, run npm run operator -- desk\)/.test(
          inProduction.output(),
        ) || undefined,
    );
    assert.deepEqual(linksIn(inProduction.output()), []);
    await inProduction.stop();
    const lines = inProduction.output().trim().split('\n');
    const said = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    assert.ok(said.some((msg) => /^The shop is open at http.*; Desk: /.test(msg)));
    assert.equal(said.at(-1), 'The shop is closed.');
  } finally {
    await inProduction.discard();
  }
  const overHttp = await startShop({
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://shop.example.com',
    PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid',
  });
  try {
    const why = () =>
      /Desk: off, because http:\/\/shop\.example\.com doesn’t use https\..*$/m.exec(overHttp.output())?.[0];
    assert.match(await waitFor('the line about the desk', async () => why()), /Set DESK_ORIGIN/);
    for (const path of ['/desk', '/api/desk/session'])
      assert.equal((await fetch(overHttp.url + path)).status, 404, path);
    assert.equal((await fetch(overHttp.url)).status, 200);
  } finally {
    await overHttp.discard();
  }
});
