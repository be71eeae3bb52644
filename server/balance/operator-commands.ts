import { ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommand, OperatorCommands } from '#server/operator/operator-command.ts';
import { parseAmount } from '#contract/parse-amount.ts';
import { type AdjustmentInput, adjustBalance } from './adjust-balance.ts';
import type { BalanceDeps } from './balance-deps.ts';

/** The operator's balance commands for the command line. */
export function balanceCommands(deps: BalanceDeps): OperatorCommands {
  const adjust = (direction: AdjustmentInput['direction'], summary: string): OperatorCommand => ({
    usage: 'EMAIL AMOUNT REASON',
    summary,
    async run({ words: [customer = '', given, ...words], by }) {
      const amount = parseAmount(given);
      const reason = words.join(' ').trim();
      if (amount === undefined || reason === '')
        throw new ProblemReply(400, `Usage: ${direction} ann@example.com 20 Sorry for the delay.`);
      const isBooked = await adjustBalance(deps, { customer, direction, amount, reason, by });
      return isBooked
        ? 'Posted. The customer will get an email.'
        : 'This adjustment was already posted today and wasn’t posted again. To make another one, give a different reason.';
    },
  });
  return {
    credit: adjust('credit', 'Add money to a balance; the customer sees the reason'),
    debit: adjust('debit', 'Deduct money from a balance; the customer sees the reason'),
  };
}
