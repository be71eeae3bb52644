import { ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { cancelOrder } from './cancel-order.ts';

/** The operator's order commands for the command line. */
export function orderCommands(deps: PaymentDeps): OperatorCommands {
  return {
    cancel: {
      usage: 'ORDER REASON',
      summary:
        'Cancel an order before its first delivery and refund any payment to the original payment method',
      async run({ words: [number = '', ...words], by }) {
        const reason = words.join(' ').trim();
        if (reason === '') throw new ProblemReply(400, 'Usage: cancel R-7K3M-Q2XA Ordered twice.');
        await cancelOrder(deps, number, { by, refundTo: 'original', reason });
        return 'Canceled. Any payment will be refunded, and the customer will get an email about the refund.';
      },
    },
  };
}
