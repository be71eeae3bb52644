import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import type { DeskTicketRow } from '#contract/desk/tickets.ts';
import { businessCalendar } from '#contract/business-calendar.ts';

export const ticketStates: Record<DeskTicketRow['status'], string> = {
  open: 'Open',
  answered: 'Waiting for the customer',
  closed: 'Closed',
  spam: 'Spam',
};

/** By when the reply is due, or until when the conversation is snoozed, in words; undefined otherwise. */
export function replyWords(
  { answerBy, isLate, snoozedUntil }: Pick<DeskTicketRow, 'answerBy' | 'isLate' | 'snoozedUntil'>,
  now = new Date(),
): string | undefined {
  if (snoozedUntil !== null) return `Snoozed until ${formatDay(snoozedUntil)}`;
  if (answerBy === null) return undefined;
  const day = answerBy === operatorsDay(now, businessCalendar) ? 'today' : formatDay(answerBy);
  if (isLate) return `Reply was due ${day}`;
  return day === 'today' ? 'Reply today' : `Reply by ${day}`;
}
