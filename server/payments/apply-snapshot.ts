import { least } from '#contract/money.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, type NewJob } from '#server/jobs/job.ts';
import { ledgerPost, type Posting } from '#server/ledger/post.ts';
import { type Hold, posting, release } from '#server/ledger/postings.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { applyDisputes } from './disputes/apply-disputes.ts';
import { applyRefunds } from './refunds/apply-refunds.ts';
import type { PaymentDeps, PaymentPurpose } from './payment-deps.ts';
import { reportAttempt } from './operator-alert.mail.ts';
import { type CreditedBecause, paymentEmail } from './payment-email.mail.ts';
import { pollOthers } from './poll-attempt-job.ts';
import type { Snapshot } from './provider/provider.ts';
import { returnedOf } from './refunds/returned-of.ts';
import { type AttemptStatus, isLive, reduceSnapshot } from './reduce-snapshot.ts';

type LockedAttempt = {
  id: string;
  status: AttemptStatus;
  livemode: boolean;
  currency: string;
  provider: string;
  link_id: bigint;
  link_status: 'awaitingPayment' | 'paid' | 'expired' | 'cancelled';
  customer_id: bigint;
  purpose: PaymentPurpose;
  number: string;
  amount: bigint;
  captured: bigint;
  /** What of it did not go back to its card. */
  received: bigint;
  held: bigint;
  lines: { days: number }[];
  cash: bigint;
  debt: bigint;
};

// attempt → link → balance: the lock order of all money code. The balance is read by a function, after the locks: a
// subquery would answer what was true before this waited for another payment of the same customer.
async function lockAttempt(
  tx: Kysely<Schema>,
  provider: string,
  ref: string,
): Promise<LockedAttempt | undefined> {
  const { rows } = await sql<Omit<LockedAttempt, 'received'>>`
    with locked as (
      select a.id, a.status, a.livemode, a.currency, a.provider, a.held, l.id as link_id, l.status as link_status, l.customer_id,
        l.purpose, l.number, l.amount, l.captured, l.lines
      from payment_attempt a join payment_link l on l.id = a.payment_link_id
      where a.provider = ${provider} and a.provider_ref = ${ref}
      for update of a, l
    )
    select locked.*, balance.cash, balance.debt
    from locked cross join lateral ledger_lock_balances(locked.customer_id, locked.currency, locked.livemode) as balance`.execute(
    tx,
  );
  const attempt = rows[0];
  if (!attempt) return undefined;
  // by a statement of its own: one that waited for a refund would see what was captured before it
  const { rows: gone } = await sql<{
    returned: bigint;
  }>`select ${returnedOf(attempt.link_id)} as returned`.execute(tx);
  const received = attempt.captured - gone[0]!.returned;
  return { ...attempt, received: received > 0n ? received : 0n };
}

const holdOf = (attempt: LockedAttempt, held: bigint): Hold => ({
  attemptId: attempt.id,
  customerId: attempt.customer_id,
  currency: attempt.currency,
  livemode: attempt.livemode,
  held,
});

type Effects = { postings: Posting[]; writes: RawBuilder<unknown>[]; jobs: NewJob[] };

const captured = (
  { id, customer_id: customerId, livemode, provider }: LockedAttempt,
  at: Date,
  amount: bigint,
  currency: string,
  to: 'cash' | 'suspense',
): Posting[] =>
  posting('capture', id, { customerId, currency, livemode }, { by: { kind: 'provider', id: provider }, at }, [
    { from: `clearing:${provider}`, to, amount },
  ]);

const credited = (attempt: LockedAttempt, now: Date, about: CreditedBecause, difference = 0n) =>
  paymentEmail.at(
    now,
    { attemptId: attempt.id, about, difference: Number(difference) },
    `${attempt.id}:credited`,
  );

// usable = min(new payment + max(held, received before), cash + new payment + held): a hold can be made of what was received.
function usableFor(attempt: LockedAttempt, amount: bigint, held: bigint): bigint {
  const meant = amount + (held > attempt.received ? held : attempt.received);
  const there = attempt.cash + amount + held;
  return least(meant, there);
}

