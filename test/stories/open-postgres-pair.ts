/** Two temporary PostgreSQL servers; the second is a synchronous standby of the first. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort, waitFor } from './shop.ts';

/** The path of a PostgreSQL program: Debian's newest version, otherwise the one in the PATH. */
const program = (name: string) => globSync(`/usr/lib/postgresql/*/bin/${name}`).toSorted().at(-1) ?? name;

/** The beginning of a command that runs as another user, because PostgreSQL refuses to run as root. */
export const asPostgres =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];

/**
 * Runs a command as the user who may run PostgreSQL.
 * @throws Error with the command's output
 */
export async function runAsPostgres(...words: string[]): Promise<void> {
  const [command = '', ...rest] = [...asPostgres, ...words];
  let printed = '';
  const child = spawn(command, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${printed}`);
}

type Server = {
  port: number;
  /** Signals all processes of the server at once, to simulate a machine that dies or hangs. */
  signal(name: 'SIGKILL' | 'SIGSTOP'): void;
  promote(): Promise<void>;
  ask(statement: string, database?: string): Promise<Record<string, unknown>[]>;
};

function server(folder: string, port: number): Server {
  const processes = () => {
    const [postmaster] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    return [postmaster, ...children.trim().split(' ')].map(Number);
  };
  return {
    port,
    signal(name) {
      for (const pid of processes()) process.kill(pid, name);
    },
    promote: () => runAsPostgres(program('pg_ctl'), '-D', folder, '-w', 'promote'),
    async ask(statement, database = 'postgres') {
      const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/${database}`);
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(statement)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

/**
 * Starts both servers on free local ports. The second one has stored every row that the first one acknowledges.
 * @throws Error when PostgreSQL's programs aren't installed
 */
export async function openPostgresPair(): Promise<{
  primary: Server;
  standby: Server;
  close: () => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'redline-pair-'));
  chmodSync(folder, 0o777);
  const folders = { primary: join(folder, 'primary'), standby: join(folder, 'standby') };
  const [first, second] = [await findFreePort(), await findFreePort()];
  const start = (data: string, port: number, more = '') =>
    runAsPostgres(
      program('pg_ctl'),
      '-D',
      data,
      '-l',
      `${data}.log`,
      '-w',
      'start',
      '-o',
      `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=100 ${more}`,
    );
  await runAsPostgres(
    program('initdb'),
    '-D',
    folders.primary,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
  );
  await start(folders.primary, first, '-c synchronous_standby_names=*');
  await runAsPostgres(
    program('pg_basebackup'),
    '-D',
    folders.standby,
    '--write-recovery-conf',
    '--checkpoint=fast',
    `--dbname=host=127.0.0.1 port=${first} user=postgres application_name=standby`,
  );
  await start(folders.standby, second);
  const primary = server(folders.primary, first);
  const standby = server(folders.standby, second);
  await waitFor('the standby to be synchronous', async () => {
    const rows = await primary.ask(`select from pg_stat_replication where sync_state = 'sync'`);
    return rows.length === 1 || undefined;
  });
  return {
    primary,
    standby,
    async close() {
      for (const data of Object.values(folders))
        await runAsPostgres(program('pg_ctl'), '-D', data, '-m', 'immediate', 'stop').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
