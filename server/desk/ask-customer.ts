import { moveLine } from '#server/fulfilment/move-line.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import type { DeskDeps } from './desk-deps.ts';
import type { LinePlace } from './find-line.ts';
import { findLineFor } from './find-line-for.ts';

/** Asks the customer; the due date is postponed until they answer. @throws ProblemReply 404, 409 */
export async function askCustomer(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { text }: { text: string },
): Promise<void> {
  const { number, position } = await findLineFor(deps, 'ask', caller, place);
  await moveLine(deps, { number, position, move: 'ask', by: caller.by, reason: text });
}

/** Goes on with an answer that came another way; the due date runs again. @throws ProblemReply 404, 409 */
export async function resumeWork(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { text }: { text: string },
): Promise<void> {
  const { number, position } = await findLineFor(deps, 'resume', caller, place);
  await moveLine(deps, { number, position, move: 'resume', by: caller.by, reason: text });
}
