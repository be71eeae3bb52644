import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { LineRow } from '#contract/desk/work.ts';
import { callDesk } from '#desk/api/call-desk.ts';

export type Writer = DeskAnswerOf<'listWriters'>['writers'][number];
type Line = Pick<LineRow, 'orderType' | 'assignee'>;

/** The query for the services and the people to whom lines are assigned. */
export const writersQuery = {
  queryKey: ['writers'],
  queryFn: ({ signal }: { signal: AbortSignal }) => callDesk('listWriters', { signal }),
};

/** How many open lines a person would have with these too, if that is above their limit; undefined otherwise. */
export function countAboveLimit(
  { id, open, most }: Pick<Writer, 'id' | 'open' | 'most'>,
  lines: readonly Line[],
): number | undefined {
  const count = open + lines.filter(({ assignee }) => assignee?.id !== id).length;
  return most !== null && count > most && count > open ? count : undefined;
}

/** Whether a person may take the services of all lines; an empty list means all services. */
export const takesAll = ({ orderTypes }: Pick<Writer, 'orderTypes'>, lines: readonly Line[]): boolean =>
  orderTypes.length === 0 || lines.every(({ orderType }) => orderTypes.includes(orderType));