// Money lands in the customer's cash first; the purpose is settled from there, in the same statement, if it still can.
// What does not settle it, or is left over, stays on the balance with an email that says why: decided here, not when it is sent.
function capture(deps: PaymentDeps, attempt: LockedAttempt, amount: bigint, now: Date): Effects {
  const purpose = deps.purposes[attempt.purpose];
  const held = isLive(attempt.status) ? attempt.held : 0n;
  const total = attempt.captured + amount;
  const usable = usableFor(attempt, amount, held);
  const { link_status: linkStatus } = attempt;
  const isOpen = linkStatus === 'awaitingPayment';
  const isPayable = purpose.takesAnyAmount ? linkStatus !== 'paid' : isOpen && usable >= attempt.amount;
  const closeAttempt = sql`update payment_attempt set status = 'captured', captured_amount = ${amount},
    captured_currency = ${attempt.currency}, closed_at = ${now} where id = ${attempt.id}`;
  const postings = captured(attempt, now, amount, attempt.currency, 'cash');
  if (!isPayable)
    return {
      postings: [...postings, ...release(holdOf(attempt, held), now)],
      writes: [closeAttempt, sql`update payment_link set captured = ${total} where id = ${attempt.link_id}`],
      jobs: [
        isOpen
          ? credited(attempt, now, 'short', attempt.amount - usable)
          : credited(attempt, now, linkStatus),
      ],
    };
  const paidByCard = least(attempt.received + amount, attempt.amount);
  const settled = purpose.paid({
    linkId: attempt.link_id,
    customerId: attempt.customer_id,
    number: attempt.number,
    amount: attempt.amount,
    currency: attempt.currency,
    livemode: attempt.livemode,
    days: attempt.lines.map((line) => line.days),
    paidByCard,
    paidFromBalance: attempt.amount - paidByCard,
    fromReserved: held,
    debt: attempt.debt,
    cash: attempt.cash + amount,
    paidAt: now,
  });
  const isOver = usable > attempt.amount && !purpose.takesAnyAmount;
  return {
    postings: [...postings, ...settled.postings],
    writes: [
      closeAttempt,
      sql`update payment_link set captured = ${total}, status = 'paid', closed_at = ${now} where id = ${attempt.link_id}`,
      ...settled.writes,
      pollOthers(attempt.link_id, attempt.id, now),
    ],
    jobs: isOver ? [credited(attempt, now, 'over', usable - attempt.amount)] : [],
  };
}

function effectsOf(
  deps: PaymentDeps,
  attempt: LockedAttempt,
  snapshot: Snapshot,
  now: Date,
): Effects | undefined {
  const transition = reduceSnapshot(attempt, snapshot);
  const { id } = attempt;
  const hold = holdOf(attempt, isLive(attempt.status) ? attempt.held : 0n);
  if (transition === 'unchanged') return undefined;
  if ('refused' in transition) return { postings: [], writes: reportAttempt('livemode', id, now), jobs: [] };
  if ('captured' in transition) return capture(deps, attempt, transition.captured, now);
  if ('foreign' in transition) {
    const { amount, currency } = transition.foreign;
    return {
      postings: [...captured(attempt, now, amount, currency, 'suspense'), ...release(hold, now)],
      writes: [
        sql`update payment_attempt set status = 'review', captured_amount = ${amount}, captured_currency = ${currency},
          closed_at = ${now} where id = ${attempt.id}`,
        ...reportAttempt('currency', id, now),
      ],
      jobs: [],
    };
  }
  const open = transition.to === 'open' || transition.to === 'processing';
  const letter = (about: 'processing' | 'failed') =>
    paymentEmail.at(now, { attemptId: id, about, difference: 0 }, `${id}:${about}`);
  return {
    postings: open ? [] : release(hold, now),
    writes: [
      sql`update payment_attempt set status = ${transition.to}, closed_at = ${open ? null : now} where id = ${attempt.id}`,
    ],
    jobs:
      transition.to === 'processing'
        ? [letter('processing')]
        : transition.to === 'failed' && attempt.status === 'processing'
          ? [letter('failed')]
          : [],
  };
}

/**
 * Gives the provider's snapshot to the reducer and writes what follows: one lock, one statement, one transaction.
 * The same snapshot again changes nothing, nor does one of a payment that is not ours.
 */
export async function applySnapshot(
  deps: PaymentDeps,
  provider: string,
  snapshot: Snapshot,
): Promise<boolean> {
  const now = deps.clock();
  const isApplied = await inTransaction(deps.db, async (tx) => {
    const attempt = await lockAttempt(tx, provider, snapshot.ref);
    if (!attempt) return false;
    if (snapshot.unknown) {
      deps.log.error({ attempt: attempt.id, words: snapshot.unknown }, 'unknown words of the provider');
      await writeInOneStatement(tx, reportAttempt('unknown', attempt.id, now));
    }
    const effects = effectsOf(deps, attempt, snapshot, now);
    if (!effects) return false;
    await writeInOneStatement(tx, [...effects.writes, enqueue(effects.jobs)], ledgerPost(effects.postings));
    return true;
  });
  if (isApplied || snapshot.unknown) deps.jobs.wake();
  if (snapshot.refunds.length > 0) await applyRefunds(deps, provider, snapshot);
  await applyDisputes(deps, provider, snapshot);
  return isApplied;
}
