import type pg from 'pg';
import { StartError } from '#server/process/start-error.ts';

/** A schema that exists while an import is running. A shop refuses to start with it, because the shop would be empty. */
export const unfinishedImport = 'unfinished_import';

/**
 * Marks the database as being imported, before its first table is created or filled.
 * @throws StartError when this user isn't the tables' owner
 */
export async function beginImport(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ me: string; owner: string | null; database: string; may: boolean }>(
    `select current_user::text as me, current_database()::text as database,
      has_database_privilege(current_database(), 'create') as may,
      (select pg_get_userbyid(relowner)::text from pg_class where relnamespace = 'public'::regnamespace
        and relkind = 'r' and not pg_has_role(relowner, 'member') limit 1) as owner`,
  );
  const { me, owner, database, may } = rows[0]!;
  if (owner !== null || !may)
    throw new StartError(
      `The user ${me} doesn’t own the ${owner === null ? '' : 'tables of the '}database ${database}, so nothing was imported. Run the command as ${owner ?? 'its owner'}, with user=${owner ?? 'OWNER'} in DATABASE_URL (docs/operate.md, “Backup and restore”).`,
    );
  await pool.query(`create schema if not exists ${unfinishedImport}`);
}

/** Removes the mark after the import, in the transaction that fills the tables if there is one. */
export async function endImport(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`drop schema ${unfinishedImport}`);
}
