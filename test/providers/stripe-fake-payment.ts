import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { ApiRefusal } from './fake-api-server.ts';
import type { FakeAct } from './provider-fake.ts';
import fixtures from './stripe-fixtures.json' with { type: 'json' };

/** A payment at the fake Stripe: tests may change any field. */
export type FakePayment = {
  session: Stripe.Checkout.Session;
  intent: Stripe.PaymentIntent | null;
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
  metadata: Stripe.Metadata;
};

const disputeFee = 1_500;
const minutes = 60;
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/**
 * Creates a session within Stripe's limits.
 * @throws ApiRefusal for a request beyond them
 */
export function createSession(
  params: Stripe.Checkout.SessionCreateParams,
  { livemode, pageOrigin, now }: { livemode: boolean; pageOrigin: string; now: Date },
): FakePayment {
  const created = Math.floor(now.getTime() / 1000);
  const expires = params.expires_at ?? created + 24 * 60 * minutes;
  if (expires < created + 30 * minutes || expires > created + 24 * 60 * minutes)
    throw new ApiRefusal(400, 'expires_at must be between 30 minutes and 24 hours from now');
  const [item, ...more] = params.line_items ?? [];
  const price = item?.price_data;
  if (
    params.mode !== 'payment' ||
    params.ui_mode !== 'hosted_page' ||
    item === undefined ||
    !price?.product_data?.name ||
    more.length > 0
  )
    throw new ApiRefusal(400, 'One line of a new price is paid on a hosted page here');
  const total = (price.unit_amount ?? 0) * (item.quantity ?? 1);
  if (!Number.isSafeInteger(total) || total < 50)
    throw new ApiRefusal(400, 'The amount is too small, or no whole number');
  if (!params.success_url?.startsWith('http') || (livemode && !params.success_url.startsWith('https:')))
    throw new ApiRefusal(400, 'Not a valid URL');
  const id = newId(livemode ? 'cs_live' : 'cs_test');
  return {
    session: {
      ...(fixtures['checkout.session'] as unknown as Stripe.Checkout.Session),
      id,
      livemode,
      created,
      expires_at: expires,
      amount_total: total,
      currency: price.currency,
      currency_conversion: null,
      client_reference_id: params.client_reference_id ?? null,
      metadata: (params.metadata ?? {}) as Stripe.Metadata,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      url: `${pageOrigin}/c/pay/${id}`,
      success_url: params.success_url,
      cancel_url: params.cancel_url ?? null,
    },
    intent: null,
    refunds: [],
    disputes: [],
    metadata: (params.payment_intent_data?.metadata ?? {}) as Stripe.Metadata,
  };
}

/** The refundable part of a payment. */
export function leftOf({ intent, refunds, disputes }: FakePayment): number {
  const refunded = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const asked = disputes.filter(({ status }) => status !== 'won');
  return [...refunded, ...asked].reduce((left, { amount }) => left - amount, intent?.amount_received ?? 0);
}

export function addRefund(
  payment: FakePayment,
  amount: number,
  { status, metadata }: { status: 'pending' | 'succeeded'; metadata: Stripe.Metadata },
): Stripe.Refund {
  if (!payment.intent || payment.session.payment_status !== 'paid')
    throw new ApiRefusal(400, 'Nothing was paid');
  if (amount <= 0 || amount > leftOf(payment))
    throw new ApiRefusal(400, 'Refund amount is greater than what is left');
  const refund: Stripe.Refund = {
    ...(fixtures.refund as unknown as Stripe.Refund),
    id: newId('re'),
    amount,
    currency: payment.intent.currency,
    payment_intent: payment.intent.id,
    metadata,
    status,
  };
  payment.refunds.push(refund);
  return refund;
}

const movement = (amount: number, fee: number, currency: string) =>
  ({
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    fee,
    net: amount - fee,
    currency,
    type: 'adjustment',
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  }) as Stripe.BalanceTransaction;

