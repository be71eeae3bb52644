import { type Kysely, sql } from 'kysely';
import { canonicalEmail } from '#server/database/email-address.ts';

/** Rows whose form may change; an ASCII address already has its form. */
const hasOtherLetters = sql`octet_length(email_canonical) <> char_length(email_canonical)`;

async function findChanged(tx: Kysely<unknown>, table: string) {
  const { rows } = await sql<{ id: bigint; old: string }>`
    select id, email_canonical as old from ${sql.table(table)} where ${hasOtherLetters} order by id`.execute(
    tx,
  );
  return rows
    .map(({ id, old }) => ({ id, old, canonical: canonicalEmail(old) }))
    .filter(({ old, canonical }) => old !== canonical);
}

/**
 * Gives each address one form for all its spellings (docs/decisions/0063). Two accounts can turn out to have one address: both stay, and
 * the one whose form changed keeps its old spelling, by which its owner is still found.
 */
export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const name of ['customer', 'staff']) {
    const [table, once] = [sql.table(name), sql.ref(`${name}_email_once`)];
    await sql`alter table ${table} add column email_spelling text not null default '', drop constraint ${once},
      add constraint ${once} unique (email_canonical, email_spelling)`.execute(tx);
    for (const { id, old, canonical } of await findChanged(tx, name))
      await sql`update ${table} set email_canonical = ${canonical}, email_spelling =
        case when exists (select from ${table} where email_canonical = ${canonical}) then ${old} else '' end
        where id = ${id}`.execute(tx);
  }
  for (const { id, canonical } of await findChanged(tx, 'ticket'))
    await sql`update ticket set email_canonical = ${canonical} where id = ${id}`.execute(tx);
}
