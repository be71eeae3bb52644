import type { Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';

const silentMs = 2_000;
/** A server under load takes its time to let somebody in. */
const probeLimitMs = 5_000;
/** So often must it say so, or not answer: once is chance. */
const doubts = 2;

/** What pg's types leave out. */
type Connected = pg.PoolClient & {
  processID: number;
  readyForQuery: boolean;
  connection: { stream: Socket };
};

/**
 * Ends connections whose statement the server does not work on. When a server vanishes without a word (a failover, a cut
 * line) TCP alone waits a quarter of an hour for it. A statement unanswered for two seconds is asked about over a
 * connection of its own, and again; only if the server cannot be reached, or knows nothing of the statement, is it given
 * up: after four seconds or fourteen. With several hosts it is given up as soon as another one accepts writes.
 */
export function endSilentConnections(
  pool: pg.Pool,
  isReplaced: (client: pg.ClientBase) => Promise<boolean>,
  log: DatabaseLog,
): void {
  /** By host: after a failover the pool still holds connections to the host that was lost. */
  const asking = new Map<string, Promise<number[] | undefined>>();
  pool.on('connect', (client) => {
    const connected = client as Connected;
    const { stream } = connected.connection;
    const host = `${client.host}:${client.port}`;
    let doubted = 0;
    async function look(): Promise<void> {
      // idle, or between two statements
      if (connected.readyForQuery) return;
      if (await isReplaced(client)) return giveUp();
      const asked = asking.get(host) ?? findAtWork(client).finally(() => asking.delete(host));
      asking.set(host, asked);
      const atWork = await asked;
      if (stream.destroyed || connected.readyForQuery) return;
      doubted = atWork === undefined || atWork.includes(connected.processID) ? 0 : doubted + 1;
      if (doubted < doubts) return void stream.setTimeout(silentMs);
      giveUp();
    }
    function giveUp(): void {
      if (stream.destroyed || connected.readyForQuery) return;
      log.warn({}, 'a database connection is silent and given up');
      stream.destroy(Object.assign(new Error('the database server does not answer'), { code: 'ETIMEDOUT' }));
    }
    stream.on('data', () => (doubted = 0));
    stream.on('timeout', () => void look());
    stream.setTimeout(silentMs);
  });
}

/** The processes at work in this connection's server; none when it cannot be reached, undefined when it does not tell. */
async function findAtWork(connected: pg.ClientBase): Promise<number[] | undefined> {
  const { host, port, user, password, database, ssl } = connected as pg.Client;
  const probe = new pg.Client({
    host,
    port,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ssl,
    connectionTimeoutMillis: probeLimitMs,
    query_timeout: probeLimitMs,
  });
  probe.on('error', () => {});
  try {
    await probe.connect();
    const { rows } = await probe.query<{ pid: number; own: boolean }>(
      `select pid, pid = pg_backend_pid() as own from pg_stat_activity where state = 'active'`,
    );
    // behind a pooler the numbers are the pooler's
    const isDirect = rows.some(({ pid, own }) => own && pid === (probe as unknown as Connected).processID);
    return isDirect ? rows.map(({ pid }) => pid) : undefined;
  } catch (error) {
    // a server that refuses is there
    return error instanceof pg.DatabaseError ? undefined : [];
  } finally {
    probe.end().catch(() => {});
  }
}
