import { hour, minute } from '#contract/durations.ts';

/** A task. `neededAt`: its deadline; null without one. `minutes`: estimated duration. */
export type Task = { neededAt: Date | null; minutes: number; isExpress: boolean; key: string };

/** Estimated minutes of remaining work on a line. */
export const minutesOf = ({
  expected,
  written,
  handed_in_at: handedIn,
}: {
  expected: number | null;
  written: number | null;
  handed_in_at: Date | null;
}): number => (handedIn ? 10 : 30 + 10 * Math.max(0, (expected ?? 0) - (written ?? 0)));

const whenever = 365 * 24 * hour;

/** Time until work on the task must begin to meet its deadline (ms); negative when it is too late. */
export const timeLeft = ({ neededAt, minutes }: Pick<Task, 'neededAt' | 'minutes'>, now: Date): number =>
  (neededAt === null ? whenever : neededAt.getTime() - now.getTime()) - minutes * minute;

/**
 * Sorts tasks by urgency: late express lines, then the least time left, then express, then the key, so that the order is the same
 * for everyone.
 */
export function byUrgency<One extends Task>(tasks: readonly One[], now: Date): One[] {
  const isLateExpress = (task: One) => task.isExpress && timeLeft(task, now) < 0;
  return tasks.toSorted(
    (a, b) =>
      Number(isLateExpress(b)) - Number(isLateExpress(a)) ||
      timeLeft(a, now) - timeLeft(b, now) ||
      Number(b.isExpress) - Number(a.isExpress) ||
      (a.key < b.key ? -1 : 1),
  );
}
