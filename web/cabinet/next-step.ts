import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import type { Order } from '#contract/orders.ts';
import { businessCalendar } from '#contract/shop.ts';
import { timeWords } from './time-words.ts';

/** What comes next and when, in a few words; nothing when all is done. */
export function nextStep({ payment, work, dueAt, lines }: Order, now: Date): string {
  if (payment.status === 'awaitingPayment') return `Pay until ${timeWords(payment.expiresAt)}`;
  if (payment.status === 'processing') return 'We write to you when the money is here';
  if (payment.status !== 'paid' && payment.status !== 'partiallyRefunded') return '';
  switch (work.status) {
    case 'needsInfo':
      return 'Answer our question to go on';
    case 'delivered': {
      const [soonest] = lines.flatMap((line) => line.work.reviewUntil ?? []).toSorted();
      return soonest === undefined ? '' : `Check it until ${timeWords(soonest)}`;
    }
    case 'queued':
    case 'inProgress':
    case 'revisionRequested':
      if (dueAt === null) return '';
      return dueAt < operatorsDay(now, businessCalendar)
        ? `We are late: it was due ${formatDay(dueAt)}`
        : `Due ${formatDay(dueAt)}`;
    case 'waiting':
    case 'completed':
    case 'cancelled':
      return '';
  }
}
