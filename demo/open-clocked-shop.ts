import assert from 'node:assert/strict';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { Tokens } from '#contract/storefront/accounts.ts';
import type { PlacedDeposit } from '#contract/storefront/balance.ts';
import type { PlacedOrder } from '#contract/storefront/orders.ts';
import type { PaymentPage, PaymentStarted, WayToPay } from '#contract/storefront/payments.ts';
import type { Problem } from '#contract/problems.ts';
import { createApp } from '#server/app.ts';
import type { ProviderEndpoints } from '#server/payments/open-providers.ts';
import type { Database } from '#server/database/open-database.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import type { InstantWorker } from '#server/instant/open-instant-worker.ts';
import type { Config } from '#server/process/config.ts';
import type { Keys } from '#server/process/derived-keys.ts';
import type { WebhookWay } from '#server/payments/sandbox/sandbox-books.ts';
import { billing } from './slogans-order.ts';

type Answer<Body> = { status: number; headers: Headers; body: Body };

export type ClockedShop = Awaited<ReturnType<typeof openClockedShop>>;

/**
 * Opens the whole shop in this process, used over HTTP, with a clock that the caller moves. Jobs run when the caller drains them,
 * or when the shop wakes the runner.
 */
export async function openClockedShop({
  startsAt,
  catalogue = () => builtInCatalogue,
  ...given
}: {
  config: Config;
  database: Database;
  sessionSecrets: Keys;
  startsAt: Date;
  catalogue?: () => Catalogue;
  webFolder?: string;
  instant?: InstantWorker;
  endpoints?: ProviderEndpoints;
}) {
  let now = startsAt;
  const app = await createApp({ ...given, catalogue, clock: () => now });
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
    const { status, headers: answered } = response;
    const mediaType = answered.get('content-type') ?? '';
    if (mediaType === 'application/pdf')
      return { status, headers: answered, body: new Uint8Array(await response.arrayBuffer()) as Body };
    const text = await response.text();
    const isJson = text !== '' && /json/.test(mediaType);
    return { status, headers: answered, body: (isJson ? JSON.parse(text) : text) as Body };
  }

  const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

  const shop = {
    app,
    origin,
    send,
    bearer,
    now: () => now,
    /** Moves the shop's clock forward by this many milliseconds. */
    pass(ms: number) {
      now = new Date(now.getTime() + ms);
    },

    async logIn(email: string, password: string): Promise<Tokens> {
      const answer = await send<Tokens>('POST', '/api/Accounts/login', { body: { email, password } });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body;
    },

    async placeOrder(auth: Record<string, string>, body: unknown): Promise<PlacedOrder & { token: string }> {
      const answer = await send<PlacedOrder>('POST', '/api/orders', { body, headers: auth });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return { ...answer.body, token: new URL(answer.body.paymentLink).searchParams.get('link')! };
    },

    /** Starts a card payment and returns the sandbox's reference. */
    async startPayment(token: string): Promise<string> {
      const answer = await send<PaymentStarted>('POST', `/api/payments/${token}/pay`, {
        body: { with: 'card' },
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.url!.split('/').at(-1)!;
    },

    /** Starts a payment with this method, as the customer. */
    pay: (token: string, way: WayToPay, headers: Record<string, string> = {}) =>
      send<PaymentStarted & Pick<Problem, 'errors'>>('POST', `/api/payments/${token}/pay`, {
        body: { with: way },
        headers,
      }),

    /** Deposits money by card and pays at once (minor units). `payer`: billing details that differ from the usual ones. */
    async addFunds(
      auth: Record<string, string>,
      price: number,
      payer: Partial<typeof billing> = {},
    ): Promise<PlacedDeposit> {
      const answer = await send<PlacedDeposit>('POST', '/api/balance/deposit', {
        body: { ...billing, ...payer, price },
        headers: auth,
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const token = new URL(answer.body.paymentLink).searchParams.get('link')!;
      await shop.act(await shop.startPayment(token), 'pay', 'lost');
      assert.equal((await shop.sync(token)).status, 'paid');
      return answer.body;
    },

    act: (ref: string, act: string, webhooks: WebhookWay = 'once') =>
      send<{ status: string }>('POST', `/sandbox-pay/${ref}/act`, { body: { act, webhooks } }),

    payment: async (token: string) => (await send<PaymentPage>('GET', `/api/payments/${token}`)).body,
    sync: async (token: string) => (await send<PaymentPage>('POST', `/api/payments/${token}/sync`)).body,

    /** Runs an operator command. */
    operate: (name: string, ...words: string[]) =>
      app.commands[name]!.run({ words, by: { kind: 'operator', id: 'test' } }),

    /** The findings of the operator's audit of the books. */
    async audit(): Promise<string[]> {
      try {
        await app.commands['audit']!.run({ words: [], by: { kind: 'operator', id: 'test' } });
        return [];
      } catch (error) {
        if (!(error instanceof ProblemReply)) throw error;
        return error.message.split('\n- ').slice(1);
      }
    },

    /** Closes idle connections repeatedly, because one that becomes idle during closing would delay the end by a minute. */
    async close() {
      const closing = app.http.close();
      const sweep = setInterval(() => app.http.server.closeIdleConnections(), 20);
      await closing.finally(() => clearInterval(sweep));
    },
  };
  return shop;
}
