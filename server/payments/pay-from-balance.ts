import { formatMoney } from '#contract/money.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { Refusal } from '#server/http/refusal.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import type { PaymentLink } from './load-payment-link.ts';
import { lockPayment } from './lock-payment.ts';
import { payLink } from './pay-link.ts';
import type { PaymentDeps } from './payment-deps.ts';

/**
 * Pays a link without a live attempt from its owner's balance. Returns false when the link isn't open any more or has a live
 * attempt.
 * @throws Refusal for a balance below zero or below the price
 */
export async function payFromBalance(deps: PaymentDeps, link: PaymentLink): Promise<boolean> {
  const { db, clock, linkHandlers, jobs } = deps;
  const isPaid = await inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, { linkId: link.id });
    // another transaction may have started an attempt while this one waited for the lock
    if (payment?.status !== 'awaitingPayment' || payment.isTried) return false;
    const { cash, debt, amount, currency } = payment;
    const free = cash + debt;
    if (free < 0n) throw new Refusal({ with: ['Your balance is below zero. Add funds, or pay online.'] });
    if (free < amount)
      throw new Refusal({
        with: [
          `Your balance is ${formatMoney(free, currency)}, which is ${formatMoney(amount - free, currency)} short. Pay online, or add funds.`,
        ],
      });
    const { postings, writes } = payLink(linkHandlers, payment, { arrived: 0n, held: 0n }, clock());
    await writeInOneStatement(tx, writes, ledgerPost(postings));
    return true;
  });
  if (isPaid) jobs.wake();
  return isPaid;
}
