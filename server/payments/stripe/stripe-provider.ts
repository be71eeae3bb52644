import Stripe from 'stripe';
import type { Clock } from '#server/process/clock.ts';
import {
  type LinkRequest,
  type WebhookEvent,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
  type Snapshot,
} from '#server/payments/provider/provider.ts';
import { pageTimeoutMs, providerError, providerTimeoutMs } from '#server/payments/provider/provider-error.ts';
import { intentOf, readSession } from './read-session.ts';
import { readMovement } from './read-movement.ts';
import { isOfShop, webhookOf, readStripeWebhook } from './read-stripe-webhook.ts';

/** `webhookSecrets`: two during a rotation. */
export type StripeKeys = { secretKey: string; webhookSecrets: readonly string[] };

type Options = StripeKeys & {
  clock: Clock;
  /** HTTP address of the API in tests. Never a setting, because the key is sent there. */
  endpoint?: string | undefined;
};

/** The webhook events that the shop uses; the README tells the operator to select them. */
const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const;
const pageOrigin = 'https://checkout.stripe.com';

function connect({ secretKey, endpoint }: Options): Stripe {
  const { hostname: host, port } = new URL(endpoint ?? 'https://api.stripe.com');
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    // our jobs retry calls with the same idempotency key, so the SDK retries only after a closed connection
    maxNetworkRetries: 0,
    timeout: providerTimeoutMs,
    telemetry: false,
    ...(endpoint ? { host, port, protocol: 'http' } : {}),
  });
}

async function ask<Answer>(call: Promise<Answer>, isNewPage = false): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw meaningOf(error, isNewPage);
  }
}

/** Maps an SDK error to the port's errors. */
function meaningOf(error: unknown, isNewPage = false): Error {
  const { statusCode, code, headers } = error instanceof Stripe.errors.StripeError ? error : {};
  // Stripe replays a stored error for every retry with this key: final, because no customer has seen the page
  const isReplayed = isNewPage && headers?.['idempotent-replayed'] === 'true';
  // the money for a refund arrives with the next payments
  const isShort = code === 'balance_insufficient';
  const status = isReplayed ? 400 : isShort ? 503 : statusCode;
  const message = `Stripe responded with ${statusCode ?? 'no status'}${code ? ` (${code})` : ''}`;
  return providerError(message, { status, isNewPage }, error);
}

function sessionParams(request: LinkRequest): Stripe.Checkout.SessionCreateParams {
  const { amount, currency, description, reference, number, returnUrl, cancelUrl, expiresAt } = request;
  // a request that was stored without a number is sent without it, so that a retry is identical
  const metadata = { attempt: reference, ...(number === undefined ? {} : { number }) };
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    client_reference_id: reference,
    metadata,
    line_items: [
      {
        quantity: 1,
        price_data: { currency, unit_amount: Number(amount), product_data: { name: description } },
      },
    ],
    payment_intent_data: { description, metadata },
    // Stripe must not convert: the customer pays the currency and amount that the shop shows
    adaptive_pricing: { enabled: false },
    success_url: returnUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(Date.parse(expiresAt) / 1000),
  };
}

