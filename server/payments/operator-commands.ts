import { ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator-command.ts';
import { auditMoney } from './audit-money.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { ProviderUnavailable } from './provider.ts';
import { refundPayment, type RefundWay, refundWays } from './refund-payment.ts';

const isWay = (word: string | undefined): word is RefundWay => refundWays.includes(word as RefundWay);

/** Minor units, from dollars like 129 or 64.50. */
function readAmount(dollars = ''): bigint | undefined {
  const match = /^(\d{1,7})(?:\.(\d{2}))?$/.exec(dollars);
  return match ? BigInt(match[1]! + (match[2] ?? '00')) : undefined;
}

/** What the operator does with money, from the command line. */
export function paymentCommands(deps: PaymentDeps): OperatorCommands {
  return {
    refund: {
      usage: 'NUMBER AMOUNT WAY REASON',
      summary:
        'Give back dollars of an order or a deposit. WAY: balance, card (the rest to the balance), unspent (of the balance, to the card)',
      async run({ words: [number = '', dollars, way, ...reason], operator }) {
        const amount = readAmount(dollars);
        if (amount === undefined || !isWay(way) || reason.length === 0)
          throw new ProblemReply(400, 'Say it like this: refund R-7K3M-Q2XA 64.50 card Late delivery.');
        await refundPayment(deps, { number, amount, way, reason: `${reason.join(' ')} (${operator})` });
        return 'Booked. The customer is told, and a card gets its money as soon as the provider takes it.';
      },
    },
    audit: {
      usage: '',
      summary: 'Whether the books are right, and agree with the provider',
      async run() {
        const { findings, asked } = await auditMoney(deps).catch((error: unknown) => {
          if (!(error instanceof ProviderUnavailable)) throw error;
          throw new ProblemReply(503, 'The payment provider does not answer. Try again later.');
        });
        if (findings.length === 0)
          return `The books are right. ${asked} payments were compared with the provider.`;
        const places = findings.length === 1 ? '1 place' : `${findings.length} places`;
        throw new ProblemReply(409, `The books do not add up in ${places}:\n\n- ${findings.join('\n- ')}`);
      },
    },
  };
}
