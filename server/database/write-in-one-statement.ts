import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** A write with a name, such as `new_order`, by which other parts of the statement can read its result. */
type NamedWrite = Readonly<Record<string, RawBuilder<unknown>>>;

/** The writes of one statement, in any order. */
export type Writes = readonly (RawBuilder<unknown> | NamedWrite)[];

const isNamed = (write: RawBuilder<unknown> | NamedWrite): write is NamedWrite =>
  !('toOperationNode' in write);

/**
 * Combines several writes into one statement and one round trip. All writes see the state before the statement, and are applied
 * together or not at all. `select`: the statement's final expression, which sees the same state.
 * @returns the value of `select`
 */
export async function writeInOneStatement<Value = null>(
  db: Kysely<Schema>,
  writes: Writes,
  select: RawBuilder<Value> = sql<Value>`null`,
): Promise<Value> {
  const parts = writes
    .flatMap((write, index) => Object.entries(isNamed(write) ? write : { [`write_${index}`]: write }))
    .map(([name, write]) => sql`${sql.ref(name)} as (${write})`);
  const prefix = parts.length > 0 ? sql`with ${sql.join(parts)} ` : sql``;
  const { rows } = await sql<{ value: Value }>`${prefix}select ${select} as value`.execute(db);
  return rows[0]!.value;
}
