import type { TimelineEntry } from '#contract/desk/orders.ts';
import { formatMoney } from '#contract/money.ts';
import { refundWords } from '#desk/work/order-words.ts';
import { actWords } from '#desk/work/act-words.ts';
import { eventWords } from '#contract/desk/staff-words.ts';

/** The current state of a dispute, because its timeline entry has the date of its beginning. */
const disputeStates: Record<string, string> = { won: ' (won)', lost: ' (lost)' };

/** The text of a timeline entry. `currency`: of the order. */
export function timelineWords(entry: TimelineEntry, currency: string): string {
  const { kind, what, line, amount } = entry;
  const money = formatMoney(amount ?? 0, currency);
  const place = line === null ? '' : `Line ${line}: `;
  switch (kind) {
    case 'event':
      return place + eventWords(what);
    case 'refund':
      return refundWords({ status: what, to: entry.to }, money);
    case 'dispute':
      return what === 'inquiry'
        ? `Bank inquiry about ${money}`
        : `Dispute over ${money}${disputeStates[what] ?? ''}`;
    case 'message':
      return `Message ${what === 'customer' ? 'from' : 'to'} the customer`;
    case 'email':
      return 'Email to the customer';
    case 'proposal':
      return 'Proposed this order to the customer';
    case 'note':
      return `${place}Note`;
    case 'act':
      if (what === 'add-note') return `${place}Added a note, which was removed later`;
      return `${place}${actWords(what)}${amount === null ? '' : `: ${money}`}`;
  }
}
