import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import type { Me } from '#contract/desk/staff.ts';
import type { Problem } from '#contract/problems.ts';
import { openFakeAuthenticator } from './fake-authenticator.ts';
import { openTestShop, type TestShop } from './open-test-shop.ts';

export type TestDesk = Awaited<ReturnType<typeof openTestDesk>>;
export type Person = Awaited<ReturnType<TestDesk['join']>>;

export const staffPassword = 'nine otters juggle lanterns';
export const deskHost = 'shop.test';
export const deskOrigin = `http://${deskHost}`;

type Sent = { body?: unknown; cookie?: string | undefined; headers?: Record<string, string>; ip?: string };

/** The shop with its desk, and people who log in as in a browser. */
export async function openTestDesk(options: Parameters<typeof openTestShop>[0] = {}) {
  return deskOf(
    await openTestShop({
      ...options,
      settings: { DESK: 'on', RATE_LIMIT_FACTOR: '1000', ...options.settings },
    }),
  );
}

/** The desk of an open shop with the setting `DESK: 'on'`. */
export function deskOf(shop: TestShop) {
  const own = { origin: deskOrigin, 'sec-fetch-site': 'same-origin', 'x-desk': '1' };

  /** Calls the desk as its page does. Paths are relative to /api/desk. */
  async function call<Body = Problem>(
    method: 'GET' | 'POST',
    path: string,
    { body, cookie, headers = {}, ip = '203.0.113.7' }: Sent = {},
  ): Promise<{ status: number; body: Body; cookie: string | undefined; headers: Record<string, unknown> }> {
    const answer = await shop.app.http.inject({
      method,
      url: `/api/desk/${path}`,
      headers: { host: deskHost, ...own, ...(cookie ? { cookie: `desk=${cookie}` } : {}), ...headers },
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const set = /^desk=([\w-]*)/.exec(String(answer.headers['set-cookie'] ?? ''))?.[1];
    const isJson = /json/.test(String(answer.headers['content-type']));
    return {
      status: answer.statusCode,
      body: (answer.body === '' ? undefined : isJson ? JSON.parse(answer.body) : answer.body) as Body,
      cookie: set,
      headers: answer.headers,
    };
  }
  const codeOf = (link: string) => link.split('#')[1]!.split(/\s/)[0]!;
  const six = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.now().getTime() });

  const desk = {
    shop,
    call,
    /** Downloads a file with a call that must succeed. */
    async download(path: string, { cookie }: { cookie: string }, body: object = {}) {
      const { statusCode, rawPayload, headers } = await shop.app.http.inject({
        method: 'POST',
        url: `/api/desk/${path}`,
        headers: { host: deskHost, ...own, cookie: `desk=${cookie}` },
        payload: body,
      });
      assert.equal(statusCode, 200, rawPayload.toString());
      return { content: new Uint8Array(rawPayload), headers };
    },
    codeOf,
    six,

    /** Registers a fake passkey with an invitation code. Returns it in the form of `welcome`'s body. */
    async makePasskey(code: string) {
      const authenticator = openFakeAuthenticator(deskOrigin);
      const asked = await call<{ id: string; publicKey: Record<string, unknown> }>(
        'POST',
        'welcome/options',
        { body: { code } },
      );
      assert.equal(asked.status, 200, JSON.stringify(asked.body));
      const passkey = { id: asked.body.id, response: authenticator.register(asked.body), label: 'Laptop' };
      return { authenticator, passkey };
    },

    /** Creates a person with this role, who joined with a link and is logged in. */
    async join(role: string, way: 'passkey' | 'password' = 'passkey') {
      const code = codeOf(await shop.operate('staff', 'invite', role));
      const email = `${crypto.randomUUID()}@staff.test`;
      const body = { code, name: 'Maya Stone', email };
      const { authenticator, passkey } = await desk.makePasskey(code);
      const { secret } = (await call<{ secret: string }>('POST', 'welcome/code', { body: { code } })).body;
      const password = { password: staffPassword, secret, code: six(secret) };
      const answer = await call<{ me: Me; recoveryCodes: string[] }>('POST', 'welcome', {
        body: way === 'passkey' ? { ...body, passkey } : { ...body, password },
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const { me, recoveryCodes } = answer.body;
      return { id: me.id, me, email, cookie: answer.cookie!, authenticator, secret, recoveryCodes };
    },

    /** Logs in with the passkey and returns the cookie. */
    async logIn({
      authenticator,
    }: {
      authenticator: ReturnType<typeof openFakeAuthenticator>;
    }): Promise<string> {
      const asked = await call<{ id: string; publicKey: Record<string, unknown> }>('POST', 'login/options');
      const answer = await call('POST', 'login/passkey', {
        body: { id: asked.body.id, response: authenticator.answer(asked.body) },
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.cookie!;
    },
    close: () => shop.close(),
  };
  return desk;
}
