import { randomBytes } from 'node:crypto';
import type { Clock } from '#server/process/clock.ts';
import { type ApiCall, ApiRefusal, openFakeApiServer } from './fake-api-server.ts';
import { type BalanceRoute, balanceRoutes, type FakeBalances, openBalances } from './mollie-fake-balance.ts';
import { type FakeAct, type HeldWebhook, type ProviderFake, sendWebhooks } from './provider-fake.ts';
import * as z from 'zod/mini';

type Amount = { currency: string; value: string };

/** A payment at the fake Mollie: tests may change any field. */
export type FakePayment = {
  id: string;
  mode: string;
  status: string;
  amount: Amount;
  description: string;
  metadata: unknown;
  isCancelable: boolean;
  redirectUrl: string;
  webhookUrl: string | undefined;
  refunds: { id: string; amount: Amount; status: string; metadata: unknown }[];
  chargebacks: { id: string; amount: Amount; reversedAt: string | null }[];
};

export type MollieFake = ProviderFake & { payment(ref: string): FakePayment; balance: FakeBalances };

const amount = z.strictObject({
  currency: z.literal('USD'),
  value: z.string().check(
    z.regex(/^(0|[1-9]\d*)\.\d{2}$/),
    z.refine((value) => Number(value) > 0),
  ),
});
const webAddress = z.url({ protocol: /^https?$/ });
// Mollie refuses webhook addresses that it cannot reach
const reachable = z.url({ protocol: /^https?$/, hostname: /\.(?!local$|test$)[a-z]+$/ });
const newPayment = z.strictObject({
  amount,
  description: z.string().check(z.minLength(1), z.maxLength(255)),
  redirectUrl: webAddress,
  cancelUrl: z.optional(webAddress),
  webhookUrl: z.optional(reachable),
  metadata: z.strictObject({ attempt: z.string() }),
});
const newRefund = z.strictObject({
  amount,
  description: z.string(),
  metadata: z.strictObject({ refund: z.string() }),
});

const routes = [
  'POST /v2/payments',
  'GET /v2/payments/:id',
  'DELETE /v2/payments/:id',
  'POST /v2/payments/:id/refunds',
] as const;

const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`;
const cents = ({ value }: Amount) => Math.round(Number(value) * 100);
const dollars = (minor: number): Amount => ({ currency: 'USD', value: (minor / 100).toFixed(2) });

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized Request',
  403: 'Forbidden',
  404: 'Not Found',
  422: 'Unprocessable Entity',
};
/** An error in Mollie's format, https://docs.mollie.com/reference/handling-errors. */
const problem = (status: number, detail: string) => ({
  status,
  title: titles[status] ?? 'Error',
  detail,
  _links: { documentation: { href: 'https://docs.mollie.com/reference/handling-errors', type: 'text/html' } },
});

function understand<Schema extends z.ZodMiniType>(schema: Schema, body: string): z.output<Schema> {
  const parsed = z.safeParse(schema, JSON.parse(body));
  if (!parsed.success) throw new ApiRefusal(422, JSON.stringify(parsed.error.issues));
  return parsed.data;
}

function leftOf({ status, amount: paid, refunds, chargebacks }: FakePayment): number {
  if (status !== 'paid') return 0;
  const gone = [
    ...refunds.filter((refund) => refund.status !== 'failed' && refund.status !== 'canceled'),
    ...chargebacks.filter(({ reversedAt }) => reversedAt === null),
  ];
  return gone.reduce((left, part) => left - cents(part.amount), cents(paid));
}

function addRefund(payment: FakePayment, asked: Amount, status: string, metadata: unknown): void {
  if (cents(asked) > leftOf(payment)) throw new ApiRefusal(422, 'The amount is higher than the maximum');
  payment.refunds.push({ id: newId('re'), amount: asked, status, metadata });
}

const nextStatus: Partial<Record<FakeAct, { from: string; to: string }>> = {
  pay: { from: 'open', to: 'paid' },
  async: { from: 'open', to: 'pending' },
  settle: { from: 'pending', to: 'paid' },
  fail: { from: 'pending', to: 'failed' },
  expire: { from: 'open', to: 'expired' },
};

/** Applies the act. Returns whether Mollie sends a webhook: a declined card is retried on the page without one. */
function perform(payment: FakePayment, act: FakeAct, now: Date): boolean {
  const step = nextStatus[act];
  if (step) {
    if (payment.status !== step.from) return false;
    payment.status = step.to;
    return true;
  }
  switch (act) {
    case 'dashboard-refund':
      addRefund(payment, dollars(Math.floor(cents(payment.amount) / 2)), 'refunded', null);
      return true;
    case 'refund-settle':
      for (const refund of payment.refunds) if (refund.status === 'queued') refund.status = 'refunded';
      return true;
    case 'refund-fail':
      for (const refund of payment.refunds) refund.status = 'failed';
      return true;
    case 'dispute':
      if (leftOf(payment) <= 0) return false;
      payment.chargebacks.push({ id: newId('chb'), amount: dollars(leftOf(payment)), reversedAt: null });
      return true;
    case 'dispute-won':
      for (const chargeback of payment.chargebacks) chargeback.reversedAt = now.toISOString();
      return true;
    default:
      return false;
  }
}

function shown(payment: FakePayment, isEmbedded: boolean) {
  const { refunds, chargebacks, isCancelable, ...rest } = payment;
  const isOpen = payment.status === 'open';
  return {
    resource: 'payment',
    ...rest,
    ...(isOpen ? { isCancelable } : {}),
    ...(isEmbedded ? { _embedded: { refunds, chargebacks } } : {}),
    _links: isOpen
      ? {
          checkout: {
            href: `https://www.mollie.com/checkout/select-method/${payment.id}`,
            type: 'text/html',
          },
        }
      : {},
  };
}

