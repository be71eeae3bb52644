import { checkWork } from '#contract/work/check-work.ts';
import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import type { DeskCheck } from '#contract/desk/work.ts';
import type { WorkSheet } from '#contract/work/work-sheet.ts';
import { checkLanguage } from '#server/fulfilment/check-language.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { checkChanged } from './check-changed.ts';
import { checkFiles } from './check-files.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { findLine, type FoundLine, type LinePlace, type PieceText } from '#server/desk/find-line.ts';
import { findPoints } from './answer-point.ts';
import { findDraftErrors } from './find-draft-errors.ts';
import { checkSoldOnce } from './sold-once.ts';
import { sheetOf } from './sheet-of.ts';

const labelled = ({ pieces: known }: WorkSheet, pieces: readonly PieceText[]) =>
  pieces.map(({ key, text }) => ({
    key,
    text,
    label: known.find((piece) => piece.key === key)?.label ?? key,
  }));

/** Runs all checks that can block a delivery. */
export async function deliveryChecks(
  deps: Pick<DeskDeps, 'db' | 'catalogue'>,
  line: FoundLine,
  pieces: readonly PieceText[],
): Promise<DeskCheck[]> {
  const sheet = sheetOf(line, deps.catalogue());
  const points = line.open_points > 0 ? await findPoints(deps, line) : [];
  return [
    ...checkWork({ sheet, pieces, brief: line.details.brief, ...(points.length > 0 ? { points } : {}) }),
    ...(await checkLanguage(labelled(sheet, pieces), line.details.brief)),
    ...(await checkSoldOnce(deps.db, line, pieces)),
    ...(await checkFiles(deps.db, line)),
    ...(await checkChanged(deps.db, line, pieces)),
  ];
}

/**
 * Checks typed texts and their language against the order. Stores nothing.
 * @throws ProblemReply 404
 */
export async function checkLine(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { pieces, withLanguage }: DeskBodyOf<'checkWork'>,
): Promise<DeskAnswerOf<'checkWork'>> {
  const line = await findLine(deps, caller, place);
  const [checks, language] = await Promise.all([
    deliveryChecks(deps, line, pieces),
    withLanguage ? findDraftErrors(deps, line, pieces) : { language: null, languageWords: '' },
  ]);
  return { checks, ...language };
}
