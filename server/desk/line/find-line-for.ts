import type { LineAct } from '#contract/desk/work.ts';
import type { Schema } from '#server/database/schema.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type Kysely, sql } from 'kysely';
import { allowedActs } from './allowed-acts.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { findLine, type FoundLine, type LinePlace, stateConflict } from '#server/desk/find-line.ts';
import { findOpenLines } from './open-lines.ts';
import { findReviewRules } from './review-rules.ts';

/**
 * Checks that the caller can do this action with the line now.
 * @returns whether the caller's texts need a review by someone else
 * @throws ProblemReply 409 with the reason against the action
 */
export async function assertMay(
  deps: Pick<DeskDeps, 'db'>,
  act: LineAct,
  caller: StaffCaller,
  line: FoundLine,
): Promise<{ needsReview: boolean }> {
  const rules = await findReviewRules(deps.db, caller.staffId);
  const { may, whyNot } = allowedActs(line, caller, { rules, lines: await findOpenLines(deps, caller) });
  if (!may.includes(act)) throw stateConflict(whyNot[act] ?? 'You can’t do this now.');
  return { needsReview: rules.needsReview };
}

/**
 * Finds a line with which the caller can do this action now.
 * @throws ProblemReply 404; 409 with the reason against the action
 */
export async function findLineFor(
  deps: Pick<DeskDeps, 'db'>,
  act: LineAct,
  caller: StaffCaller,
  place: LinePlace,
): Promise<FoundLine & { needsReview: boolean }> {
  const line = await findLine(deps, caller, place);
  return { ...line, ...(await assertMay(deps, act, caller, line)) };
}

/**
 * Locks a line and checks the action again, because another transaction may have changed the line since the caller's first check.
 * @throws ProblemReply 404; 409 with the reason against the action
 */
export async function lockLineFor(
  tx: Kysely<Schema>,
  act: LineAct,
  caller: StaffCaller,
  place: LinePlace,
): Promise<FoundLine> {
  // every transition of the line locks its payment link first
  await sql`select 1 from payment_link where number = ${readNumber('R', place.number) ?? ''} for update`.execute(
    tx,
  );
  return findLineFor({ db: tx }, act, caller, place);
}