/** Payments on Stripe's hosted Checkout page, https://docs.stripe.com/api/checkout/sessions. */
export function stripeProvider(options: Options): PaymentProvider {
  const { secretKey, webhookSecrets: secrets, clock } = options;
  const livemode = /^[sr]k_live_/.test(secretKey);
  const stripe = connect(options);

  async function read(ref: string): Promise<{ snapshot: Snapshot; intentId: string | undefined }> {
    const session = await ask(stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent'] }));
    const intentId = intentOf(session)?.id;
    if (intentId === undefined || session.payment_status !== 'paid')
      return { snapshot: readSession(session, [], []), intentId };
    const ofIntent = { payment_intent: intentId, limit: 100 };
    const [refunds, disputes] = await Promise.all([
      ask(stripe.refunds.list(ofIntent).autoPagingToArray({ limit: 1000 })),
      ask(stripe.disputes.list(ofIntent).autoPagingToArray({ limit: 1000 })),
    ]);
    return { snapshot: readSession(session, refunds, disputes), intentId };
  }

  /** A page of the balance's movements; undefined when the key may not read them. */
  async function listMovements(query: Stripe.BalanceTransactionListParams, after: string | null) {
    try {
      const { data: listed, has_more: isMore } = await stripe.balanceTransactions.list(
        { ...query, ...(after === null ? {} : { starting_after: after }), limit: 100 },
        { timeout: pageTimeoutMs },
      );
      return { listed, next: isMore ? (listed.at(-1)?.id ?? null) : null };
    } catch (error) {
      if (error instanceof Stripe.errors.StripePermissionError) return undefined;
      throw meaningOf(error);
    }
  }

  return {
    name: 'stripe',
    livemode,
    pageOrigins: [pageOrigin],
    async createLink(request, idempotencyKey) {
      const session = await ask(
        stripe.checkout.sessions.create(sessionParams(request), { idempotencyKey }),
        true,
      );
      // the idempotency key returned an earlier page, which has ended and so has no URL
      if (session.url === null) throw new ProviderRefused(`The payment page of ${session.id} has expired`);
      return { ref: session.id, url: session.url };
    },
    fetch: async (ref) => (await read(ref)).snapshot,
    async stop(ref) {
      // Stripe rejects this call for a session that is paid or expired; the snapshot then has its state
      const error = await ask(stripe.checkout.sessions.expire(ref)).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error instanceof ProviderUnavailable) throw error;
      const { snapshot } = await read(ref);
      if (error && snapshot.state === 'open')
        throw new ProviderUnavailable('Stripe refused to expire the payment page');
      return snapshot;
    },
    async refund(ref, { amount, reference }, idempotencyKey) {
      // looks for the refund first: Stripe stores idempotency keys for at least 24 hours
      // (https://docs.stripe.com/api/idempotent_requests), and this call may be a later retry
      const { snapshot, intentId } = await read(ref);
      if (snapshot.refunds.some((refund) => refund.reference === reference)) return snapshot;
      if (intentId === undefined) throw new ProviderRefused(`No payment was made for ${ref}`);
      const params = { payment_intent: intentId, amount: Number(amount), metadata: { refund: reference } };
      await ask(stripe.refunds.create(params, { idempotencyKey }));
      return (await read(ref)).snapshot;
    },
    readWebhook: (rawBody, headers) =>
      readStripeWebhook(rawBody, headers['stripe-signature'], { secrets, livemode, now: clock() }),
    // events about refunds and disputes have the payment intent, not the session
    async paymentOf(ref) {
      if (!ref.startsWith('pi_')) return undefined;
      const { data } = await ask(stripe.checkout.sessions.list({ payment_intent: ref, limit: 1 }));
      // a payment intent without a session of ours belongs to another system
      return data[0] && isOfShop(data[0]) ? data[0].id : null;
    },
    async eventsSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const webhooks: WebhookEvent[] = [];
      try {
        // the SDK fetches page after page; only small parts of each event stay in memory
        for await (const event of stripe.events.list({ created, types: [...eventTypes], limit: 100 })) {
          const webhook = webhookOf(event);
          if (webhook) webhooks.push(webhook);
        }
      } catch (error) {
        if (error instanceof Stripe.errors.StripePermissionError) return undefined;
        throw meaningOf(error);
      }
      return webhooks;
    },
    async movements({ since, newOf }, after) {
      const page = await listMovements(
        { created: { gte: Math.floor(since.getTime() / 1000) }, expand: ['data.source'] },
        after,
      );
      if (!page) return undefined;
      const added = await newOf(page.listed.map(({ id }) => id));
      return { movements: page.listed.filter(({ id }) => added.has(id)).map(readMovement), next: page.next };
    },
    async contentOf({ ref: payout, amount }) {
      const refs: string[] = [];
      let left = amount;
      for (let after: string | null = null; ;) {
        const page = await listMovements({ payout }, after);
        if (!page) return undefined;
        for (const { id, net, source } of page.listed)
          // the list contains the payout itself
          if (source !== payout) {
            refs.push(id);
            left += BigInt(net);
          }
        after = page.next;
        if (after === null) return { by: 'id', refs, isComplete: left === 0n };
      }
    },
  };
}
