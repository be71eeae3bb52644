import { formatDay } from '#contract/delivery-date.ts';
import type { LineRow } from '#contract/desk-work.ts';
import { workWordsForStaff } from '#contract/staff-words.ts';

/** The desk's label for a state of work. */
export const stateLabel = (status: LineRow['status']): string => workWordsForStaff[status];

/** The line's state for the team, which includes details that customers don't see. */
export function stateWords(row: Pick<LineRow, 'status' | 'isDisputed' | 'sendAt' | 'handedInAt'>): string {
  if (row.isDisputed) return 'On hold: disputed';
  if (row.sendAt) return 'Being delivered';
  // while the customer's answer is missing, the text can't be delivered
  return row.handedInAt && row.status !== 'needsInfo' ? 'To review' : workWordsForStaff[row.status];
}

type Promised = Pick<LineRow, 'status' | 'daysLate' | 'neededOn'>;

/** "Late by 2 business days", or the due day. */
export function neededWords({ status, daysLate, neededOn }: Promised): string {
  // the customer reads "On hold until you answer"
  if (status === 'needsInfo') return 'Due date on hold';
  if (daysLate > 0) return `Late by ${daysLate} business ${daysLate === 1 ? 'day' : 'days'}`;
  return neededOn === null ? 'No due date' : formatDay(neededOn);
}

/** The same in a sentence of its own: "Due Mon, Nov 23"; nothing without a date. */
export const dueWords = (line: Promised): string =>
  line.status !== 'needsInfo' && line.daysLate === 0
    ? line.neededOn === null
      ? ''
      : `Due ${formatDay(line.neededOn)}`
    : neededWords(line);

export const lineUrl = ({ number, position }: Pick<LineRow, 'number' | 'position'>): string =>
  `/lines/${number}/${position}`;
