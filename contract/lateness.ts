import type { WorkStatus } from './orders.ts';
import { businessDaysAfter } from './delivery-date.ts';
import { businessCalendar } from './shop.ts';

/** "If we’re more than 5 business days late, you can cancel for a full refund" (policies.late of the catalogue). */
const mostBusinessDaysLate = 5;

/** The parts of an order's line that say what was promised for when; dates are ISO days at the operator. */
export type PromisedWork = {
  dueOn: string | null;
  work: { status: WorkStatus; versions: number; reviseBy: string | null };
};

const underWay: ReadonlySet<WorkStatus> = new Set(['queued', 'inProgress', 'revisionRequested']);

/**
 * The day by which something is to come: the first version, or the revision that was asked for. None when nothing is under way,
 * also while a question waits for its answer, as the clock is paused then.
 */
export function promisedOn({ dueOn, work }: PromisedWork): string | null {
  if (!underWay.has(work.status)) return null;
  return work.versions === 0 ? dueOn : work.reviseBy;
}

/** How many business days the work of a line is late; 0 when it isn't. */
export function lineDaysLate(line: PromisedWork, now: Date): number {
  const promised = promisedOn(line);
  return promised === null ? 0 : Math.max(0, businessDaysAfter(promised, now, businessCalendar));
}

/** How many business days the most belated work of these lines is late; 0 when nothing is. */
export const daysLate = (lines: readonly PromisedWork[], now: Date): number =>
  Math.max(0, ...lines.map((line) => lineDaysLate(line, now)));

/** Whether a customer may still cancel a paid order: nobody has begun, or nothing was delivered and it is very late. */
export function mayCancel(lines: readonly PromisedWork[], now: Date): boolean {
  if (lines.every(({ work }) => work.status === 'queued')) return true;
  const nothingDelivered = lines.every(
    ({ work }) => work.versions === 0 && (underWay.has(work.status) || work.status === 'needsInfo'),
  );
  return nothingDelivered && daysLate(lines, now) > mostBusinessDaysLate;
}