/**
 * A local fake of the parts of Mollie's API that the shop uses. It stores payments, checks requests and sends unsigned webhooks.
 */
export async function openMollieFake(options: {
  apiKey: string;
  organizationToken?: string;
  clock: Clock;
}): Promise<MollieFake> {
  const { apiKey, organizationToken = 'access_Double', clock } = options;
  const livemode = apiKey.startsWith('live_');
  const payments = new Map<string, FakePayment>();
  const balance = openBalances({ clock, livemode, payments: () => payments.values() });

  function find(ref: string): FakePayment {
    const payment = payments.get(ref);
    if (!payment) throw new ApiRefusal(404, 'No payment exists with this token.');
    return payment;
  }

  function carryOut({ route, id, query, body }: ApiCall): unknown {
    switch (route as (typeof routes)[number]) {
      case 'POST /v2/payments': {
        const { webhookUrl, ...request } = understand(newPayment, body);
        const payment: FakePayment = {
          ...request,
          webhookUrl,
          id: newId('tr'),
          mode: livemode ? 'live' : 'test',
          status: 'open',
          isCancelable: false,
          refunds: [],
          chargebacks: [],
        };
        payments.set(payment.id, payment);
        return shown(payment, false);
      }
      case 'GET /v2/payments/:id': {
        const embed = new URLSearchParams(query).get('embed');
        if (embed !== null && embed !== 'refunds,chargebacks') throw new ApiRefusal(400, 'Unknown embed');
        return shown(find(id), embed !== null);
      }
      case 'DELETE /v2/payments/:id': {
        const payment = find(id);
        if (!payment.isCancelable) throw new ApiRefusal(422, 'The payment cannot be canceled');
        payment.status = 'canceled';
        return shown(payment, false);
      }
      case 'POST /v2/payments/:id/refunds': {
        const { amount: asked, metadata } = understand(newRefund, body);
        addRefund(find(id), asked, 'queued', metadata);
        return { resource: 'refund' };
      }
    }
  }

  const isOfBalances = (route: string): route is BalanceRoute =>
    (balanceRoutes as readonly string[]).includes(route);
  function handle(call: ApiCall): unknown {
    // an API key can't read balances, and the organization's token can't make payments
    const credential = isOfBalances(call.route) ? organizationToken : apiKey;
    if (call.headers.authorization !== `Bearer ${credential}`)
      throw new ApiRefusal(401, 'Missing authentication, or failed to authenticate');
    return isOfBalances(call.route)
      ? balance.carryOut(call.route, call.id, new URLSearchParams(call.query))
      : carryOut(call);
  }

  const api = await openFakeApiServer({ routes: [...routes, ...balanceRoutes], handle, problem });
  const fake: MollieFake = {
    ...api,
    shopOrigin: '',
    held: [],
    payment: find,
    balance,
    async act(ref, act, way = 'once') {
      const payment = find(ref);
      const isSent = perform(payment, act, clock());
      balance.record();
      if (!isSent || payment.webhookUrl === undefined) return;
      const { pathname, search } = new URL(payment.webhookUrl);
      const webhook: HeldWebhook = async () => {
        const answer = await fetch(`${fake.shopOrigin}${pathname}${search}`, {
          method: 'POST',
          body: new URLSearchParams({ id: ref }),
        });
        return answer.status;
      };
      await sendWebhooks([webhook], way, fake.held);
    },
  };
  return fake;
}
