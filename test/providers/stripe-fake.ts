import { Ajv, type ValidateFunction } from 'ajv';
import qs from 'qs';
import Stripe from 'stripe';
import type { Clock } from '#server/process/clock.ts';
import { type ApiCall, ApiRefusal, openFakeApiServer } from './fake-api-server.ts';
import {
  type FakeAct,
  type HeldWebhook,
  type WebhookWay,
  type ProviderFake,
  sendWebhooks,
} from './provider-fake.ts';
import { openBalance, type FakeBalance } from './stripe-fake-balance.ts';
import { addRefund, createSession, type FakePayment, leftOf, newId, perform } from './stripe-fake-payment.ts';
import requestSchema from './request-schema.json' with { type: 'json' };
import fixtures from './stripe-fixtures.json' with { type: 'json' };
import type { StripeRequests } from './stripe-requests.ts';

type Options = { secretKey: string; webhookSecret: string; clock: Clock };

export type StripeFake = ProviderFake & {
  payment(ref: string): FakePayment;
  /** The account's balance and its movements. */
  balance: FakeBalance;
  /** Origin of the fake's payment pages. */
  pageOrigin: string;
  /** A signed event. `signedAt`, `secret`: for an invalid signature. */
  webhook(
    event: Stripe.Event,
    signing?: { signedAt?: Date; secret?: string },
  ): { body: string; headers: Record<string, string> };
  event(type: string, object: object): Stripe.Event;
};

const apiVersion = '2026-10-28.endive';
const routes = Object.keys(requestSchema.definitions.StripeRequests.properties) as (keyof StripeRequests)[];

/**
 * Compiles the schemas of requests. Unlike the SDK's types, which accept any text for future values, they accept only the values
 * of one API version.
 */
function compileSchemas(): Map<string, ValidateFunction> {
  const ajv = new Ajv({ coerceTypes: true, strict: false, allErrors: true });
  const definitions = { ...requestSchema.definitions, OtherString: { not: {} } };
  return new Map(
    Object.entries(requestSchema.definitions.StripeRequests.properties).map(([route, { $ref }]) => [
      route,
      ajv.compile({ $ref, definitions }),
    ]),
  );
}
const schemas = compileSchemas();

const parse = (text: string) => qs.parse(text, { depth: 20, arrayLimit: 100, strictDepth: true });

function validate({ route, body, query }: ApiCall): unknown {
  const params = parse(route.startsWith('GET') ? query : body);
  const check = schemas.get(route)!;
  if (check(params)) return params;
  const problems = (check.errors ?? []).map(
    ({ instancePath, message = '', params: about }) => `${instancePath} ${message} ${JSON.stringify(about)}`,
  );
  throw new ApiRefusal(400, problems.join('; '));
}

function list(all: { id: string }[], { limit = 10, starting_after: after }: Stripe.PaginationParams) {
  const start = all.findIndex(({ id }) => id === after) + 1;
  const data = all.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < all.length, url: '/v1' };
}

/**
 * A local fake of the parts of Stripe's API that the shop uses. It stores payments, checks each request by the SDK's types and
 * Stripe's limits, and sends signed events.
 */
