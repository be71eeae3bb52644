import type { DeskTicketStatus } from '#contract/desk/threads.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound } from '#server/http/refusal.ts';
import type { Actor } from '#server/process/actor.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { type RawBuilder, sql } from 'kysely';
import type { SupportDeps } from './support-deps.ts';

/** SQL assignments of a ticket's status. A reopened ticket awaits the team's reply from now on. */
export const statusIs = (status: DeskTicketStatus, now: Date): RawBuilder<unknown> =>
  status === 'open'
    ? sql`status = 'open', last_from = 'customer', last_at = ${now}, snoozed_until = null`
    : sql`status = ${status}, snoozed_until = null`;

/**
 * Sets the status of a ticket. `typed`: the number in any spelling.
 * @throws ProblemReply 404 when the number is unknown
 */
export async function setTicketStatus(
  { db, clock }: Pick<SupportDeps, 'db' | 'clock'>,
  typed: string,
  status: DeskTicketStatus,
  by: Actor,
): Promise<void> {
  const number = readNumber('T', typed) ?? '';
  const now = clock();
  const isDone = sql<boolean>`exists (select from changed_ticket)`;
  const isSet = await writeInOneStatement(
    db,
    [
      {
        changed_ticket: sql`update ticket set ${statusIs(status, now)} where number = ${number} returning 1`,
      },
      ...auditEntry(
        by,
        now,
        { action: 'ticket', subject: `ticket ${number}`, detail: { to: status } },
        isDone,
      ),
    ],
    isDone,
  );
  if (!isSet) throw notFound('We can’t find that conversation.');
}
