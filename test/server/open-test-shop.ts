import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { Tokens } from '#contract/storefront/accounts.ts';
import { sql } from 'kysely';
import type { Email } from 'postal-mime';
import { openClockedShop } from '#demo/open-clocked-shop.ts';
import { billing, slogansOrder } from '#demo/slogans-order.ts';
import type { ProviderEndpoints } from '#server/payments/open-providers.ts';
import { signWebhook } from '#server/payments/sandbox/sandbox-webhooks.ts';
import { loadConfig } from '#server/process/config.ts';
import type { Database } from '#server/database/open-database.ts';
import { type EmailReader, emailReader } from '#test/email-reader.ts';
import { openTestDatabase } from './open-test-database.ts';
import { patience } from './patience.ts';
import type { InstantWorker } from '#server/instant/open-instant-worker.ts';
import { type Keys, keysFor } from '#server/process/derived-keys.ts';
import { sessionSecrets } from '#server/process/session-secret.ts';

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

export const testPassword = 'violet tractor hums 42';

const pages = {
  'client/index.html': '<!doctype html><title>Home</title><body class="home"><h1>Home</h1>',
  'client/pay/index.html': '<!doctype html><title>Pay</title>',
  'client/404.html': '<!doctype html><title>Page Not Found</title>',
  'client/assets/app-1.js': 'export {}',
  'client/assets/app-1.js.br': brotliCompressSync('export {}'),
  'client/assets/app-1.js.gz': gzipSync('export {}'),
  'client/robots.txt': 'User-agent: *',
  'desk/index.html': '<!doctype html><title>Desk</title>',
  'desk/assets/desk-1.js': 'export {}',
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
  /** A data folder that still exists after the shop closes, with a secret of its own. */
  dataDir?: string;
  /** Reads the emails in the data folder; one reader serves several shops on it. */
  letters?: EmailReader;
  startsAt?: Date;
  catalogue?: () => Catalogue;
  instant?: InstantWorker;
  endpoints?: ProviderEndpoints;
};

/** A shop on a database of its own, with a clock that the test moves and access to internals. */
export async function openTestShop({
  settings = {},
  database: given,
  dataDir,
  letters: readLetters,
  startsAt = new Date('2026-11-20T15:00:00Z'),
  catalogue,
  instant,
  endpoints = {},
}: Options = {}) {
  const scratch = mkdtempSync(join(tmpdir(), 'redline-shop-'));
  writePages(join(scratch, 'build'));
  const folder = dataDir ?? scratch;
  const letters = readLetters ?? emailReader(join(folder, 'mail'));
  const database = given ?? (await openTestDatabase());
  const config = loadConfig({
    PUBLIC_URL: 'http://shop.test',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    OPERATOR_EMAIL: 'operator@shop.test',
    // off by default, because only the tests of the desk need it
    DESK: 'off',
    ...patience,
    ...settings,
  });
  const secrets = dataDir
    ? await sessionSecrets(config.sessionSecrets, dataDir)
    : (config.sessionSecrets ?? testSecrets);
  const clocked = await openClockedShop({
    config,
    database,
    sessionSecrets: secrets,
    startsAt,
    webFolder: join(scratch, 'build'),
    ...(catalogue ? { catalogue } : {}),
    ...(instant ? { instant } : {}),
    endpoints,
  });
  const { app, send, bearer, now } = clocked;
  // derives the sandbox's key as app.ts does
  const [sandboxKey] = keysFor(secrets, 'sandbox');

  const shop = {
    ...clocked,
    database,
    /** Key that signs the sandbox's events and authorizes calls of its API. */
    sandboxKey,
    slogansOrder,
    billing,

    logIn: (email: string, password = testPassword) => clocked.logIn(email, password),
    placeOrder: (auth: Record<string, string>, body: unknown = slogansOrder) =>
      clocked.placeOrder(auth, body),

    /** Creates a customer and logs them in. */
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

    /** Creates a customer with a confirmed address, which a first upload needs. */
    async confirmedCustomer() {
      const customer = await shop.customer();
      const { email } = customer;
      const [letter] = await shop.emailsTo(email);
      const [, code] = /#confirm=([0-9A-Z]{26})&/.exec(letter?.text ?? '')!;
      const answer = await send('POST', '/api/Accounts/confirm-email', { body: { email, code } });
      assert.equal(answer.status, 204, JSON.stringify(answer.body));
      return customer;
    },

    /** Sends a webhook event about this payment page. Returns the status of the answer. */
    async tell(ref: string, eventId: string = crypto.randomUUID()): Promise<number> {
      const body = JSON.stringify({ id: eventId, type: 'session.paid', ref });
      const headers = {
        'content-type': 'application/json',
        'sandbox-signature': signWebhook(sandboxKey, body, now()),
      };
      return (await send('POST', '/api/webhooks/sandbox', { body, headers })).status;
    },

    /** The amount of a sandbox payment page (minor units). */
    async amountAt(ref: string): Promise<number> {
      const { rows } = await sql<{
        amount: bigint;
      }>`select amount from sandbox_session where ref = ${ref}`.execute(database.db);
      return Number(rows[0]!.amount);
    },

    /** The sandbox's refunds of a payment page, each with amount and state. */
    async refundsAt(ref: string): Promise<[string, string][]> {
      const { rows } = await sql<{
        amount: bigint;
        status: string;
      }>`select amount, status from sandbox_refund where session_ref = ${ref} order by created_at, ref`.execute(
        database.db,
      );
      return rows.map(({ amount, status }) => [String(amount), status]);
    },

    /** The reference of the sandbox page on which an order or a deposit was paid. */
    async refOf(number: string): Promise<string> {
      const { rows } = await sql<{ ref: string }>`
        select a.provider_ref as ref from payment_attempt a join payment_link l on l.id = a.payment_link_id
        where l.number = ${number} and a.status = 'captured'`.execute(database.db);
      return rows[0]!.ref;
    },

    /**
     * Delays new jobs (ms), as when the mail server is unavailable. `kind`: the beginning of their kinds. Returns a function that
     * ends it.
     */
    async delayJobs(kind: string, ms: number): Promise<() => Promise<void>> {
      await sql`create function delay_job() returns trigger language plpgsql as $$
        begin new.run_at := new.run_at + interval ${sql.lit(`${ms} ms`)}; return new; end $$`.execute(
        database.db,
      );
      await sql`create trigger delayed before insert on job for each row when (starts_with(new.kind, ${sql.lit(kind)}))
        execute function delay_job()`.execute(database.db);
      return async () => void (await sql`drop function delay_job cascade`.execute(database.db));
    },

    letters,

    /** Sends all due emails. Returns the emails to an address, oldest first. */
    async emailsTo(address: string): Promise<Email[]> {
      await app.jobs.drain();
      const letters = await shop.letters();
      return letters.filter((letter) => letter.to?.[0]?.address === address);
    },

    async close() {
      await clocked.close();
      if (!given) await database.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
  return shop;
}
