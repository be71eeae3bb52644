import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Append-only tables: no statement may update their rows. */
export const appendOnlyTables = [
  'ledger_account',
  'ledger_tx',
  'ledger_transfer',
  'balance_entry',
  'said_today',
  'audit_entry',
  'audit_anchor',
  'day_close',
  'day_signature',
];
/** Tables whose rows the shop deletes. Its role has no right to delete rows of other tables. */
export const tablesWithDeletes = [
  'job',
  'session',
  'refresh_token',
  'email_code',
  'former_email',
  'idempotency_key',
  'recheck',
  'used_proof',
  'rate_limit',
  'staff_session',
  'staff_invitation',
  'staff_challenge',
  'staff_passkey',
  'staff_recovery_code',
  'work_draft',
  'earlier_draft',
  'staff_presence',
  'staff_notice',
  'desk_network',
  'account_number',
  'holiday_change',
  'ticket_message',
  'saved_reply',
  'proposal',
  'file',
  'upload',
  'attachment',
  'search_text',
];

/**
 * Grants the PostgreSQL role `role` only the rights that the shop needs: select and insert on its tables, update on tables that
 * aren't append-only, and delete on tables with expiring rows. The role can't change tables, triggers or migrations. The tables'
 * owner runs this after each migration.
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
      sql`revoke update on ${tables(appendOnlyTables)} from ${to}`,
      sql`revoke insert, update on kysely_migration, kysely_migration_lock from ${to}`,
      sql`grant delete on ${tables(tablesWithDeletes)} to ${to}`,
    ])
      await statement.execute(tx);
  });
}
