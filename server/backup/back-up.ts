import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listErased, readErased, recordErased } from '#server/accounts/erased-list.ts';
import { exportDatabase } from '#server/database/export-database.ts';
import type { Database } from '#server/database/open-database.ts';
import { storeAt } from '#server/files/open-file-store.ts';
import type { loadBackup } from '#server/process/config.ts';
import { StartError } from '#server/process/start-error.ts';
import { encryptInto } from './age-file.ts';
import { backupName, chooseOldBackups, takenAt } from './choose-old-backups.ts';
import { dumpInto, tryBackup } from './copy-database.ts';
import { copyFiles, copySecret } from './copy-files.ts';
import { withDatabase } from './scratch-database.ts';

export type BackupSettings = ReturnType<typeof loadBackup>;
/**
 * `exportByShop`: lets the running shop export its embedded database, which only one process can open; false when no shop is
 * running.
 */
export type BackupDeps = BackupSettings & {
  clock: () => Date;
  exportByShop: (file: string) => Promise<boolean>;
};

/**
 * Makes a backup, restores it on trial, and deletes old ones.
 * @returns a sentence for the operator
 * @throws StartError when it fails
 */
export async function backUp(deps: BackupDeps): Promise<string> {
  const { folder } = deps.backup;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const work = await mkdtemp(join(tmpdir(), 'shop-backup-'));
  // as root, the scratch server runs as another user, who must enter this folder
  await chmod(work, 0o711);
  try {
    return await backUpWith(deps, work);
  } catch (error) {
    await writeFigures(folder, deps.clock(), false);
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function backUpWith(deps: BackupDeps, work: string): Promise<string> {
  const { backup, clock, databaseUrl, dataDir } = deps;
  const now = clock();
  const [name, ending] = [backupName(now), databaseUrl ? 'dump.age' : 'export.age'];
  const file = join(backup.folder, `${name}.${ending}`);
  const untried = join(backup.folder, `${name}.untried.${ending}`);
  try {
    const digests = databaseUrl
      ? await withDatabase({ databaseUrl, dataDir }, (database) =>
          dumpInto(untried, backup.key, database, databaseUrl),
        )
      : await exportInto(deps, untried);
    const {
      findings,
      result: { files, missing },
    } = await tryBackup(untried, backup.key, work, (copy) => copyBeside(deps, copy), digests);
    // gives the file a backup's name only after it was restored on trial
    await rename(untried, file);
    if (findings.length > 0)
      throw new StartError(
        `The backup ${file} was made, but its books don’t balance, so no older backups were deleted. Run “npm run operator -- audit”. First finding: ${findings[0]}`,
      );
    const old = chooseOldBackups(await readdir(backup.folder), now);
    for (const name of old) await rm(join(backup.folder, name));
    await writeFigures(backup.folder, now, true);
    const { size } = await stat(file);
    return [
      `The backup ${file} (${(size / 1e6).toFixed(1)} MB) was restored for a trial, and its books balance.`,
      `${files === 1 ? '1 file was' : `${files} files were`} copied${missing > 0 ? `, and ${missing} ${missing === 1 ? 'is' : 'are'} missing from the file storage (see the command files)` : ''}.`,
      `${old.length === 1 ? '1 old backup was' : `${old.length} old backups were`} deleted.`,
    ].join(' ');
  } finally {
    await rm(untried, { force: true });
  }
}

/**
 * Backs up what isn't in the database: files, the secret, and the list of erased customers. `db`: the database of the trial
 * restore.
 */
async function copyBeside({ backup, files, dataDir, clock }: BackupDeps, { db }: Database) {
  await copySecret(backup, dataDir);
  const known = new Set(
    (await readErased(backup.folder)).map(({ id, createdAt }) => `${id} ${Number(createdAt)}`),
  );
  const erased = [...(await readErased(dataDir)), ...(await listErased({ db }))];
  await recordErased(
    backup.folder,
    erased.filter(({ id, createdAt }) => !known.has(`${id} ${Number(createdAt)}`)),
  );
  // a shop that never had files has no folder
  if (files.kind === 'disk' && !existsSync(files.folder)) return { files: 0, missing: 0 };
  return copyFiles(backup, await storeAt(files), db, clock());
}

/** Exports the embedded database into an encrypted file. */
async function exportInto({ dataDir, backup, exportByShop }: BackupDeps, file: string): Promise<undefined> {
  if (!existsSync(join(dataDir, 'database')))
    throw new StartError(`There’s nothing to back up: ${dataDir} has no database. Check DATA_DIR.`);
  // in the data folder, the only one to which the running shop may write
  const plain = join(dataDir, `backup-${crypto.randomUUID()}`);
  try {
    if (!(await exportByShop(plain)))
      await withDatabase({ dataDir }, (database) => exportDatabase(database, plain));
    await encryptInto(file, backup.key, createReadStream(plain));
  } finally {
    await rm(plain, { force: true });
  }
}

/** Writes the figures that deploy/write-figures.sh passes to the monitoring. */
async function writeFigures(folder: string, now: Date, isGood: boolean): Promise<void> {
  const newest = (await listBackups(folder)).at(-1);
  const lines = [
    `shop_backup_failed ${isGood ? 0 : 1}`,
    `shop_backup_last_try_seconds ${Math.floor(now.getTime() / 1000)}`,
    ...(newest
      ? [
          `shop_backup_last_success_seconds ${Math.floor(newest.at.getTime() / 1000)}`,
          `shop_backup_size_bytes ${newest.bytes}`,
        ]
      : []),
  ];
  const file = join(folder, 'figures');
  await writeFile(`${file}.unfinished`, `${lines.join('\n')}\n`, { mode: 0o600 });
  await rename(`${file}.unfinished`, file);
}

/** The backups in a folder that were restored on trial, oldest first. */
export async function listBackups(folder: string): Promise<{ name: string; at: Date; bytes: number }[]> {
  const names = await readdir(folder).catch(() => []);
  const found = names.flatMap((name) => {
    const at = takenAt(name);
    return at ? [{ name, at }] : [];
  });
  const sized = await Promise.all(
    found.map(async (one) => ({ ...one, bytes: (await stat(join(folder, one.name))).size })),
  );
  return sized.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
