import type { ReportWeek } from '#contract/desk/reports.ts';

/** The smallest round number (1, 2, 2.5 or 5 and zeros) that is not below a value. */
export function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return unit * ([1, 2, 2.5, 5].find((step) => step * unit >= value) ?? 10);
}

/** How much was due in a week. */
export const countOf = ({ onTime, late, open }: ReportWeek) => onTime + late + open;

/** The share in time, in whole percent; less than all is never shown as 100%. Null: nothing was due. */
export function shareOf(weeks: readonly ReportWeek[]): number | null {
  const all = weeks.reduce((sum, week) => sum + countOf(week), 0);
  if (all === 0) return null;
  const onTime = weeks.reduce((sum, week) => sum + week.onTime, 0);
  return onTime === all ? 100 : Math.min(99, Math.round((onTime / all) * 100));
}
