import { least } from '#contract/money.ts';
import type { PaidLink, Purpose } from '#server/payments/payment-deps.ts';
import { enqueue } from '#server/jobs/job.ts';
import { depositCredited } from './deposit-letters.mail.ts';

// The capture has put the money into cash; a debt is paid back from it first.
function paid({ number, customerId, currency, livemode, debt, cash, paidAt }: PaidLink) {
  const repaid = least(-debt, cash);
  return {
    postings:
      repaid > 0n
        ? [
            {
              kind: 'debt_repaid' as const,
              sourceType: 'payment_link' as const,
              sourceId: number,
              customerId,
              currency,
              livemode,
              actor: 'system',
              postedAt: paidAt,
              transfers: [{ from: 'cash' as const, to: 'debt' as const, amount: repaid }],
            },
          ]
        : [],
    writes: [enqueue([depositCredited.at(paidAt, { number }, number)])],
  };
}

/** What it means to a deposit that its payment link was paid: any amount is credited, even late, even above the ceiling. */
export const creditDeposit: Purpose = {
  takesAnyAmount: true,
  paid,
  ended: () => [],
  wasDelivered: async () => false,
  disputed: () => [],
};