export async function openStripeFake({ secretKey, webhookSecret, clock }: Options): Promise<StripeFake> {
  const livemode = secretKey.startsWith('sk_live_');
  const payments = new Map<string, FakePayment>();
  const events: Stripe.Event[] = [];
  const balance = openBalance({ clock, payments: () => payments.values() });

  function find(ref: string): FakePayment {
    const payment = payments.get(ref);
    if (!payment) throw new ApiRefusal(404, `No such checkout.session: ${ref}`);
    if (payment.session.expires_at * 1000 <= clock().getTime()) perform(payment, 'expire');
    return payment;
  }
  const findByIntent = (id: string | undefined) =>
    [...payments.values()].find(({ intent }) => intent !== null && intent.id === id);

  function shown({ session, intent }: FakePayment, expand: readonly string[] = []) {
    return { ...session, payment_intent: expand.includes('payment_intent') ? intent : (intent?.id ?? null) };
  }

  function carryOut(call: ApiCall): unknown {
    const params = validate(call);
    switch (call.route as keyof StripeRequests) {
      case 'POST /v1/checkout/sessions': {
        const payment = createSession(params as Stripe.Checkout.SessionCreateParams, {
          livemode,
          pageOrigin: fake.pageOrigin,
          now: clock(),
        });
        payments.set(payment.session.id, payment);
        return shown(payment);
      }
      case 'GET /v1/checkout/sessions': {
        const asked = params as Stripe.Checkout.SessionListParams;
        const payment = findByIntent(asked.payment_intent);
        return list(payment ? [shown(payment)] : [], asked);
      }
      case 'GET /v1/checkout/sessions/:id':
        return shown(find(call.id), (params as Stripe.Checkout.SessionRetrieveParams).expand);
      case 'POST /v1/checkout/sessions/:id/expire': {
        const payment = find(call.id);
        if (perform(payment, 'expire').length === 0)
          throw new ApiRefusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired');
        return shown(payment);
      }
      case 'POST /v1/refunds': {
        const { payment_intent: id, amount, metadata } = params as Stripe.RefundCreateParams;
        const payment = findByIntent(id);
        if (!payment) throw new ApiRefusal(404, `No such payment_intent: ${id}`);
        return addRefund(payment, amount ?? leftOf(payment), {
          status: 'pending',
          metadata: (metadata || {}) as Stripe.Metadata,
        });
      }
      case 'GET /v1/refunds': {
        const asked = params as Stripe.RefundListParams;
        return list(findByIntent(asked.payment_intent)?.refunds ?? [], asked);
      }
      case 'GET /v1/disputes': {
        const asked = params as Stripe.DisputeListParams;
        return list(findByIntent(asked.payment_intent)?.disputes ?? [], asked);
      }
      case 'GET /v1/balance_transactions': {
        const asked = params as Stripe.BalanceTransactionListParams;
        return list(balance.list(asked), asked);
      }
      case 'GET /v1/events': {
        const asked = params as Stripe.EventListParams;
        const { gte = 0 } = asked.created as Stripe.RangeQueryParam;
        const ofTypes = events.filter(({ type, created }) => asked.types?.includes(type) && created >= gte);
        return list(ofTypes.toReversed(), asked);
      }
    }
  }

  const problem = (status: number, message: string) => ({
    error: {
      type: message.startsWith('The key') ? 'idempotency_error' : 'invalid_request_error',
      message,
      status,
      ...(status === 404 ? { code: 'resource_missing' } : {}),
    },
  });
  function handle(call: ApiCall): unknown {
    if (call.headers.authorization !== `Bearer ${secretKey}`)
      throw new ApiRefusal(401, 'Invalid API Key provided');
    if (call.headers['stripe-version'] !== apiVersion)
      throw new ApiRefusal(400, 'Not the API version of the types');
    return carryOut(call);
  }

  const api = await openFakeApiServer({ routes, handle, problem });
  const fake: StripeFake = {
    ...api,
    shopOrigin: '',
    held: [],
    pageOrigin: 'https://checkout.stripe.com',
    payment: find,
    balance,
    event: (type, object) =>
      ({
        ...fixtures.event,
        id: newId('evt'),
        type,
        livemode,
        created: Math.floor(clock().getTime() / 1000),
        data: { object: structuredClone(object) },
      }) as unknown as Stripe.Event,
    webhook(event, { signedAt = clock(), secret = webhookSecret } = {}) {
      const body = JSON.stringify(event);
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret,
        timestamp: Math.floor(signedAt.getTime() / 1000),
      });
      return { body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
    },
    async act(ref: string, act: FakeAct, way: WebhookWay = 'once') {
      const made = perform(find(ref), act).map(([type, object]) => fake.event(type, object));
      events.push(...made);
      balance.record();
      const webhooks = made.map((event): HeldWebhook => async () => {
        const answer = await fetch(`${fake.shopOrigin}/api/webhooks/stripe`, {
          method: 'POST',
          ...fake.webhook(event),
        });
        return answer.status;
      });
      await sendWebhooks(webhooks, way, fake.held);
    },
  };
  return fake;
}
