import { ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { cancelOrder } from './cancel-order.ts';

/** The operator's order commands for the command line. */
export function orderCommands(deps: PaymentDeps): OperatorCommands {
  return {
    cancel: {
      usage: 'ORDER REASON',
      summary: 'Cancel an order with nothing delivered yet; the money goes back the way it came',
      async run({ words: [number = '', ...words], by }) {
        const reason = words.join(' ').trim();
        if (reason === '') throw new ProblemReply(400, 'Use it like this: cancel R-7K3M-Q2XA Ordered twice.');
        await cancelOrder(deps, number, { by, refundTo: 'original', reason });
        return 'Canceled. Any payment is refunded, and the customer gets an email that says where it went.';
      },
    },
  };
}
