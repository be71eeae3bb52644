import { least } from '#contract/money.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue } from '#server/jobs/job.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { posting, release } from '#server/ledger/postings.ts';
import { sql } from 'kysely';
import { applyDisputes } from './disputes/apply-disputes.ts';
import { applyRefunds } from './refunds/apply-refunds.ts';
import { type LockedAttempt, type LockedPayment, lockPayment } from './lock-payment.ts';
import { payLink } from './pay-link.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { reportAttempt } from './operator-alert.mail.ts';
import { type CreditedBecause, paymentEmail } from './payment-email.mail.ts';
import { pollOthers } from './poll-attempt-job.ts';
import type { Snapshot } from './provider/provider.ts';
import { type AttemptStatus, isLive, reduceSnapshot } from './reduce-snapshot.ts';

type FoundPayment = LockedPayment & { attempt: LockedAttempt };

/** The changes that a snapshot causes; an undefined field changes nothing. Amounts in minor units. */
type Decision = {
  /** The attempt's new status. */
  to?: AttemptStatus;
  arrived?: { amount: bigint; currency: string; in: 'cash' | 'suspense' };
  /** Whether the link is paid with the received and the held money. */
  isPaid?: boolean;
  /** Whether the attempt's hold is released unused. */
  isReleased?: boolean;
  report?: 'livemode' | 'currency';
  email?: { about: CreditedBecause | 'processing' | 'failed'; difference?: bigint };
};

const heldFor = ({ status, held }: LockedAttempt): bigint => (isLive(status) ? held : 0n);

// usable = min(new payment + max(held, received earlier), cash + new payment + held). The hold and the money received earlier
// through the link aren't added up, because a hold can consist of that money.
function usableFor({ received, cash, attempt }: FoundPayment, amount: bigint): bigint {
  const held = heldFor(attempt);
  const meant = amount + (held > received ? held : received);
  return least(meant, cash + amount + held);
}

// Received money is credited to the customer's cash. The same statement then pays the link from cash if the link is still unpaid.
// Money that doesn't pay the link, or exceeds the price, stays on the balance. The email's reason is decided here, because the
// link may have changed by the time the email is sent.
function decideCapture(payment: FoundPayment, amount: bigint, takesAnyAmount: boolean): Decision {
  const { status, currency } = payment;
  const usable = usableFor(payment, amount);
  const isOpen = status === 'awaitingPayment';
  const captured = { to: 'captured', arrived: { amount, currency, in: 'cash' } } as const;
  if (takesAnyAmount ? status === 'paid' : !isOpen || usable < payment.amount)
    return {
      ...captured,
      isReleased: true,
      email: isOpen ? { about: 'short', difference: payment.amount - usable } : { about: status },
    };
  const isOver = usable > payment.amount && !takesAnyAmount;
  const email = { about: 'over', difference: usable - payment.amount } as const;
  return { ...captured, isPaid: true, ...(isOver ? { email } : {}) };
}

function decide(payment: FoundPayment, snapshot: Snapshot, takesAnyAmount: boolean): Decision | undefined {
  const { attempt } = payment;
  const transition = reduceSnapshot({ ...payment, status: attempt.status }, snapshot);
  if (transition === 'unchanged') return undefined;
  if ('refused' in transition) return { report: 'livemode' };
  if ('captured' in transition) return decideCapture(payment, transition.captured, takesAnyAmount);
  const { to } = transition;
  if ('foreign' in transition)
    return { to, arrived: { ...transition.foreign, in: 'suspense' }, isReleased: true, report: 'currency' };
  const isNews = to === 'processing' || (to === 'failed' && attempt.status === 'processing');
  return { to, isReleased: !isLive(to), ...(isNews ? { email: { about: to } } : {}) };
}

function toStatements({ linkHandlers }: PaymentDeps, payment: FoundPayment, decision: Decision, now: Date) {
  const { linkId, customerId, livemode, currency, captured, attempt } = payment;
  const { id, provider } = attempt;
  const { to, arrived, isPaid, isReleased, report, email } = decision;
  const held = heldFor(attempt);
  const cash = arrived?.in === 'cash' ? arrived.amount : 0n;
  const paid = isPaid ? payLink(linkHandlers, payment, { arrived: cash, held }, now) : undefined;
  const letter = email && { attemptId: id, about: email.about, difference: Number(email.difference ?? 0n) };
  const about = email?.about === 'processing' || email?.about === 'failed' ? email.about : 'credited';
  return {
    postings: [
      ...(arrived
        ? posting(
            'capture',
            id,
            { customerId, currency: arrived.currency, livemode },
            { by: { kind: 'provider', id: provider }, at: now },
            [{ from: `clearing:${provider}`, to: arrived.in, amount: arrived.amount }],
          )
        : []),
      ...(isReleased ? release({ attemptId: id, customerId, currency, livemode, held }, now) : []),
      ...(paid?.postings ?? []),
    ],
    writes: [
      ...(to
        ? [
            sql`update payment_attempt set status = ${to}, captured_amount = ${arrived?.amount ?? null},
              captured_currency = ${arrived?.currency ?? null}, closed_at = ${isLive(to) ? null : now} where id = ${id}`,
          ]
        : []),
      ...(paid ? [...paid.writes, pollOthers(linkId, id, now)] : []),
      ...(cash > 0n && !paid
        ? [sql`update payment_link set captured = ${captured + cash} where id = ${linkId}`]
        : []),
      ...(report ? reportAttempt(report, id, now) : []),
      enqueue(letter ? [paymentEmail.at(now, letter, `${id}:${about}`)] : []),
    ],
  };
}

/**
 * Applies the provider's snapshot to the attempt in one transaction, then to its refunds and disputes. A repeated snapshot, or
 * one of an unknown payment, changes nothing.
 * @returns whether the attempt changed
 */
export async function applySnapshot(
  deps: PaymentDeps,
  provider: string,
  snapshot: Snapshot,
): Promise<boolean> {
  const now = deps.clock();
  const isApplied = await inTransaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, { provider, ref: snapshot.ref });
    if (!payment?.attempt) return false;
    const { attempt } = payment;
    if (snapshot.unknown) {
      deps.log.error({ attempt: attempt.id, words: snapshot.unknown }, 'unknown words of the provider');
      await writeInOneStatement(tx, reportAttempt('unknown', attempt.id, now));
    }
    const found = { ...payment, attempt };
    const decision = decide(found, snapshot, deps.linkHandlers[payment.purpose].takesAnyAmount);
    if (!decision) return false;
    const { postings, writes } = toStatements(deps, found, decision, now);
    await writeInOneStatement(tx, writes, ledgerPost(postings));
    return true;
  });
  if (isApplied || snapshot.unknown) deps.jobs.wake();
  if (snapshot.refunds.length > 0) await applyRefunds(deps, provider, snapshot);
  await applyDisputes(deps, provider, snapshot);
  return isApplied;
}
