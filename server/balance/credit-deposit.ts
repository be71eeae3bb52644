import { least } from '#contract/money.ts';
import type { PaidLink, LinkHandler } from '#server/payments/payment-deps.ts';
import { enqueue } from '#server/jobs/job.ts';
import { posting } from '#server/ledger/postings.ts';
import { system } from '#server/process/actor.ts';
import { depositCredited } from './deposit-emails.mail.ts';

// The capture credited the whole amount to cash. This posting moves the part that repays a debt.
function onPaid({ number, debt, cash, paidAt, ...owner }: PaidLink) {
  return {
    postings: posting('debt_repaid', number, owner, { by: system, at: paidAt }, [
      { from: 'cash', to: 'debt', amount: least(-debt, cash) },
    ]),
    writes: [enqueue([depositCredited.at(paidAt, { number }, number)])],
  };
}

/** What a paid payment link does for its deposit: it credits any amount, even late or above the ceiling. */
export const creditDeposit: LinkHandler = {
  takesAnyAmount: true,
  onPaid,
  onEnded: () => [],
  wasDelivered: async () => false,
  onDisputeChanged: () => [],
};
