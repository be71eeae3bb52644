import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartError } from '#server/process/start-error.ts';
import { unfinishedImport } from './unfinished-import.ts';

/** Folder of the shop's migrations. */
export const migrationsFolder = join(import.meta.dirname, 'migrations');

// oxlint-disable-next-line typescript/no-explicit-any -- whatever schema it has by now: this is what gives it one
type AnyKysely = Kysely<any>;

export interface MigrateOptions {
  folder?: string;
  /** The name of the last migration to run, for data that is older than the code. */
  upTo?: string;
}

/**
 * Runs the new .sql and .ts files of `folder` in the order of their names, all in one transaction. A .ts file exports `up`, for
 * what SQL can't compute. Several processes may start at once: one migrates and the others wait.
 *
 * @throws StartError when a newer version of the shop has migrated the database, when an import into it didn't finish, or when
 * its user may not change tables
 */
export async function migrate(db: AnyKysely, options: MigrateOptions = {}): Promise<void> {
  const { folder = migrationsFolder, upTo } = options;
  const files = listFiles(folder).filter(({ name }) => upTo === undefined || name <= upTo);
  const { applied, isUnfinished } = await readState(db);
  // an import migrates only up to the version of its file, and its mark is expected
  if (isUnfinished && upTo === undefined)
    throw new StartError(
      'An import or a restore into this database didn’t finish, so the shop would open empty. Run the import or the restore again, or replace the database with a new one.',
    );
  const unknown = applied.find((name) => !files.some((file) => file.name === name));
  if (unknown !== undefined) {
    throw new StartError(
      `The database already has migration ${unknown}, which this version of the shop doesn’t recognize. Start the newer version, or restore the backup you made before upgrading.`,
    );
  }
  if (applied.length === files.length) return;
  const migrations = Object.fromEntries(
    files.map(({ name, base }) => [name, { up: (tx: AnyKysely) => run(join(folder, base), tx) }]),
  );
  await db.connection().execute(async (connection) => {
    // Without time limits, because waiting for another process, or migrating a large table, may take longer.
    await sql`set statement_timeout = 0; set lock_timeout = 0`.execute(connection);
    const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
    const { error, results } = await migrator.migrateToLatest();
    await sql`reset statement_timeout; reset lock_timeout`.execute(connection);
    if (error === undefined) return;
    if ((error as { code?: unknown }).code === '42501')
      throw new StartError(
        'The tables are missing or outdated, and this database user isn’t allowed to change them. Run npm run db:migrate as the owner of the tables first.',
      );
    const failed = results?.find(({ status }) => status === 'Error');
    throw new Error(failed ? `Migration ${failed.migrationName} failed` : 'The migrations failed', {
      cause: error,
    });
  });
}

async function run(file: string, tx: AnyKysely): Promise<void> {
  if (file.endsWith('.sql')) await sql.raw(readFileSync(file, 'utf8')).execute(tx);
  else await ((await import(pathToFileURL(file).href)) as { up: (db: AnyKysely) => Promise<void> }).up(tx);
}

const listFiles = (folder: string) =>
  readdirSync(folder)
    .map((file) => parse(file))
    .filter(({ ext }) => ext === '.sql' || ext === '.ts')
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Names of the migrations in `folder`, without extension, in order. */
export const listMigrations = (folder: string = migrationsFolder): string[] =>
  listFiles(folder).map(({ name }) => name);

/** Names of the migrations that the database has run, in order. */
export const appliedMigrations = async (db: AnyKysely): Promise<string[]> => (await readState(db)).applied;

async function readState(db: AnyKysely): Promise<{ applied: string[]; isUnfinished: boolean }> {
  const { rows } = await sql<{ exists: boolean; is_unfinished: boolean }>`
    select to_regclass('kysely_migration') is not null as exists,
      to_regnamespace(${unfinishedImport}) is not null as is_unfinished`.execute(db);
  const { exists, is_unfinished: isUnfinished } = rows[0]!;
  if (!exists) return { applied: [], isUnfinished };
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return { applied: applied.rows.map(({ name }) => name), isUnfinished };
}
