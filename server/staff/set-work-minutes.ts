import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound } from '#server/http/refusal.ts';
import type { Actor } from '#server/process/actor.ts';
import { sql } from 'kysely';
import type { StaffDeps } from './staff-deps.ts';

/**
 * Sets how many minutes a person has for work on lines per business day; 0: they aren't counted. It gives no rights, so
 * people may set their own too.
 * @throws ProblemReply 404
 */
export async function setWorkMinutes(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  by: Actor,
  { id, minutes }: { id: bigint; minutes: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ minutes: number }>`
      select minutes_per_day as minutes from staff where id = ${id} and left_at is null for update`.execute(
      tx,
    );
    if (!rows[0]) throw notFound('We can’t find this person on the team.');
    await writeInOneStatement(tx, [
      sql`update staff set minutes_per_day = ${minutes} where id = ${id}`,
      ...auditEntry(by, clock(), {
        action: 'set-minutes',
        subject: `staff ${id}`,
        detail: { from: String(rows[0].minutes), to: String(minutes) },
      }),
    ]);
  });
}
