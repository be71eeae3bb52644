import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { runProgram } from './postgres-programs.ts';

/** The ID of the user "nobody", because PostgreSQL refuses to run as root. */
const nobody = 65534;

/**
 * Starts a separate PostgreSQL server in an empty folder, reachable through a socket there. It needs no rights on the shop's
 * server.
 */
export async function startScratchServer(
  folder: string,
): Promise<{ databaseUrl: string; stop: () => Promise<void> }> {
  const isRoot = process.getuid?.() === 0;
  const as = { cwd: folder, env: { PATH: '/usr/bin:/bin' }, ...(isRoot ? { uid: nobody, gid: nobody } : {}) };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (isRoot) await chown(folder, nobody, nobody);
  const data = join(folder, 'data');
  const user = 'scratch';
  await runProgram(
    'initdb',
    ['-D', data, '-U', user, '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'],
    as,
  );
  const control = (...words: string[]) => runProgram('pg_ctl', ['-s', '-w', '-D', data, ...words], as);
  await control(
    '-l',
    join(folder, 'log'),
    '-o',
    `-c listen_addresses='' -c unix_socket_directories='${folder}'`,
    'start',
  );
  return {
    databaseUrl: `postgres:///postgres?host=${folder}&user=${user}`,
    stop: () => control('-m', 'immediate', 'stop'),
  };
}

/** Opens a database, and closes it after `use`. Statements have no time limit that a large table could exceed. */
export async function withDatabase<Result>(
  address: { databaseUrl?: string | undefined; dataDir: string },
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ ...address, statementLimitMs: 24 * 60 * 60_000 });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
