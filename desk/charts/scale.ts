import type { ReportWeek } from '#contract/desk/reports.ts';

/** The smallest round number (1, 2, 2.5 or 5 and zeros) that is not below a value. */
export function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return unit * ([1, 2, 2.5, 5].find((step) => step * unit >= value) ?? 10);
}

/** The vertical axis of a chart, from zero. `most`: the value at the top. */
export type Scale = { most: number; format: (value: number) => string };

/** The values with a label on the vertical axis, from top to bottom. */
export const ticksOf = ({ most }: Scale): readonly number[] => [most, most / 2, 0];

/** The room (rem) for the longest label of these axes. A digit is about 0.45 rem wide. */
export const roomFor = (scales: readonly Scale[]): number =>
  Math.max(...scales.flatMap((scale) => ticksOf(scale).map((value) => scale.format(value).length))) * 0.45 +
  0.75;

/** How much was due in a week. */
export const countOf = ({ onTime, late, open }: ReportWeek) => onTime + late + open;

/** The share in time, in whole percent; less than all is never shown as 100%. Null: nothing was due. */
export function shareOf(weeks: readonly ReportWeek[]): number | null {
  const all = weeks.reduce((sum, week) => sum + countOf(week), 0);
  if (all === 0) return null;
  const onTime = weeks.reduce((sum, week) => sum + week.onTime, 0);
  return onTime === all ? 100 : Math.min(99, Math.round((onTime / all) * 100));
}
