import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { DurableFileSystem } from './durable-file-system.ts';
import { errorMessage } from './error-message.ts';
import { StartError } from '#server/process/start-error.ts';
import { syncPath, syncTree } from './sync-to-disk.ts';

/** PostgreSQL's major version in the pinned PGlite. It can't read folders of other versions. */
export const embeddedMajor = '18';

const START_PARAMETERS = [
  // PGlite's default -F turns fsync off, so that a power failure would destroy the database.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  // fdatasync, the default here, does nothing in PGlite's libc.
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=32MB',
  // Keeps few old log files, because there is no replication, and a checkpoint runs every 64 MB.
  '-c',
  'min_wal_size=32MB',
  '-c',
  'max_wal_size=64MB',
];

const REQUIRED_SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_sync_method: 'fsync',
};

/**
 * Opens the PostgreSQL data folder `folder`, and creates it if there is none. `onBroken` is called after a failed fsync; it must
 * not return, and has to end the thread.
 *
 * @throws StartError when the folder has another major version or durability settings are off
 */
export async function openCluster(folder: string, onBroken: (error: Error) => never): Promise<PGlite> {
  refuseOtherMajor(folder);
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    refuseDamagedFolder(folder);
    await createCluster(folder, onBroken);
  }
  const pglite = await start(folder, onBroken);
  const { rows } = await pglite.query<{ name: keyof typeof REQUIRED_SETTINGS; setting: string }>(
    'select name, setting from pg_settings where name = any ($1)',
    [Object.keys(REQUIRED_SETTINGS)],
  );
  for (const [name, required] of Object.entries(REQUIRED_SETTINGS)) {
    const setting = rows.find((row) => row.name === name)?.setting;
    if (setting !== required) {
      throw new StartError(
        `The embedded database could lose data because ${name} is ${setting} instead of ${required}.`,
      );
    }
  }
  return pglite;
}

// A folder without its version file is a damaged database, which a new one must not replace.
function refuseDamagedFolder(folder: string): void {
  if (existsSync(join(folder, 'base')))
    throw new StartError(
      `The database in ${folder} is damaged because its PG_VERSION file is missing. Restore a backup (see docs/operate.md), or create the file again with the content "${embeddedMajor}".`,
    );
}

function refuseOtherMajor(folder: string): void {
  const versionFile = join(folder, 'PG_VERSION');
  if (!existsSync(versionFile)) return;
  const major = readFileSync(versionFile, 'utf8').trim();
  if (major === embeddedMajor) return;
  throw new StartError(
    `The database in ${folder} was created by PostgreSQL ${major}, but this version of the shop requires PostgreSQL ${embeddedMajor}. ` +
      'Run "npm run db:export -- FILE" with the version that created it. Then set a new DATA_DIR and run "npm run db:import -- FILE" with this version.',
  );
}

/** Creates the folder under a temporary name. If the start is killed, the next start deletes that folder. */
async function createCluster(folder: string, onBroken: (error: Error) => never): Promise<void> {
  const halfMade = `${folder}.new`;
  rmSync(halfMade, { recursive: true, force: true });
  mkdirSync(halfMade, { recursive: true, mode: 0o700 });
  const pglite = await start(halfMade, onBroken);
  await pglite.close();
  await syncTree(halfMade);
  renameSync(halfMade, folder);
  await syncPath(dirname(folder));
}

async function start(folder: string, onBroken: (error: Error) => never): Promise<PGlite> {
  const complaints: string[] = [];
  try {
    return await PGlite.create({
      fs: new DurableFileSystem(folder, onBroken),
      startParams: START_PARAMETERS,
      // PGlite's error is only "failed to initialize"; PostgreSQL's last output has the reason.
      onStderr: (line: string) => {
        complaints.push(line);
        if (complaints.length > 20) complaints.shift();
        return false;
      },
    });
  } catch (error) {
    const reason = complaints.findLast((line) => /FATAL|PANIC/.test(line)) ?? errorMessage(error);
    throw new StartError(
      `The database in ${folder} couldn’t be started: ${reason.replace(/^.*(FATAL|PANIC): */, '')}.`,
    );
  }
}
