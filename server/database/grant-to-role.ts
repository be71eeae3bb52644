import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** What is written once: nobody may change it, with whatever statement. */
export const APPEND_ONLY = ['ledger_account', 'ledger_tx', 'ledger_transfer', 'balance_entry', 'said_today'];
/** What the shop itself removes again; nothing else can be removed. */
export const REMOVED = [
  'job',
  'session',
  'refresh_token',
  'email_code',
  'idempotency_key',
  'recheck',
  'used_proof',
  'rate_limit',
];

/**
 * Lets the role `role` of a PostgreSQL server do with the shop's tables what the shop does, and no more: it reads and adds
 * rows, changes those that are not append-only, removes passing ones. It cannot change tables, triggers or migrations. Said by
 * the tables' owner, after each migration.
 */
export async function grantToRole(db: Kysely<Schema>, role: string): Promise<void> {
  const to = sql.id(role);
  const tables = (names: string[]) => sql.join(names.map((name) => sql.id(name)));
  await db.transaction().execute(async (tx) => {
    for (const statement of [
      sql`revoke all on all tables in schema public from ${to}`,
      sql`grant usage on schema public to ${to}`,
      sql`grant usage, select on all sequences in schema public to ${to}`,
      sql`grant select, insert, update on all tables in schema public to ${to}`,
      sql`revoke update on ${tables(APPEND_ONLY)} from ${to}`,
      sql`revoke insert, update on kysely_migration, kysely_migration_lock from ${to}`,
      sql`grant delete on ${tables(REMOVED)} to ${to}`,
    ])
      await statement.execute(tx);
  });
}
