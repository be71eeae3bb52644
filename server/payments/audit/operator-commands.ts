import { ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { auditMoney } from './audit-money.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { ProviderUnavailable } from '#server/payments/provider/provider.ts';
import { parseAmount } from '#contract/parse-amount.ts';
import { listUnapplied, retryEvents } from '#server/payments/webhooks/retry-events.ts';
import { refundPayment, type RefundWay, refundWays } from '#server/payments/refunds/refund-payment.ts';

const isWay = (word: string | undefined): word is RefundWay => refundWays.includes(word as RefundWay);

/** The operator's money commands for the command line. */
export function paymentCommands(deps: PaymentDeps): OperatorCommands {
  return {
    refund: {
      usage: 'NUMBER AMOUNT WAY REASON',
      summary:
        'Refund an order or a deposit. WAY is balance (anything over its limit goes to the card), card (anything the card didn’t pay goes to the balance) or unspent (unspent deposits go back to the card)',
      async run({ words: [typed = '', given, way, ...reason], by }) {
        const number = readNumber('R', typed) ?? readNumber('D', typed);
        if (!number) throw new ProblemReply(404, `There is no order or deposit ${typed}.`);
        const amount = parseAmount(given);
        if (amount === undefined || !isWay(way) || reason.length === 0)
          throw new ProblemReply(400, 'Use it like this: refund R-7K3M-Q2XA 64.50 card Late delivery.');
        const isBooked = await refundPayment(deps, {
          number,
          amount,
          way,
          reason: reason.join(' '),
          by,
        });
        return isBooked
          ? 'Booked. The customer gets an email, and the provider sends card refunds as soon as it can.'
          : 'This refund was already booked today and wasn’t booked again. To make another one, give a different reason.';
      },
    },
    inbox: {
      usage: '',
      summary: 'Webhook events that were not applied, and why',
      async run() {
        const webhooks = await listUnapplied(deps);
        return webhooks.length === 0
          ? 'All webhook events have been applied.'
          : webhooks
              .map(
                ({ event_id, provider, type, provider_ref, received_at, last_error }) =>
                  `${received_at.toISOString()}  ${provider}  ${event_id}  ${type}  ${provider_ref ?? 'no payment'}\n    ${last_error ?? 'Not tried yet'}`,
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
            'Give the ID that "inbox" shows for the webhook event, or use: retry all.',
          );
        const count = await retryEvents(deps, eventId === 'all' ? undefined : eventId, by);
        if (count === 0)
          throw new ProblemReply(
            404,
            'No webhook event with this ID is waiting. "inbox" lists the ones that are.',
          );
        return `Retried ${count === 1 ? '1 webhook event' : `${count} webhook events`}. "inbox" lists what is left.`;
      },
    },
    audit: {
      usage: '',
      summary: 'Audit the money, and compare it with the providers',
      async run() {
        const { findings, asked } = await auditMoney(deps).catch((error: unknown) => {
          if (!(error instanceof ProviderUnavailable)) throw error;
          throw new ProblemReply(503, 'The payment provider isn’t responding. Try again later.');
        });
        if (findings.length === 0)
          return `The books balance. ${asked} payments were compared with the provider.`;
        const places = findings.length === 1 ? '1 place' : `${findings.length} places`;
        throw new ProblemReply(409, `The books don’t balance in ${places}:\n\n- ${findings.join('\n- ')}`);
      },
    },
  };
}
