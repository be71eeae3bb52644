import { ProblemReply } from '#server/http/refusal.ts';
import { confirmAct, type OperatorCommands } from '#server/operator/operator-command.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { formatMoney } from '#contract/money.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { sql } from 'kysely';
import { cancelOrder } from './cancel-order.ts';

/** A sentence about the effect of cancelling an order; undefined for an unknown number. */
async function describeCancellation({ db }: PaymentDeps, number: string): Promise<string | undefined> {
  const { rows } = await sql<{ status: string; left: bigint; currency: string }>`
    select status, amount - refunded as left, currency from payment_link where number = ${number}`.execute(
    db,
  );
  const [link] = rows;
  if (!link) return undefined;
  return link.status === 'paid'
    ? `This cancels order ${number}, ends the work on it, and refunds ${formatMoney(Number(link.left), link.currency)} to the original payment method.`
    : `This cancels order ${number}. Its payment link will stop working.`;
}

/** The operator's order commands for the command line. */
export function orderCommands(deps: PaymentDeps): OperatorCommands {
  return {
    cancel: {
      usage: 'ORDER REASON [ORDER]',
      summary:
        'Cancel an order before its first delivery and refund any payment to the original payment method (repeat the order number at the end to confirm)',
      async run({ words: [typed = '', ...words], by }) {
        const number = readNumber('R', typed) ?? typed;
        const again = words.at(-1) ?? '';
        const isRepeated = readNumber('R', again) === number;
        const reason = words
          .slice(0, isRepeated ? -1 : undefined)
          .join(' ')
          .trim();
        if (reason === '') throw new ProblemReply(400, 'Usage: cancel R-7K3M-Q2XA Ordered twice.');
        const loses = await describeCancellation(deps, number);
        if (loses) confirmAct(loses, number, isRepeated ? number : undefined);
        await cancelOrder(deps, number, { by, refundTo: 'original', reason });
        return 'Canceled. Any payment will be refunded, and the customer will get an email about the refund.';
      },
    },
  };
}
