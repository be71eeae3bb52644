import { ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { auditMoney } from './audit-money.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { ProviderUnavailable } from '#server/payments/provider/provider.ts';
import { parseAmount } from '#contract/parse-amount.ts';
import { listUnapplied, retryEvents } from '#server/payments/webhooks/retry-events.ts';
import { refundPayment } from '#server/payments/refunds/refund-payment.ts';
import { type RefundWay, refundWays } from '#contract/desk/orders.ts';

const isWay = (word: string | undefined): word is RefundWay => refundWays.includes(word as RefundWay);

/** The operator's commands for payments and refunds. */
export function paymentCommands(deps: PaymentDeps): OperatorCommands {
  return {
    refund: {
      usage: 'NUMBER AMOUNT WAY REASON',
      summary:
        'Refund an order or a deposit. WAY is balance (anything above the balance limit goes to the card), card (anything the card didn’t pay goes to the balance) or unspent (unspent deposits go back to the card)',
      async run({ words: [typed = '', given, way, ...reason], by }) {
        const number = readNumber('R', typed) ?? readNumber('D', typed);
        if (!number) throw new ProblemReply(404, `We can’t find the order or deposit ${typed}.`);
        const amount = parseAmount(given);
        if (amount === undefined || !isWay(way) || reason.length === 0)
          throw new ProblemReply(400, 'Usage: refund R-7K3M-Q2XA 64.50 card Late delivery.');
        const isBooked = await refundPayment(deps, {
          number,
          amount,
          way,
          reason: reason.join(' '),
          by,
        });
        return isBooked
          ? 'Posted. The customer will get an email, and the payment provider will process any card refund.'
          : 'This refund was already posted today and wasn’t posted again. To make another one, give a different reason.';
      },
    },
    inbox: {
      usage: '',
      summary: 'List webhook events that weren’t applied, and why',
      async run() {
        const webhooks = await listUnapplied(deps);
        return webhooks.length === 0
          ? 'All webhook events have been applied.'
          : webhooks
              .map(
                ({ event_id, provider, type, provider_ref, received_at, last_error }) =>
                  `${received_at.toISOString()}  ${provider}  ${event_id}  ${type}  ${provider_ref ?? 'no payment'}\n    ${last_error ?? 'Not processed yet'}`,
              )
              .join('\n');
      },
    },
    retry: {
      usage: 'EVENT|all',
      summary: 'Retry one webhook event, or all of them',
      async run({ words: [eventId], by }) {
        if (!eventId)
          throw new ProblemReply(
            400,
            'Enter the ID that "inbox" shows for the webhook event, or run "retry all".',
          );
        const count = await retryEvents(deps, eventId === 'all' ? undefined : eventId, by);
        if (count === 0)
          throw new ProblemReply(
            404,
            'No unapplied webhook event has this ID. Run "inbox" to list unapplied webhook events.',
          );
        return `Retried ${count === 1 ? '1 webhook event' : `${count} webhook events`}. Run "inbox" to see what’s left.`;
      },
    },
    audit: {
      usage: '',
      summary: 'Audit the books and compare them with the payment providers',
      async run() {
        const { findings, asked } = await auditMoney(deps).catch((error: unknown) => {
          if (!(error instanceof ProviderUnavailable)) throw error;
          throw new ProblemReply(503, 'The payment provider isn’t responding. Try again later.');
        });
        if (findings.length === 0)
          return `The books balance. ${asked} payments were compared with the provider’s records.`;
        const places = findings.length === 1 ? '1 place' : `${findings.length} places`;
        throw new ProblemReply(409, `The books don’t balance in ${places}:\n\n- ${findings.join('\n- ')}`);
      },
    },
  };
}
