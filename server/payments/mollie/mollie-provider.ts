import { isMadeBy, type Keys, sign } from '#server/process/derived-keys.ts';
import {
  type LinkRequest,
  type WebhookEvent,
  WebhookRefused,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
  type Snapshot,
} from '#server/payments/provider/provider.ts';
import { providerError } from '#server/payments/provider/provider-error.ts';
import { openMollie } from './call-mollie.ts';
import { listMollieMovements } from './list-movements.ts';
import { type MolliePayment, molliePayment, readPayment, toMollieAmount } from './read-payment.ts';
import * as z from 'zod/mini';

type Options = {
  /** The API key: `live_…` or `test_…`. */
  apiKey: string;
  /** An access token of the organization, which may read balances and settlements. */
  organizationToken?: string | undefined;
  /** Base URL for Mollie's webhooks. Without it, as on a developer's machine, payments are polled. */
  webhookUrl?: string | undefined;
  /**
   * Keys that sign the webhook address of each payment. Mollie doesn't sign its webhook requests
   * (https://docs.mollie.com/reference/webhooks), so each payment gets an address that only Mollie knows.
   */
  webhookKeys: Keys;
  /** Address of the API in tests. Never a setting, because the key is sent there. */
  endpoint?: string | undefined;
};

const pageOrigins = ['https://www.mollie.com', 'https://pay.mollie.com'];
/** Embeds refunds and chargebacks, so that one response has everything that moved the payment's money. */
const embedded = '?embed=refunds,chargebacks';

type Init = { method?: string; key?: string; body?: unknown };

/** Payments on Mollie's hosted page, https://docs.mollie.com/reference/payments-api. */
export function mollieProvider(options: Options): PaymentProvider {
  const { apiKey, organizationToken, webhookUrl, webhookKeys, endpoint } = options;
  const livemode = apiKey.startsWith('live_');

  const call = openMollie(apiKey, endpoint);

  async function ask(path: string, init: Init = {}): Promise<unknown> {
    const { status, ok, answer } = await call(`/payments${path}`, init);
    // only the call that creates a payment has no path
    const isNewPage = path === '';
    if (!ok) throw providerError(`Mollie responded with ${status}`, { status, isNewPage });
    return answer;
  }

  function understand(answer: unknown): MolliePayment {
    const parsed = z.safeParse(molliePayment, answer);
    if (!parsed.success) throw new ProviderUnavailable('Mollie sent a response we can’t read');
    return parsed.data;
  }

  const path = (ref: string) => `/${encodeURIComponent(ref)}`;
  const find = async (ref: string) => understand(await ask(`${path(ref)}${embedded}`));
  const read = async (ref: string): Promise<Snapshot> => readPayment(await find(ref));

  /** The signature in an attempt's webhook address: proves that a webhook request comes from Mollie. */
  const proofOf = (attempt: string) => sign(webhookKeys[0], attempt);

  function addressFor(attempt: string) {
    if (webhookUrl === undefined) return {};
    const query = new URLSearchParams({ attempt, proof: proofOf(attempt) });
    return { webhookUrl: `${webhookUrl}?${query.toString()}` };
  }

  const paymentOfRequest = (request: LinkRequest) => ({
    amount: toMollieAmount(BigInt(request.amount), request.currency),
    description: request.description,
    redirectUrl: request.returnUrl,
    cancelUrl: request.cancelUrl,
    ...addressFor(request.reference),
    metadata: { attempt: request.reference },
  });

  function readWebhook(rawBody: Buffer, query: Record<string, unknown>): WebhookEvent {
    const { attempt, proof } = query;
    if (typeof attempt !== 'string' || typeof proof !== 'string')
      throw new WebhookRefused('The webhook URL is incomplete.');
    if (!isMadeBy(webhookKeys, (key) => sign(key, attempt), proof))
      throw new WebhookRefused('The webhook URL isn’t one of ours.');
    const ref = new URLSearchParams(rawBody.toString('utf8')).get('id');
    if (ref === null || !/^tr_\w{1,100}$/.test(ref))
      throw new WebhookRefused('The webhook event couldn’t be read.');
    // Mollie's webhook requests have no event ID, so each request is a new event
    return { eventId: crypto.randomUUID(), type: 'payment', ref, payload: { id: ref, attempt } };
  }

  return {
    name: 'mollie',
    livemode,
    pageOrigins,
    async createLink(request, key) {
      const payment = understand(await ask('', { method: 'POST', key, body: paymentOfRequest(request) }));
      const url = payment._links.checkout?.href;
      if (url === undefined) throw new ProviderRefused(`Payment ${payment.id} has no payment page`);
      return { ref: payment.id, url };
    },
    fetch: read,
    async stop(ref) {
      const before = await find(ref);
      if (before.status !== 'open') return readPayment(before);
      try {
        if (before.isCancelable) await ask(path(ref), { method: 'DELETE' });
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error;
      }
      const after = await read(ref);
      // Mollie can't close most pages early. The shop gives the page up: money that is paid there later goes to the balance.
      return after.state === 'open' ? { ...after, state: 'canceled' } : after;
    },
    async refund(ref, { amount, reference }, key) {
      // looks for the refund first: Mollie stores idempotency keys for an hour, and this call may be a later retry
      const before = await find(ref);
      const snapshot = readPayment(before);
      if (snapshot.refunds.some((refund) => refund.reference === reference)) return snapshot;
      await ask(`${path(ref)}/refunds`, {
        method: 'POST',
        key,
        body: {
          amount: toMollieAmount(amount, snapshot.currency),
          description: before.description,
          metadata: { refund: reference },
        },
      });
      return read(ref);
    },
    readWebhook: (rawBody, _headers, query) => readWebhook(rawBody, query),
    ...(organizationToken === undefined
      ? {}
      : listMollieMovements({ call: openMollie(organizationToken, endpoint), livemode, find })),
  };
}
