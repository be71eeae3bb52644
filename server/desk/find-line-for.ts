import type { LineAct } from '#contract/desk-work.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { allowedActs } from './allowed-acts.ts';
import type { DeskDeps } from './desk-deps.ts';
import { findLine, type FoundLine, type LinePlace, moved } from './find-line.ts';
import { needsSecondReader } from './second-reader.ts';

/** The line, when the caller can do this with it now. @throws ProblemReply 404, 409 with the reason */
export async function findLineFor(
  deps: Pick<DeskDeps, 'db'>,
  act: LineAct,
  caller: StaffCaller,
  place: LinePlace,
): Promise<FoundLine & { needsReader: boolean }> {
  const line = await findLine(deps, caller, place);
  const needsReader = await needsSecondReader(deps.db);
  const { may, whyNot } = allowedActs(line, caller, { needsReader });
  if (!may.includes(act)) throw moved(whyNot[act] ?? 'This isn’t possible now.');
  return { ...line, needsReader };
}
