import { formatMoney, least } from '#contract/money.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { Refusal } from '#server/http/refusal.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { sql } from 'kysely';
import type { Payable } from './find-payable.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { returnedOf } from './refunds/returned-of.ts';
import { isLiveIn } from './reduce-snapshot.ts';

type Locked = { captured: bigint };
type Funds = { is_tried: boolean; returned: bigint; cash: bigint; debt: bigint };

/**
 * Pays a link that has no live attempt from its owner's balance. Answers false when the link changed meanwhile.
 * @throws Refusal that names what is missing.
 */
export async function payFromBalance(deps: PaymentDeps, link: Payable): Promise<boolean> {
  const { db, clock, purposes, jobs } = deps;
  const { id, customer_id: customerId, number, amount, currency, livemode } = link;
  const isPaid = await inTransaction(db, async (tx) => {
    const { rows: locked } = await sql<Locked>`
      select captured from payment_link where id = ${id} and status = 'awaitingPayment' for update`.execute(
      tx,
    );
    if (!locked[0]) return false;
    // looked at after the lock: an attempt may have started while this waited
    const { rows } = await sql<Funds>`
      select balance.cash, balance.debt, exists (
        select from payment_attempt where payment_link_id = ${id} and ${isLiveIn('status')}
      ) as is_tried, ${returnedOf(id)} as returned from ledger_lock_balances(${customerId}, ${currency}, ${livemode}) as balance`.execute(
      tx,
    );
    const { is_tried, returned, cash, debt } = rows[0]!;
    if (is_tried) return false;
    const free = cash + debt;
    if (free < 0n) throw new Refusal({ with: ['Your balance is below zero. Add funds, or pay by card.'] });
    if (free < amount)
      throw new Refusal({
        with: [
          `Your balance is ${formatMoney(free, currency)}, which is ${formatMoney(amount - free, currency)} short. Pay by card, or add funds.`,
        ],
      });
    const { captured } = locked[0];
    const received = captured - returned;
    const paidByCard = received > 0n ? least(received, amount) : 0n;
    const paidAt = clock();
    const settled = purposes[link.purpose].paid({
      linkId: id,
      customerId,
      number,
      amount,
      currency,
      livemode,
      days: link.lines.map(({ days }) => days),
      paidByCard,
      paidFromBalance: amount - paidByCard,
      fromReserved: 0n,
      debt,
      cash,
      paidAt,
    });
    await writeInOneStatement(
      tx,
      [
        sql`update payment_link set status = 'paid', closed_at = ${paidAt} where id = ${id}`,
        ...settled.writes,
      ],
      ledgerPost(settled.postings),
    );
    return true;
  });
  if (isPaid) jobs.wake();
  return isPaid;
}
