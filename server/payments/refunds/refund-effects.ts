import { least } from '#contract/money.ts';
import { enqueue } from '#server/jobs/job.ts';
import type { AccountCode, Posting, PostingKind, Transfer } from '#server/ledger/post.ts';
import { posting } from '#server/ledger/postings.ts';
import { writeActor } from '#server/process/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import type { CapturedPayment } from './lock-captured-payment.ts';
import { takeFromPrice } from '#server/payments/order-price.ts';
import type { ProviderRefund } from '#server/payments/provider/provider.ts';
import { refundEmail } from './refund-email.mail.ts';
import { countRefunded } from './refund-to-balance.ts';

/** A card refund as the database stores it. */
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

/** The account from which a refund's money returns if the refund fails. */
const waitsIn = (status: KeptRefund['status'], provider: string): AccountCode =>
  status === 'succeeded' ? `clearing:${provider}` : 'refunds_pending';

/**
 * The effects of a failed refund, even one that failed days after it succeeded: the money repays a debt first, the rest goes to
 * the balance, and the customer gets an email.
 */
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
      // no email: it would describe the balance, which does not hold other currencies
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

// Books a refund made in the provider's dashboard. Its money comes from the order's price first, then from the balance; a
// shortfall becomes a debt. Money of a foreign payment comes from `suspense`.
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
            ...takeFromPrice(attempt.price, fromOrder, to).transfers,
            { from: 'cash', to, amount: fromCash },
            { from: 'debt', to, amount: amount - fromOrder - fromCash },
          ],
      now,
    ),
    writes: [
      sql`insert into refund (id, payment_link_id, payment_attempt_id, amount, from_order, origin, actor, provider_ref, status, reason,
          created_at, closed_at)
        values (${id}::uuid, ${attempt.linkId}, ${attempt.attemptId}::uuid, ${amount}, ${fromOrder}, 'provider', ${writeActor({ kind: 'provider', id: attempt.provider })},
          ${theirs.ref}, ${theirs.state}, 'Refunded through the payment provider', ${now}, ${theirs.state === 'succeeded' ? now : null})`,
      countRefunded(attempt.linkId, fromOrder),
      enqueue([refundEmail.at(now, { refundId: id, about: 'card' })]),
    ],
  };
}

/**
 * Our requested refund that the payment no longer covers because of a refund made in the provider's dashboard. If both have the
 * same amount, the provider's refund counts as ours; otherwise ours fails.
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
 * The effects of the first provider refund that is new to us or whose status changed. Only one at a time, because it changes the
 * balances that the next one reads.
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
