import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Several writes as one statement and one round trip. All of them see the state before any of them; they happen
 * together or not at all. `select` is the statement's own expression, evaluated beside the writes.
 */
export async function writeInOneStatement<Value = null>(
  db: Kysely<Schema>,
  writes: readonly RawBuilder<unknown>[],
  select: RawBuilder<Value> = sql<Value>`null`,
): Promise<Value> {
  const parts = writes.map((write, index) => sql`${sql.raw(`write_${index}`)} as (${write})`);
  const prefix = parts.length > 0 ? sql`with ${sql.join(parts)} ` : sql``;
  const { rows } = await sql<{ value: Value }>`${prefix}select ${select} as value`.execute(db);
  return rows[0]!.value;
}
