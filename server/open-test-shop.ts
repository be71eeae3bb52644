import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Tokens } from '#contract/accounts.ts';
import type { PlacedDeposit } from '#contract/balance.ts';
import type { PlacedOrder } from '#contract/orders.ts';
import type { PaymentPage, PaymentStarted, WayToPay } from '#contract/payments.ts';
import type { Problem } from '#contract/problems.ts';
import { sql } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { type App, createApp, type ProviderEndpoints } from './app.ts';
import type { NoticeWay } from './payments/sandbox/sandbox-books.ts';
import { signNotice } from './payments/sandbox/sandbox-notices.ts';
import { loadConfig } from './config.ts';
import type { Database } from './database/open-database.ts';
import { openTestDatabase } from './database/open-test-database.ts';
import { ProblemReply } from './http/refusal.ts';
import type { InstantWorker } from './instant/open-instant-worker.ts';
import { type Keys, keysFor } from './keys.ts';
import { sessionSecrets } from './session-secret.ts';

type Answer<Body> = { status: number; headers: Headers; body: Body };

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

export const testPassword = 'violet tractor hums 42';

export const slogansBrief = {
  brandName: 'Golden Crust',
  offer: 'We bake slow bread and deliver it before breakfast.',
  audience: 'Busy parents in Leeds.',
  difference: 'We mill our own flour.',
  tone: ['friendly'],
  use: ['website'],
  language: 'en-US',
};

export const slogansDetails = {
  quantity: 1,
  variant: '10',
  options: {},
  express: false,
  brief: slogansBrief,
};

/** A valid order of one set of slogans, $129.00. */
export const slogansOrder = {
  firstName: 'Ann',
  lastName: 'Lee',
  country: 'US',
  city: 'Austin',
  address: '12 Main Street',
  state: 'TX',
  zipCode: '78701',
  price: 12900,
  agreedToPP_TOS: true,
  javascriptEnabled: true,
  acceptLanguage: 'en-US',
  screenWidth: 1280,
  screenHeight: 800,
  timeZone: 300,
  userAgent: 'test',
  orderTypes: [3],
  orderDetails: [slogansDetails],
  agreeToDeliveryTime: true,
};

const { orderTypes: _types, orderDetails: _details, agreeToDeliveryTime: _agreed, ...billing } = slogansOrder;

const pages = {
  'client/index.html': '<!doctype html><title>Home</title><body class="home"><h1>Home</h1>',
  'client/pay/index.html': '<!doctype html><title>Pay</title>',
  'client/404.html': '<!doctype html><title>Page Not Found</title>',
  'client/assets/app-1.js': 'export {}',
  'client/assets/app-1.js.br': brotliCompressSync('export {}'),
  'client/assets/app-1.js.gz': gzipSync('export {}'),
  'client/robots.txt': 'User-agent: *',
  'client-csp.json': JSON.stringify({ pages: { 'index.html': "default-src 'none'; script-src 'self'" } }),
};

