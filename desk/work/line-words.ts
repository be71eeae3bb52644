import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import type { DeskLine, LineRow } from '#contract/desk/work.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { workWordsForStaff } from '#contract/desk/staff-words.ts';

/** The desk's label for a state of work. */
export const stateLabel = (status: LineRow['status']): string => workWordsForStaff[status];

/** The line's state for the team, which includes details that customers don't see. A dispute pauses only unfinished work. */
export function stateWords(row: Pick<LineRow, 'status' | 'isDisputed' | 'sendAt' | 'handedInAt'>): string {
  if (row.isDisputed && (isToDeliver(row.status) || row.handedInAt !== null)) return 'On hold: disputed';
  if (row.sendAt) return 'Being delivered';
  // while the customer's answer is missing, the text can't be delivered
  return row.handedInAt && row.status !== 'needsInfo' ? 'Ready for review' : workWordsForStaff[row.status];
}

const ended: ReadonlySet<LineRow['status']> = new Set(['delivered', 'completed', 'cancelled']);

/** Whether the team still has to deliver the line. */
export const isToDeliver = (status: LineRow['status']): boolean => !ended.has(status);

type Promised = Pick<LineRow, 'status' | 'daysLate' | 'neededOn' | 'reviewUntil'>;

/** "Late by 2 business days", or the due day; of delivered work, the day on which it counts as accepted. */
export function neededWords({ status, daysLate, neededOn, reviewUntil }: Promised): string {
  if (status === 'delivered')
    return reviewUntil === null
      ? stateLabel(status)
      : `Customer review until ${formatDay(operatorsDay(new Date(reviewUntil), businessCalendar))}`;
  // the customer reads "On hold until you answer"
  if (status === 'needsInfo') return 'Delivery clock paused';
  if (daysLate > 0) return `Late by ${daysLate} business ${daysLate === 1 ? 'day' : 'days'}`;
  return neededOn === null ? 'No due date' : formatDay(neededOn);
}

/** The same in a sentence of its own: "Due Mon, Nov 23"; nothing without a date, or once the work has ended. */
export function dueWords(line: Promised): string {
  const { status, daysLate, neededOn, reviewUntil } = line;
  if (status === 'delivered') return reviewUntil === null ? '' : neededWords(line);
  if (!isToDeliver(status)) return '';
  if (status === 'needsInfo' || daysLate > 0) return neededWords(line);
  return neededOn === null ? '' : `Due ${formatDay(neededOn)}`;
}

/** Since when a dispute holds the work, and what to do; undefined without a dispute. */
export function holdWords({
  isDisputed,
  events,
}: Pick<DeskLine, 'isDisputed' | 'events'>): string | undefined {
  if (!isDisputed) return undefined;
  const last = events.findLast(({ to }) => to === 'disputed' || to === 'chargedBack');
  const day = last ? formatDay(operatorsDay(new Date(last.at), businessCalendar)) : '';
  if (last?.to === 'chargedBack')
    return `The bank reversed the payment on ${day}. Work that wasn’t delivered has been canceled.`;
  const since = day === '' ? 'The payment is disputed.' : `The payment has been disputed since ${day}.`;
  return `${since} Don’t work on this line until the dispute is decided. Someone who handles payments will respond to the dispute.`;
}

export const lineUrl = ({ number, position }: Pick<LineRow, 'number' | 'position'>): string =>
  `/lines/${number}/${position}`;