function addDispute(payment: FakePayment): Stripe.Dispute {
  const intent = payment.intent!;
  const amount = leftOf(payment);
  const dispute: Stripe.Dispute = {
    ...(fixtures.dispute as unknown as Stripe.Dispute),
    id: newId('dp'),
    amount,
    currency: intent.currency,
    payment_intent: intent.id,
    status: 'needs_response',
    reason: 'fraudulent',
    balance_transactions: [movement(-amount, disputeFee, intent.currency)],
  };
  payment.disputes.push(dispute);
  return dispute;
}

function setIntent(payment: FakePayment, status: Stripe.PaymentIntent.Status): void {
  const { session } = payment;
  payment.intent = {
    ...(fixtures.payment_intent as unknown as Stripe.PaymentIntent),
    id: payment.intent?.id ?? newId('pi'),
    livemode: session.livemode,
    amount: session.amount_total!,
    amount_received: status === 'succeeded' ? session.amount_total! : 0,
    currency: session.currency!,
    metadata: payment.metadata,
    status,
  };
  session.payment_intent = payment.intent.id;
}

/** Changes the payment as when the customer completes the page. */
function complete(payment: FakePayment, status: Stripe.PaymentIntent.Status): void {
  setIntent(payment, status);
  payment.session.status = 'complete';
  payment.session.payment_status = status === 'succeeded' ? 'paid' : 'unpaid';
  payment.session.url = null;
}

type Told = [type: string, object: object];

/** Applies the act and returns its events; none when the act isn't possible. */
export function perform(payment: FakePayment, act: FakeAct): Told[] {
  const { session, intent, refunds, disputes } = payment;
  const is = (status: string, paid: string) => session.status === status && session.payment_status === paid;
  const told = (type: string): Told[] => [[`checkout.session.${type}`, session]];
  const open = disputes.find(({ status }) => status === 'needs_response');
  switch (act) {
    case 'pay':
      if (!is('open', 'unpaid')) return [];
      complete(payment, 'succeeded');
      return told('completed');
    case 'decline':
      if (is('open', 'unpaid')) setIntent(payment, 'requires_payment_method');
      return [];
    case 'async':
      if (!is('open', 'unpaid')) return [];
      complete(payment, 'processing');
      return told('completed');
    case 'settle':
      if (!is('complete', 'unpaid') || intent?.status !== 'processing') return [];
      complete(payment, 'succeeded');
      return told('async_payment_succeeded');
    case 'fail':
      if (!is('complete', 'unpaid') || intent?.status !== 'processing') return [];
      setIntent(payment, 'requires_payment_method');
      return told('async_payment_failed');
    case 'expire':
      if (!is('open', 'unpaid')) return [];
      session.status = 'expired';
      session.url = null;
      return told('expired');
    case 'dashboard-refund': {
      const refund = addRefund(payment, Math.floor((intent?.amount_received ?? 0) / 2), {
        status: 'succeeded',
        metadata: {},
      });
      const charge = { object: 'charge', id: newId('ch'), payment_intent: refund.payment_intent };
      return [
        ['refund.created', refund],
        ['charge.refunded', charge],
      ];
    }
    case 'refund-settle':
    case 'refund-fail': {
      const status = act === 'refund-settle' ? 'succeeded' : 'failed';
      const moved = refunds.filter(
        (refund) => refund.status === 'pending' || (status === 'failed' && refund.status === 'succeeded'),
      );
      for (const refund of moved) refund.status = status;
      return moved.map((refund) => [status === 'failed' ? 'refund.failed' : 'refund.updated', refund]);
    }
    case 'dispute': {
      if (leftOf(payment) <= 0) return [];
      const dispute = addDispute(payment);
      return [
        ['charge.dispute.created', dispute],
        ['charge.dispute.funds_withdrawn', dispute],
      ];
    }
    case 'dispute-won':
      if (!open) return [];
      open.status = 'won';
      open.balance_transactions.push(movement(open.amount, 0, open.currency));
      return [
        ['charge.dispute.funds_reinstated', open],
        ['charge.dispute.closed', open],
      ];
    case 'dispute-lost':
      if (!open) return [];
      open.status = 'lost';
      return [['charge.dispute.closed', open]];
  }
}
