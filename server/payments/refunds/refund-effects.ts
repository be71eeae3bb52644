import { least } from '#contract/money.ts';
import { enqueue } from '#server/jobs/job.ts';
import type { AccountCode, Posting, PostingKind, Transfer } from '#server/ledger/post.ts';
import { posting } from '#server/ledger/postings.ts';
import { writeActor } from '#server/process/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import type { CapturedPayment } from './lock-captured-payment.ts';
import type { ProviderRefund } from '#server/payments/provider/provider.ts';
import { refundEmail } from './refund-email.mail.ts';
import { countRefunded } from './refund-to-balance.ts';

/** A refund to a card as it is kept. */
export type KeptRefund = {
  id: string;
  provider_ref: string | null;
  amount: bigint;
  status: 'requested' | 'pending' | 'succeeded' | 'failed';
};

type Effects = { postings: Posting[]; writes: RawBuilder<unknown>[] };

const booked = (
  { customerId, currency, livemode, provider }: CapturedPayment,
  kind: PostingKind,
  refundId: string,
  transfers: Transfer[],
  at: Date,
): Posting[] =>
  posting(
    kind,
    refundId,
    { customerId, currency, livemode },
    { by: { kind: 'provider', id: provider }, at },
    transfers,
  );

/** Where the money of a refund is, as long as it is not with the customer's bank. */
const waitsIn = (status: KeptRefund['status'], provider: string): AccountCode =>
  status === 'succeeded' ? `clearing:${provider}` : 'refunds_pending';

/** A refund that failed, even days after it seemed done: the money goes to the balance instead, a debt first, with an email. */
export function failRefund(attempt: CapturedPayment, refund: KeptRefund, now: Date): Effects {
  const from = waitsIn(refund.status, attempt.provider);
  const repaid = attempt.isForeign ? 0n : least(refund.amount, -attempt.debt);
  const transfers: Transfer[] = [
    { from, to: 'debt', amount: repaid },
    { from, to: attempt.isForeign ? 'suspense' : 'cash', amount: refund.amount - repaid },
  ];
  return {
    postings: booked(attempt, 'refund_failed', refund.id, transfers, now),
    writes: [
      sql`update refund set status = 'failed', closed_at = ${now} where id = ${refund.id}::uuid`,
      // money in another currency is on no balance that the email could speak of
      ...(attempt.isForeign
        ? []
        : [enqueue([refundEmail.at(now, { refundId: refund.id, about: 'failed' })])]),
    ],
  };
}

function succeed(attempt: CapturedPayment, refund: KeptRefund, ref: string, now: Date): Effects {
  const to: AccountCode = `clearing:${attempt.provider}`;
  return {
    postings: booked(
      attempt,
      'refund_succeeded',
      refund.id,
      [{ from: 'refunds_pending', to, amount: refund.amount }],
      now,
    ),
    writes: [
      sql`update refund set status = 'succeeded', provider_ref = ${ref}, closed_at = ${now} where id = ${refund.id}::uuid`,
    ],
  };
}

// Made at the provider: money in another currency comes from `suspense`. Of the shop's, the order's money goes first, then the balance, and what that does not hold is a debt.
function book(attempt: CapturedPayment, theirs: ProviderRefund, now: Date): Effects {
  const id = crypto.randomUUID();
  const { amount } = theirs;
  const fromOrder = least(amount, attempt.left);
  const fromCash = least(amount - fromOrder, attempt.cash);
  const to = waitsIn(theirs.state, attempt.provider);
  return {
    postings: booked(
      attempt,
      'provider_refund',
      id,
      attempt.isForeign
        ? [{ from: 'suspense', to, amount }]
        : [
            { from: attempt.priceIn, to, amount: fromOrder },
            { from: 'cash', to, amount: fromCash },
            { from: 'debt', to, amount: amount - fromOrder - fromCash },
          ],
      now,
    ),
    writes: [
      sql`insert into refund (id, payment_link_id, payment_attempt_id, amount, from_order, origin, actor, provider_ref, status, reason,
          created_at, closed_at)
        values (${id}::uuid, ${attempt.linkId}, ${attempt.attemptId}::uuid, ${amount}, ${fromOrder}, 'provider', ${writeActor({ kind: 'provider', id: attempt.provider })},
          ${theirs.ref}, ${theirs.state}, 'Made at the provider', ${now}, ${theirs.state === 'succeeded' ? now : null})`,
      countRefunded(attempt.linkId, fromOrder),
      enqueue([refundEmail.at(now, { refundId: id, about: 'card' })]),
    ],
  };
}

/**
 * Ours that the provider can no longer make, a refund made there having taken what was left of the payment. One of the same
 * amount is the same refund, asked for twice; beside another one ours fails.
 */
function findOvertaken(
  attempt: CapturedPayment,
  kept: readonly KeptRefund[],
  amount: bigint,
): KeptRefund | undefined {
  const given = kept.reduce((sum, refund) => (refund.status === 'failed' ? sum : sum + refund.amount), 0n);
  if (given + amount <= attempt.arrived) return undefined;
  const asked = kept.filter(({ status }) => status === 'requested');
  return asked.find((refund) => refund.amount === amount) ?? asked.at(-1);
}

function settleOne(
  attempt: CapturedPayment,
  kept: KeptRefund[],
  theirs: ProviderRefund,
  now: Date,
): Effects | undefined {
  const known = kept.find(({ id, provider_ref }) => provider_ref === theirs.ref || id === theirs.reference);
  if (!known && theirs.state === 'failed') return undefined;
  const overtaken = known ? undefined : findOvertaken(attempt, kept, theirs.amount);
  if (overtaken && overtaken.amount !== theirs.amount) return failRefund(attempt, overtaken, now);
  const ours = known ?? overtaken;
  if (!ours) return book(attempt, theirs, now);
  const isOpen = ours.status === 'requested' || ours.status === 'pending';
  if (theirs.state === 'failed') return ours.status === 'failed' ? undefined : failRefund(attempt, ours, now);
  if (isOpen && theirs.state === 'succeeded') return succeed(attempt, ours, theirs.ref, now);
  if (ours.status === 'requested')
    return {
      postings: [],
      writes: [
        sql`update refund set status = 'pending', provider_ref = ${theirs.ref} where id = ${ours.id}::uuid`,
      ],
    };
  return undefined;
}

/**
 * What follows from the first of the provider's refunds that we do not know, or stand otherwise on. One at a time: each
 * moves the balances that the next is reckoned with.
 */
export function nextRefundEffects(
  attempt: CapturedPayment,
  kept: KeptRefund[],
  theirs: readonly ProviderRefund[],
  now: Date,
): Effects | undefined {
  for (const refund of theirs) {
    const effects = settleOne(attempt, kept, refund, now);
    if (effects) return effects;
  }
  return undefined;
}
