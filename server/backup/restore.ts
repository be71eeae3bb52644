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
 * Restores a backup into the empty database of the settings, and again erases customers who were erased after the backup. Changes
 * nothing unless the whole file can be read.
 * @returns sentences for the operator
 * @throws StartError when the file or the database can't be used
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
      'This backup comes from a PostgreSQL server. Set DATABASE_URL to an empty database on a PostgreSQL server.',
    );
  // reads the whole file first, because a damaged one must not leave a partial database
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
      // deletes no emails, which aren't restored, and records nothing, because both lists already have these customers
      mail: { forget: async () => 0 },
      recordErased: async () => {},
    };
    const { erased, locked } = await eraseAgain(deps, list, by);
    const findings = await auditBooks({ db: database.db, clock });
    return [
      'The backup has been restored.',
      `${erased === 1 ? '1 customer was' : `${erased} customers were`} erased again.`,
      ...(locked.length > 0
        ? [
            `The data of these customers was erased after the backup was made. Their accounts are locked now. Erase each account with the command account erase as soon as its orders and balance are settled:\n- ${locked.join('\n- ')}\n`,
          ]
        : []),
      findings.length === 0
        ? 'The books balance.'
        : `The books don’t balance in ${findings.length === 1 ? '1 place' : `${findings.length} places`}:\n- ${findings.join('\n- ')}`,
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
