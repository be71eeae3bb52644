import type { TimelineEntry } from '#contract/desk-orders.ts';
import { formatMoney } from '#contract/money.ts';
import { eventWords } from '#desk/work/line-words.ts';

const actLabels: Record<string, string> = {
  take: 'Took the line',
  'give-back': 'Released the line',
  assign: 'Assigned the line',
  'hand-in': 'Handed in the text',
  'hand-back': 'Handed back the text',
  'send-delivery': 'Started the delivery',
  'undo-delivery': 'Undid the delivery',
  'answer-point': 'Answered a requested change',
  'send-message': 'Wrote to the customer',
  'undo-message': 'Undid the message',
  'close-messages': 'Marked the messages as needing no answer',
  'add-note': 'Wrote a note (since removed)',
  resend: 'Sent emails again',
  cancel: 'Canceled the order',
  refund: 'Refunded',
};

/** How a dispute stands now: its entry is at the time when it began. */
const disputeStates: Record<string, string> = { won: ', won since', lost: ', lost since' };

function refundWords({ what, to }: TimelineEntry, amount: string): string {
  const where = to === 'card' ? 'online' : 'to the balance';
  if (what === 'failed') return `Refund of ${amount} refused by the bank`;
  return what === 'succeeded' ? `Refunded ${amount} ${where}` : `Refund of ${amount} on its way ${where}`;
}

/** What an entry of an order's timeline is about, in words. `currency`: of the order. */
export function timelineWords(entry: TimelineEntry, currency: string): string {
  const { kind, what, line, amount } = entry;
  const money = formatMoney(amount ?? 0, currency);
  const place = line === null ? '' : `Line ${line}: `;
  switch (kind) {
    case 'event':
      return place + eventWords(what);
    case 'refund':
      return refundWords(entry, money);
    case 'dispute':
      return `The bank ${what === 'inquiry' ? 'asks about' : 'asked back'} ${money}${disputeStates[what] ?? ''}`;
    case 'note':
      return `${place}Note`;
    case 'act':
      return place + (actLabels[what] ?? what.replaceAll('-', ' '));
  }
}
