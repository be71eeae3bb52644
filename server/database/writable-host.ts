import { callbackify } from 'node:util';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { errorMessage } from './error-message.ts';

const probeLimitMs = 2_000;

/** PostgreSQL's read_only_sql_transaction, which a standby answers to a write. */
const readOnly = '25006';

const refusal = (message: string) => Object.assign(new Error(message), { code: readOnly });

export type Hosts = {
  /** Options for pg's pool. */
  Client: typeof pg.Client;
  /** Whether another host than that of this connection accepts writes now. */
  isReplaced: (client: pg.ClientBase) => Promise<boolean>;
};

/**
 * Makes pg's client connect to the host that accepts writes. With several hosts, each new connection tries all of them at once
 * and takes the first writable one, so that a failover needs neither a restart nor a new setting. This is rare, because the pool
 * keeps connections for a minute. A connection to a standby fails, with one host or several.
 */
export function openHosts(addresses: pg.ClientConfig[], log: DatabaseLog): Hosts {
  let asking: Promise<Host> | undefined;
  const askOnce = () => (asking ??= findHost().finally(() => (asking = undefined)));
  let used: string | undefined;

  async function findHost(): Promise<Host> {
    const host = await Promise.any(addresses.map(probe)).catch((error: unknown) => {
      throw Object.assign(new Error(`no host accepts writes: ${errorMessage(error)}`), { code: readOnly });
    });
    const name = nameOf(host);
    if (used !== name) log.info({ host: name }, 'the database host that accepts writes was chosen');
    used = name;
    return host;
  }

  class WritableClient extends pg.Client {
    #isStandby = false;

    constructor(options?: string | pg.ClientConfig) {
      super(options);
      const { connection } = this as unknown as Wire;
      // The server reports at login whether it is a standby:
      // https://www.postgresql.org/docs/current/protocol-flow.html
      connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
        if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
      });
    }

    override connect(): Promise<pg.Client>;
    override connect(done: (error: Error | null) => void): void;
    override connect(done?: (error: Error | null) => void): Promise<pg.Client> | undefined {
      if (!done) return this.#connect();
      callbackify(() => this.#connect())(done);
      return undefined;
    }

    async #connect(): Promise<this> {
      if (addresses.length > 1) Object.assign(this, await askOnce());
      await super.connect();
      if (this.#isStandby) {
        await this.end();
        throw refusal(`${nameOf(this)} is a read-only standby`);
      }
      return this;
    }
  }
  return {
    Client: WritableClient,
    isReplaced: async (client) =>
      addresses.length > 1 &&
      (await askOnce().then(
        (host) => nameOf(host) !== nameOf(client as pg.Client),
        () => false,
      )),
  };
}

type Host = { host: string; port: number };
type Wire = {
  connection: {
    on(
      event: 'parameterStatus',
      listener: (status: { parameterName: string; parameterValue: string }) => void,
    ): void;
  };
};

const nameOf = ({ host, port }: Host) => `${host}:${port}`;

async function probe(address: pg.ClientConfig): Promise<Host> {
  const client = new pg.Client({
    ...address,
    connectionTimeoutMillis: probeLimitMs,
    query_timeout: probeLimitMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    if (await isReadOnly(client)) throw refusal('the server is read-only');
    return { host: client.host, port: client.port };
  } catch (error) {
    throw new Error(`${nameOf(client)} (${errorMessage(error)})`, { cause: error });
  } finally {
    client.end().catch(() => {});
  }
}

/** Whether this connection is read-only, because it is to a standby or by a server setting. */
export async function isReadOnly(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ on: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as on`,
  );
  return rows[0]!.on;
}
