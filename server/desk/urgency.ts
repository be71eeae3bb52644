import { hour, minute } from '#contract/durations.ts';

/** Something that needs somebody. `neededAt`: the instant; null: whenever there is time. `minutes`: what it takes. */
export type Task = { neededAt: Date | null; minutes: number; isExpress: boolean; key: string };

const whenever = 365 * 24 * hour;

/** The time left before somebody must begin (ms); below zero when it is too late. */
export const timeLeft = ({ neededAt, minutes }: Pick<Task, 'neededAt' | 'minutes'>, now: Date): number =>
  (neededAt === null ? whenever : neededAt.getTime() - now.getTime()) - minutes * minute;

/** The most urgent first: least time left, then express, then by key, so that two people see one order. */
export function byUrgency<One extends Task>(tasks: readonly One[], now: Date): One[] {
  return tasks.toSorted(
    (a, b) =>
      timeLeft(a, now) - timeLeft(b, now) ||
      Number(b.isExpress) - Number(a.isExpress) ||
      (a.key < b.key ? -1 : 1),
  );
}
