import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound } from '#server/http/refusal.ts';
import type { Actor } from '#server/process/actor.ts';
import { sql } from 'kysely';
import type { StaffDeps } from './staff-deps.ts';

/**
 * Sets a number of a person, with an audit entry. No permission depends on these numbers, so people who manage the team may also
 * set their own.
 * @throws ProblemReply 404
 */
async function setNumber(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  by: Actor,
  id: bigint,
  {
    action,
    column,
    value,
  }: { action: string; column: 'minutes_per_day' | 'most_open_lines'; value: number | null },
): Promise<void> {
  const wordOf = (number: number | null) => (number === null ? 'no limit' : String(number));
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ before: number | null }>`
      select ${sql.ref(column)} as before from staff where id = ${id} and left_at is null for update`.execute(
      tx,
    );
    if (!rows[0]) throw notFound('We can’t find this person on the team.');
    await writeInOneStatement(tx, [
      sql`update staff set ${sql.ref(column)} = ${value} where id = ${id}`,
      ...auditEntry(by, clock(), {
        action,
        subject: `staff ${id}`,
        detail: { from: wordOf(rows[0].before), to: wordOf(value) },
      }),
    ]);
  });
}

/**
 * Sets how many minutes per business day a person works on lines; 0 leaves the person out of the reports' capacity.
 * @throws ProblemReply 404
 */
export const setWorkMinutes = (
  deps: Pick<StaffDeps, 'db' | 'clock'>,
  by: Actor,
  { id, minutes }: { id: bigint; minutes: number },
): Promise<void> =>
  setNumber(deps, by, id, { action: 'set-minutes', column: 'minutes_per_day', value: minutes });

/**
 * Sets the number of open lines at which a person can take no more unassigned lines; null: no limit.
 * @throws ProblemReply 404
 */
export const setOpenLimit = (
  deps: Pick<StaffDeps, 'db' | 'clock'>,
  by: Actor,
  { id, most }: { id: bigint; most: number | null },
): Promise<void> =>
  setNumber(deps, by, id, { action: 'set-open-limit', column: 'most_open_lines', value: most });
