import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { eraseAgain, readErased } from '#server/accounts/erased-list.ts';
import { migrate } from '#server/database/migrate.ts';
import { beginImport, endImport } from '#server/database/unfinished-import.ts';
import type { Database } from '#server/database/open-database.ts';
import { auditBooks } from '#server/payments/audit/audit-money.ts';
import type { Actor } from '#server/process/actor.ts';
import { StartError } from '#server/process/start-error.ts';
import { decryptFrom } from './age-file.ts';
import type { BackupSettings } from './back-up.ts';
import { importBackup, isDump, restoreDump } from './copy-database.ts';
import { withDatabase } from './scratch-database.ts';

/**
 * Restores a backup into the empty database of the settings, and erases again who was erased since. Nothing changes unless the whole file
 * can be read.
 * @returns sentences for the operator
 * @throws StartError when the file or the database isn't fit
 */
export async function restore(
  settings: BackupSettings & { clock: () => Date },
  file: string,
  by: Actor,
): Promise<string> {
  const { backup, databaseUrl, dataDir, clock } = settings;
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  if (isDump(file) && !databaseUrl)
    throw new StartError(
      'This backup comes from a PostgreSQL server. Set DATABASE_URL to an empty database on one.',
    );
  // reads the whole file first: a damaged one must not leave half a database
  await decryptFrom(file, backup.key, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return withDatabase({ databaseUrl, dataDir }, async (database) => {
    await refuseFilled(database);
    const work = await mkdtemp(join(tmpdir(), 'shop-restore-'));
    try {
      if (isDump(file)) {
        await beginImport(database.pool);
        await restoreDump(file, backup.key, databaseUrl!);
        await endImport(database.pool);
      } else await importBackup(database, file, backup.key, work);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    await migrate(database.db);
    const list = [...(await readErased(backup.folder)), ...(await readErased(dataDir))];
    const deps = {
      db: database.db,
      clock,
      // does neither, because both lists have these customers already, and emails aren't restored
      mail: { forget: async () => 0 },
      recordErased: async () => {},
    };
    const { erased, locked } = await eraseAgain(deps, list, by);
    const findings = await auditBooks({ db: database.db, clock });
    return [
      'The backup is restored.',
      `${erased === 1 ? '1 customer was' : `${erased} customers were`} erased again.`,
      ...(locked.length > 0
        ? [
            `These were erased after the backup and are locked now. Erase each with the command account erase, once it is possible:\n- ${locked.join('\n- ')}\n`,
          ]
        : []),
      findings.length === 0
        ? 'The books balance.'
        : `The books don’t balance in ${findings.length} places:\n- ${findings.join('\n- ')}`,
    ].join(' ');
  });
}

async function refuseFilled({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string; tables: number }>(
    `select current_database() as name, count(*)::int as tables from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const { name, tables } = rows[0]!;
  if (tables > 0)
    throw new StartError(
      `The database ${name} isn’t empty, and a restore never replaces data. Rename it and create a new one (docs/operate.md, “Backup and restore”), then run the command again.`,
    );
}
