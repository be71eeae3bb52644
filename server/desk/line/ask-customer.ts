import { moveLine } from '#server/fulfilment/move-line.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import type { LinePlace } from '#server/desk/find-line.ts';
import { findLineFor } from './find-line-for.ts';

/**
 * Asks the customer a question; the due date is paused until the answer.
 * @throws ProblemReply 404, 409
 */
export async function askCustomer(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { text }: { text: string },
): Promise<void> {
  const { number, position } = await findLineFor(deps, 'ask', caller, place);
  await moveLine(deps, { number, position, move: 'ask', by: caller.by, reason: text });
}

/**
 * Resumes work with an answer given outside the shop; the due date is postponed by the pause.
 * @throws ProblemReply 404, 409
 */
export async function resumeWork(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { text }: { text: string },
): Promise<void> {
  const { number, position } = await findLineFor(deps, 'resume', caller, place);
  await moveLine(deps, { number, position, move: 'resume', by: caller.by, reason: text });
}
