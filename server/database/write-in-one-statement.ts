import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Combines several writes into one statement and one round trip. All writes see the state before the statement, and happen
 * together or not at all. `select` is the statement's final expression, which sees the same state.
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
