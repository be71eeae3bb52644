import type { WorkStatus } from './orders.ts';
import { businessDaysAfter } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';

/** "If our first delivery is more than 5 business days late, you can cancel for a full refund" (policies.late of the catalogue). */
const mostBusinessDaysLate = 5;

/** The fields of an order line with due dates; dates are ISO days in the operator's time zone. */
export type PromisedWork = {
  dueOn: string | null;
  work: { status: WorkStatus; versions: number; reviseBy: string | null };
};

const underWay: ReadonlySet<WorkStatus> = new Set(['queued', 'inProgress', 'revisionRequested']);

/** Whether the work in progress is a requested revision. Work that follows an automatic result without a request isn't one. */
export const isRevision = ({ work }: Pick<PromisedWork, 'work'>): boolean =>
  work.status === 'revisionRequested' || work.reviseBy !== null;

/** The due day of the first version or the requested revision. Null when neither is in progress, or while an open question pauses the date. */
export function promisedOn(line: PromisedWork): string | null {
  if (!underWay.has(line.work.status)) return null;
  return isRevision(line) ? line.work.reviseBy : line.dueOn;
}

/** The number of business days by which a line's work is late; 0 when it isn't. */
export function lineDaysLate(line: PromisedWork, now: Date): number {
  const promised = promisedOn(line);
  return promised === null ? 0 : Math.max(0, businessDaysAfter(promised, now, businessCalendar));
}

/** The greatest lateness of these lines in business days; 0 when none is late. */
export const daysLate = (lines: readonly PromisedWork[], now: Date): number =>
  Math.max(0, ...lines.map((line) => lineDaysLate(line, now)));

/** Whether a customer may still cancel a paid order: nothing was delivered, and work hasn't begun or is very late. */
export function mayCancel(lines: readonly PromisedWork[], now: Date): boolean {
  if (lines.some(({ work }) => work.versions > 0)) return false;
  if (lines.every(({ work }) => work.status === 'queued')) return true;
  const isOpen = lines.every(({ work }) => underWay.has(work.status) || work.status === 'needsInfo');
  return isOpen && daysLate(lines, now) > mostBusinessDaysLate;
}