function writePages(folder: string): void {
  for (const [name, text] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const testSecrets: Keys = ['a secret of at least thirty-two characters'];

type Options = {
  settings?: Record<string, string>;
  database?: Database;
  /** A data folder that stays, with a secret of its own. */
  dataDir?: string;
  startsAt?: Date;
  instant?: InstantWorker;
  endpoints?: ProviderEndpoints;
};

/**
 * The whole shop on a database of its own, spoken to over HTTP, with a clock the test moves. Jobs run when the test
 * drains them (and whenever the shop wakes them).
 */
export async function openTestShop({
  settings = {},
  database: given,
  dataDir,
  startsAt,
  instant,
  endpoints = {},
}: Options = {}) {
  const scratch = mkdtempSync(join(tmpdir(), 'redline-shop-'));
  writePages(join(scratch, 'build'));
  const folder = dataDir ?? scratch;
  const database = given ?? (await openTestDatabase());
  let now = startsAt ?? new Date('2026-11-20T15:00:00Z');
  const config = loadConfig({
    PUBLIC_URL: 'http://shop.test',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    OPERATOR_EMAIL: 'operator@shop.test',
    ...settings,
  });
  const secrets = dataDir
    ? await sessionSecrets(config.sessionSecrets, dataDir)
    : (config.sessionSecrets ?? testSecrets);
  const app: App = await createApp({
    config,
    database,
    clock: () => now,
    sessionSecrets: secrets,
    webFolder: join(scratch, 'build'),
    ...(instant ? { instant } : {}),
    endpoints,
  });
  // derived as app.ts derives it
  const [sandboxKey] = keysFor(secrets, 'sandbox');
  const origin = await app.http.listen({ host: '127.0.0.1', port: 0 });

  async function send<Body = Problem>(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer<Body>> {
    const json = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(json ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as string) }),
    });
    const text = await response.text();
    const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as Body,
    };
  }

  const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

  const shop = {
    app,
    database,
    origin,
    /** Signs the sandbox's notices and opens its API. */
    sandboxKey,
    send,
    bearer,
    now: () => now,
    /** Moves the shop's clock; milliseconds. */
    pass(ms: number) {
      now = new Date(now.getTime() + ms);
    },

    async logIn(email: string, password = testPassword): Promise<Tokens> {
      const answer = await send<Tokens>('POST', '/api/Accounts/login', { body: { email, password } });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body;
    },

    /** A new customer, logged in. */
    async customer(
      email = `${crypto.randomUUID()}@example.com`,
    ): Promise<{ email: string; tokens: Tokens; auth: { authorization: string } }> {
      const body = {
        firstName: 'Ann',
        lastName: 'Lee',
        email,
        password: testPassword,
        repeatedPassword: testPassword,
        agreedToPrivacyPolicy: true,
      };
      const answer = await send('POST', '/api/Accounts/register', { body });
      assert.equal(answer.status, 204, JSON.stringify(answer.body));
      const tokens = await shop.logIn(email);
      return { email, tokens, auth: bearer(tokens.accessToken) };
    },

    async placeOrder(
      auth: Record<string, string>,
      body: unknown = slogansOrder,
    ): Promise<PlacedOrder & { token: string }> {
      const answer = await send<PlacedOrder>('POST', '/api/orders', { body, headers: auth });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return { ...answer.body, token: new URL(answer.body.paymentLink).searchParams.get('link')! };
    },

    /** Starts paying by card and answers the sandbox's reference. */
    async startPayment(token: string): Promise<string> {
      const answer = await send<PaymentStarted>('POST', `/api/payments/${token}/pay`, {
        body: { with: 'card' },
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.url!.split('/').at(-1)!;
    },

    /** Who pays, for deposits. */
    billing,

    /** A notice that something happened to this page. */
    async tell(ref: string, eventId: string = crypto.randomUUID()): Promise<number> {
      const body = JSON.stringify({ id: eventId, type: 'session.paid', ref });
      const headers = {
        'content-type': 'application/json',
        'sandbox-signature': signNotice(sandboxKey, body, now),
      };
      return (await send('POST', '/api/webhooks/sandbox', { body, headers })).status;
    },

    /** What the sandbox collects on a page; minor units. */
    async amountAt(ref: string): Promise<number> {
      const { rows } = await sql<{
        amount: bigint;
      }>`select amount from sandbox_session where ref = ${ref}`.execute(database.db);
      return Number(rows[0]!.amount);
    },

    /** The sandbox's refunds of a page: amount and state. */
    async refundsAt(ref: string): Promise<[string, string][]> {
      const { rows } = await sql<{
        amount: bigint;
        status: string;
      }>`select amount, status from sandbox_refund where session_ref = ${ref} order by created_at, ref`.execute(
        database.db,
      );
      return rows.map(({ amount, status }) => [String(amount), status]);
    },

    /** The page an order or a deposit was paid on. */
    async refOf(number: string): Promise<string> {
      const { rows } = await sql<{ ref: string }>`
        select a.provider_ref as ref from payment_attempt a join payment_link l on l.id = a.payment_link_id
        where l.number = ${number} and a.status = 'captured'`.execute(database.db);
      return rows[0]!.ref;
    },

    slogansOrder,

    /** Starts paying in this way, as the customer. */
    pay: (token: string, way: WayToPay, headers: Record<string, string> = {}) =>
      send<PaymentStarted & Pick<Problem, 'errors'>>('POST', `/api/payments/${token}/pay`, {
        body: { with: way },
        headers,
      }),

    /** Adds to the balance by card, at once; minor units. */
    async addFunds(auth: Record<string, string>, price: number): Promise<PlacedDeposit> {
      const answer = await send<PlacedDeposit>('POST', '/api/balance/deposit', {
        body: { ...billing, price },
        headers: auth,
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const token = new URL(answer.body.paymentLink).searchParams.get('link')!;
      await shop.act(await shop.startPayment(token), 'pay', 'lost');
      assert.equal((await shop.sync(token)).status, 'paid');
      return answer.body;
    },

    act: (ref: string, act: string, notices: NoticeWay = 'once') =>
      send<{ status: string }>('POST', `/sandbox-pay/${ref}/act`, { body: { act, notices } }),

    payment: async (token: string) => (await send<PaymentPage>('GET', `/api/payments/${token}`)).body,
    sync: async (token: string) => (await send<PaymentPage>('POST', `/api/payments/${token}/sync`)).body,

    /** A command of the operator's. */
    operate: (name: string, ...words: string[]) =>
      app.commands[name]!.run({ words, files: [], operator: 'test' }),

    /** What the operator's audit finds wrong in the books. */
    async audit(): Promise<string[]> {
      try {
        await app.commands['audit']!.run({ words: [], files: [], operator: 'test' });
        return [];
      } catch (error) {
        if (!(error instanceof ProblemReply)) throw error;
        return error.message.split('\n- ').slice(1);
      }
    },

    async letters(): Promise<Email[]> {
      const files = await readdir(join(folder, 'mail')).catch((): string[] => []);
      return Promise.all(
        files.toSorted().map(async (file) => PostalMime.parse(await readFile(join(folder, 'mail', file)))),
      );
    },

    /** The letters to an address, oldest first, after everything that is due was sent. */
    async lettersTo(address: string): Promise<Email[]> {
      await app.jobs.drain();
      const letters = await shop.letters();
      return letters.filter((letter) => letter.to?.[0]?.address === address);
    },

    async close() {
      await app.http.close();
      if (!given) await database.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
  return shop;
}
