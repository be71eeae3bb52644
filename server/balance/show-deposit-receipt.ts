import type { BytesAnswer } from '#contract/endpoint.ts';
import { formatPaperDate } from '#contract/deadline.ts';
import { type Order, returnedByBankLabel } from '#contract/storefront/orders.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { notFound } from '#server/http/refusal.ts';
import { receiptFile } from '#server/pdf/receipt-file.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { sql } from 'kysely';
import type { BalanceDeps } from './balance-deps.ts';

type DepositRow = {
  created_at: Date;
  /** Time of the deposit's first payment; null while there is none. */
  paid_at: Date | null;
  billing: Order['billing'];
  captured: bigint;
  refunded: bigint;
  charged_back: bigint;
  charged_back_at: Date | null;
  currency: string;
};

const noReceipt = () => notFound('This deposit has no receipt because it hasn’t been paid.');

/** The receipt of a paid deposit as a PDF. @throws ProblemReply 404 for another customer's or an unpaid deposit. */
export async function showDepositReceipt(
  { db }: Pick<BalanceDeps, 'db'>,
  customerId: bigint,
  typedNumber: string,
): Promise<BytesAnswer> {
  const number = readNumber('D', typedNumber);
  if (!number) throw noReceipt();
  const { rows } = await sql<DepositRow>`
    select l.created_at, l.captured, l.currency, l.charged_back_at, d.billing,
      (select min(closed_at) from payment_attempt where payment_link_id = l.id and status = 'captured') as paid_at,
      (
        select coalesce(sum(amount), 0)::bigint from refund
        where payment_link_id = l.id and payment_attempt_id is not null and status <> 'failed'
      ) as refunded,
      (
        select coalesce(sum(x.withdrawn - x.reinstated), 0)::bigint
        from dispute x join payment_attempt a on a.id = x.payment_attempt_id
        where a.payment_link_id = l.id and l.charged_back_at is not null
      ) as charged_back
    from payment_link l join deposit d on d.payment_link_id = l.id
    where l.number = ${number} and l.customer_id = ${customerId}`.execute(db);
  const deposit = rows[0];
  if (!deposit?.paid_at) throw noReceipt();
  const total = Number(deposit.captured);
  return receiptFile({
    kind: 'Deposit',
    number,
    dates: [
      ['Requested', deposit.created_at],
      ['Paid', deposit.paid_at],
    ],
    billing: deposit.billing,
    sections: [{ title: 'Funds added to your balance', rows: [['Deposit', total]] }],
    total,
    settled: [
      ['Paid online', total],
      ['Refunded online', Number(deposit.refunded)],
      ...(deposit.charged_back_at
        ? [
            [
              returnedByBankLabel(formatPaperDate(deposit.charged_back_at, businessCalendar)),
              Number(deposit.charged_back),
            ] as [string, number],
          ]
        : []),
    ],
    currency: deposit.currency,
  });
}
