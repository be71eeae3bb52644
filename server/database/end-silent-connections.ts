import type { Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';

const silentMs = 2_000;
/** Time limit for the probe's login (ms): a server under load answers slowly. */
const probeLimitMs = 5_000;
/** Number of consecutive failed probes before a connection is ended, because a single failure may be chance. */
const doubts = 2;

/** Fields that pg's types lack. */
type Connected = pg.PoolClient & {
  processID: number;
  readyForQuery: boolean;
  connection: { stream: Socket };
};

/**
 * Ends connections whose statement the server doesn't run. When a server vanishes silently (failover, cut network), TCP alone
 * notices it after a quarter of an hour. After two seconds without an answer, a separate connection asks the server about the
 * statement, twice. If the server is unreachable or doesn't know the statement, the connection is ended, after 4 or 14 seconds.
 * With several hosts, it is ended as soon as another host accepts writes.
 */
export function endSilentConnections(
  pool: pg.Pool,
  isReplaced: (client: pg.ClientBase) => Promise<boolean>,
  log: DatabaseLog,
): void {
  /** One probe per host, because after a failover the pool still has connections to the lost host. */
  const asking = new Map<string, Promise<number[] | undefined>>();
  pool.on('connect', (client) => {
    const connected = client as Connected;
    const { stream } = connected.connection;
    const host = `${client.host}:${client.port}`;
    let doubted = 0;
    async function look(): Promise<void> {
      // this connection is idle, or between two statements
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

/**
 * The process IDs that are active on this connection's server; none when the server is unreachable, undefined when it doesn't
 * tell.
 */
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
    // behind a pooler, clients know the pooler's process ids, not the server's
    const isDirect = rows.some(({ pid, own }) => own && pid === (probe as unknown as Connected).processID);
    return isDirect ? rows.map(({ pid }) => pid) : undefined;
  } catch (error) {
    // a server that refuses the connection is reachable
    return error instanceof pg.DatabaseError ? undefined : [];
  } finally {
    probe.end().catch(() => {});
  }
}
