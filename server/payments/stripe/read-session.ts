import type Stripe from 'stripe';
import type { ProviderDispute, ProviderRefund, Snapshot } from '#server/payments/provider/provider.ts';

/** Collects values of the response, such as a status, that this version does not know. */
type Unknown = string[];

function stateOf(session: Stripe.Checkout.Session, unknown: Unknown): Snapshot['state'] {
  // a complete session isn't always paid: a bank transfer or voucher is paid later, or never
  if (session.payment_status === 'paid') return 'paid';
  if (session.payment_status !== 'unpaid') unknown.push(`payment_status ${session.payment_status}`);
  switch (session.status) {
    case 'open':
      return 'open';
    case 'expired':
      return 'expired';
    case 'complete':
      return stateOfIntent(intentOf(session)?.status, unknown);
    default:
      unknown.push(`session status ${session.status}`);
      return 'open';
  }
}

/** The state of an unpaid session that its customer has completed, by the status of its payment intent. */
function stateOfIntent(status: string | undefined, unknown: Unknown): 'processing' | 'failed' {
  switch (status) {
    case 'processing':
    case 'requires_action':
    case 'requires_confirmation':
    case 'requires_capture':
    case 'succeeded':
      return 'processing';
    case 'requires_payment_method':
    case 'canceled':
      return 'failed';
    default:
      unknown.push(`payment intent status ${status}`);
      return 'processing';
  }
}

function refundState(status: string | null, unknown: Unknown): ProviderRefund['state'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'failed':
    case 'canceled':
      return 'failed';
    case 'pending':
    case 'requires_action':
    case null:
      return 'pending';
    default:
      unknown.push(`refund status ${status}`);
      return 'pending';
  }
}

function disputeState(status: string, isTaken: boolean): ProviderDispute['state'] {
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
      return 'inquiry';
    case 'needs_response':
    case 'under_review':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'open';
    case 'won':
    case 'warning_closed':
      return 'won';
    case 'lost':
      return 'lost';
    case 'prevented':
      return isTaken ? 'lost' : 'won';
    default:
      return 'unknown';
  }
}

const sum = (amounts: number[]) => BigInt(amounts.reduce((total, amount) => total + amount, 0));

function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  // in an account that settles in another currency, the movements are in that currency: takes the dispute's own amount instead,
  // and leaves the fee to the import of movements
  const moves = dispute.balance_transactions.map(({ amount, fee, currency }) =>
    currency === dispute.currency ? { amount, fee } : { amount: Math.sign(amount) * dispute.amount, fee: 0 },
  );
  const withdrawn = sum(moves.map(({ amount }) => Math.max(-amount, 0)));
  const reinstated = sum(moves.map(({ amount }) => Math.max(amount, 0)));
  const { due_by: dueBy } = dispute.evidence_details;
  return {
    ref: dispute.id,
    amount: BigInt(dispute.amount),
    withdrawn,
    reinstated,
    fee: sum(moves.map(({ fee }) => fee)),
    state: disputeState(dispute.status, withdrawn > reinstated),
    reason: dispute.reason,
    evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1000),
  };
}

/** A session's expanded payment intent; null before the customer's first try to pay. */
export function intentOf({ payment_intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  return typeof payment_intent === 'object' ? payment_intent : null;
}

/**
 * Maps a Checkout Session with its payment intent, refunds and disputes. `captured` is what the intent received, never the
 * requested amount. An unknown value (a status of a newer API) changes nothing and is added to `unknown`.
 */
export function readSession(
  session: Stripe.Checkout.Session,
  refunds: readonly Stripe.Refund[],
  disputes: readonly Stripe.Dispute[],
): Snapshot {
  const unknown: Unknown = [];
  const intent = intentOf(session);
  const state = stateOf(session, unknown);
  return {
    ref: session.id,
    livemode: session.livemode,
    state,
    captured: BigInt(state === 'paid' ? (intent?.amount_received ?? 0) : 0),
    currency: intent?.currency ?? session.currency ?? 'none',
    refunds: refunds.map(({ id, amount, status, metadata }) => ({
      ref: id,
      reference: metadata?.['refund'] ?? null,
      amount: BigInt(amount),
      state: refundState(status, unknown),
    })),
    disputes: disputes.map(toDispute),
    ...(unknown.length > 0 ? { unknown } : {}),
  };
}
