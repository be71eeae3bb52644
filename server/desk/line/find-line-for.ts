import type { LineAct } from '#contract/desk/work.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { allowedActs } from './allowed-acts.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { findLine, type FoundLine, type LinePlace, stateConflict } from '#server/desk/find-line.ts';
import { findOpenLines } from './open-lines.ts';
import { findReviewRules } from './review-rules.ts';

/**
 * Finds a line on which the caller can do this action now.
 * @throws ProblemReply 404; 409 with the reason against it
 */
export async function findLineFor(
  deps: Pick<DeskDeps, 'db'>,
  act: LineAct,
  caller: StaffCaller,
  place: LinePlace,
): Promise<FoundLine & { needsReview: boolean }> {
  const line = await findLine(deps, caller, place);
  const rules = await findReviewRules(deps.db, caller.staffId);
  const { may, whyNot } = allowedActs(line, caller, { rules, lines: await findOpenLines(deps, caller) });
  if (!may.includes(act)) throw stateConflict(whyNot[act] ?? 'You can’t do this now.');
  return { ...line, needsReview: rules.needsReview };
}
