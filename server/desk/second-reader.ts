import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';

/**
 * Whether somebody other than the last writer reads each text before it is delivered: as soon as two active people may deliver. Alone in the
 * shop, the rule would stop all work.
 */
export async function needsSecondReader(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ readers: number }>`
    select count(*)::int as readers from staff t join staff_role r on r.key = t.role
    where t.locked_at is null and t.left_at is null and r.permissions && '{*,work.deliver}'`.execute(db);
  return rows[0]!.readers > 1;
}
