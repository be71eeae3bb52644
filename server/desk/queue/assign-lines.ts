import { operatorsDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply, Refusal } from '#server/http/refusal.ts';
import { moveLine } from '#server/fulfilment/move-line.ts';
import { addNotice, withdrawNotices } from '#server/staff/notices.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { type LinePlace, stateConflict } from '#server/desk/find-line.ts';
import { findLineFor } from '#server/desk/line/find-line-for.ts';
import { lockOpenLines, openLinesOf } from '#server/desk/line/open-lines.ts';

/**
 * Assigns a line. `to`: a person's ID; null unassigns. Changes nothing if the assignee is no longer the one that the caller saw.
 */
async function setAssignee(
  { db, clock }: DeskDeps,
  { by }: StaffCaller,
  line: { order_id: bigint; number: string; position: number; assignee_id: bigint | null },
  action: 'take' | 'give-back' | 'assign',
  to: bigint | null,
): Promise<void> {
  const now = clock();
  const { order_id: orderId, number, position, assignee_id: before } = line;
  const isAssigned = sql<boolean>`exists (select from changed_order_line)`;
  const isDone = await writeInOneStatement(
    db,
    [
      {
        changed_order_line: sql`update order_line set assignee_id = ${to}, assigned_at = ${to === null ? null : now}
        where order_id = ${orderId} and position = ${position} and assignee_id is not distinct from ${before}::bigint returning 1`,
      },
      ...auditEntry(
        by,
        now,
        {
          action,
          subject: `line ${number} ${position}`,
          detail: {
            ...(before === null ? {} : { from: `staff ${before}` }),
            ...(to === null ? {} : { to: `staff ${to}` }),
          },
        },
        isAssigned,
      ),
      ...withdrawNotices({ from: before, orderId, position }, isAssigned),
      ...addNotice(by, { kind: 'assigned', to, orderId, position, at: now }, isAssigned),
    ],
    isAssigned,
  );
  if (!isDone) throw stateConflict('Someone else has just reassigned this line. Check its assignee.');
}

/**
 * Assigns an unassigned line to the caller.
 * @throws ProblemReply 404, 409 when it is assigned to another person
 */
export async function takeLine(deps: DeskDeps, caller: StaffCaller, place: LinePlace): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockOpenLines(tx, caller);
    const line = await findLineFor({ db: tx }, 'take', caller, place);
    await setAssignee({ ...deps, db: tx }, caller, line, 'take', caller.staffId);
  });
}

/**
 * Unassigns the caller from a line.
 * @throws ProblemReply 404, 409
 */
export async function giveBackLine(deps: DeskDeps, caller: StaffCaller, place: LinePlace): Promise<void> {
  const line = await findLineFor(deps, 'giveBack', caller, place);
  await setAssignee(deps, caller, line, 'give-back', null);
}

/** Runs an action on each line. Collects the reasons of the lines where it fails. */
export async function forEachLine(
  lines: readonly LinePlace[],
  act: (place: LinePlace) => Promise<unknown>,
): Promise<DeskAnswerOf<'assignLines'>> {
  const refused: DeskAnswerOf<'assignLines'>['refused'] = [];
  for (const { number, position } of lines)
    try {
      await act({ number, position });
    } catch (error) {
      if (!(error instanceof ProblemReply)) throw error;
      refused.push({ number, position, why: error.message });
    }
  return { done: lines.length - refused.length, refused };
}

/**
 * Checks that work can be assigned to the person.
 * @throws Refusal for an unknown person, or one whose role may not write
 */
async function assertWrites({ db }: DeskDeps, staffId: bigint): Promise<void> {
  const { rows } = await sql<{ is_writer: boolean }>`
    select r.permissions && '{*,work.write}' as is_writer from staff t join staff_role r on r.key = t.role
    where t.id = ${staffId} and t.locked_at is null and t.left_at is null`.execute(db);
  if (!rows[0]?.is_writer) throw new Refusal({ staffId: ['Choose someone whose role allows them to write'] });
}

/** Assigns lines to a person, or unassigns them. */
export async function assignLines(
  deps: DeskDeps,
  caller: StaffCaller,
  { lines, staffId }: DeskBodyOf<'assignLines'>,
): Promise<DeskAnswerOf<'assignLines'>> {
  const to = staffId === null ? null : BigInt(staffId);
  if (to !== null) await assertWrites(deps, to);
  return forEachLine(lines, async (place) => {
    const line = await findLineFor(deps, 'assign', caller, place);
    if (line.assignee_id !== to) await setAssignee(deps, caller, line, 'assign', to);
  });
}

/** Starts lines. Each customer gets an email. */
export const startLines = (
  deps: DeskDeps,
  caller: StaffCaller,
  { lines }: DeskBodyOf<'startLines'>,
): Promise<DeskAnswerOf<'startLines'>> =>
  forEachLine(lines, async (place) => {
    const { number, position } = await findLineFor(deps, 'start', caller, place);
    await moveLine(deps, { number, position, move: 'start', by: caller.by });
  });

/** The people to whom work can be assigned, with their numbers of open lines. */
export async function listWriters({ db, catalogue, clock }: DeskDeps): Promise<DeskAnswerOf<'listWriters'>> {
  const { rows } = await sql<{
    id: bigint;
    name: string;
    order_types: number[];
    open: number;
    most: number | null;
    back_on: string | null;
  }>`
    select t.id, t.name, t.order_types, t.back_on::text, t.most_open_lines as most, ${openLinesOf(sql`t.id`)} as open
    from staff t join staff_role r on r.key = t.role
    where t.locked_at is null and t.left_at is null and r.permissions && '{*,work.write}' order by t.name, t.id`.execute(
    db,
  );
  const today = operatorsDay(clock(), businessCalendar);
  return {
    services: catalogue().products.map(({ orderType, title }) => ({ orderType, title })),
    writers: rows.map(({ id, order_types: orderTypes, back_on: backOn, ...writer }) => ({
      id: String(id),
      ...writer,
      orderTypes,
      backOn: backOn !== null && backOn > today ? backOn : null,
    })),
  };
}
