import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { type Actor, writeActor } from '#server/process/actor.ts';
import { type Kysely, sql } from 'kysely';
import { type Act, auditEntry } from './audit-entry.ts';

/** Adds an audit entry for reading personal data: one per actor, day (UTC) and subject. */
export async function auditRead(db: Kysely<Schema>, by: Actor, at: Date, act: Act): Promise<void> {
  const midnight = new Date(at).setUTCHours(0, 0, 0, 0);
  const isSaid = sql`exists (select from audit_entry where subject = ${act.subject} and action = ${act.action}
    and actor = ${writeActor(by)} and at >= ${new Date(midnight)})`;
  await writeInOneStatement(db, auditEntry(by, at, act, sql`not ${isSaid}`));
}
