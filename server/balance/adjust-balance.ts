import { createHash } from 'node:crypto';
import { currency, formatMoney, least } from '#contract/money.ts';
import { idOfCustomer } from '#server/accounts/find-customer.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { spendable } from '#server/ledger/available-balance.ts';
import { ledgerPost, type Transfer } from '#server/ledger/post.ts';
import { posting } from '#server/ledger/postings.ts';
import type { Actor } from '#server/process/actor.ts';
import { sql } from 'kysely';
import { adjustmentEmail } from './adjustment-email.mail.ts';
import type { BalanceDeps } from './balance-deps.ts';

/** `amount` in minor units, above 0; `reason` is shown to the customer. */
export type Adjusting = {
  email: string;
  direction: 'credit' | 'debit';
  amount: bigint;
  reason: string;
  by: Actor;
};

type Funds = { cash: bigint; debt: bigint };

// The adjustment's id: the same command on the same day (UTC) gets the same id, so a repeated command books once.
const sourceOf = (customerId: bigint, { direction, amount, reason }: Adjusting, now: Date): string =>
  createHash('sha256')
    .update(
      JSON.stringify([String(customerId), direction, String(amount), reason, now.toISOString().slice(0, 10)]),
    )
    .digest('hex')
    .slice(0, 32);

// A credit repays a debt first, like a deposit. A manual debit never takes the available balance below zero.
function transfersOf({ direction, amount }: Adjusting, { cash, debt }: Funds): Transfer[] {
  if (direction === 'debit') {
    const free = spendable({ cash, debt });
    if (amount > free)
      throw new ProblemReply(
        409,
        `The available balance is ${formatMoney(cash + debt, currency)}. You can deduct up to ${formatMoney(free, currency)}.`,
      );
    return [{ from: 'cash', to: 'promo_expense', amount }];
  }
  const repaid = least(amount, -debt);
  return [
    { from: 'promo_expense', to: 'debt', amount: repaid },
    { from: 'promo_expense', to: 'cash', amount: amount - repaid },
  ];
}

/**
 * Credits or debits a customer's balance at the shop's expense, by the operator's command; the customer sees the reason.
 * Answers false when the same command was booked on the same day.
 * @throws ProblemReply 404 for an unknown address, 409 for a debit above the balance.
 */
export async function adjustBalance(
  { db, clock, jobs, livemode }: BalanceDeps,
  adjusting: Adjusting,
): Promise<boolean> {
  const { email, direction, amount, reason, by } = adjusting;
  const now = clock();
  const isBooked = await inTransaction(db, async (tx) => {
    const customerId = await idOfCustomer(tx, email);
    const source = sourceOf(customerId, adjusting, now);
    const { rows } = await sql<Funds & { is_known: boolean }>`
      select cash, debt, exists (
        select from ledger_tx where kind = 'adjustment' and source_type = 'adjustment' and source_id = ${source}
      ) as is_known from ledger_lock_balances(${customerId}, ${currency}, ${livemode})`.execute(tx);
    const funds = rows[0]!;
    if (funds.is_known) return false;
    const owner = { customerId, currency, livemode };
    const booking = { by, at: now, memo: reason };
    const letter = { source, customerId: String(customerId), direction, amount: Number(amount) };
    const written = await writeInOneStatement(
      tx,
      [
        enqueue([adjustmentEmail.at(now, letter, source)]),
        ...auditEntry(by, now, {
          action: direction,
          subject: `customer ${customerId}`,
          detail: { amount: String(amount), currency, adjustment: source },
        }),
      ],
      ledgerPost(posting('adjustment', source, owner, booking, transfersOf(adjusting, funds))),
    );
    return written.length > 0;
  });
  jobs.wake();
  return isBooked;
}
