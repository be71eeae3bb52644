import type { DatabaseLog } from './database-log.ts';
import { EmbeddedConnection, engineError } from './embedded-connection.ts';
import { errorMessage } from './error-message.ts';
import { runDatabaseThread, type RunningWorker } from './run-database-thread.ts';

/** The embedded PostgreSQL, which is restarted when it fails. */
export interface EmbeddedEngine {
  /** A new, unconnected connection for `pg`, with the interface of a socket. */
  openConnection(): EmbeddedConnection;
  /** Suspends the statement limit for maintenance and audits. Returns the function that restores it. */
  liftLimit(): () => void;
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL on the data folder `folder`. When its thread ends unexpectedly, or a statement exceeds `statementLimitMs`,
 * all connections are destroyed, which rejects their queries, and a new thread is started on the same folder.
 *
 * @throws StartError when the folder can't be used
 */
export async function startEmbeddedEngine(options: {
  folder: string;
  statementLimitMs: number;
  log: DatabaseLog;
}): Promise<EmbeddedEngine> {
  const { folder, statementLimitMs, log } = options;
  const connections = new Map<number, EmbeddedConnection>();
  let lastConnection = 0;
  let current: RunningWorker | undefined;
  let closing = false;

  /** Returns the running thread, or starts one. */
  function worker(): RunningWorker {
    if (current) return current;
    const started = runDatabaseThread({
      folder,
      statementLimitMs,
      onAnswer: (connection, data) => connections.get(connection)?.receive(data),
    });
    current = started;
    let wasReady = false;
    started.ready.then(
      () => (wasReady = true),
      () => {},
    );
    void started.ended.then((cause) => {
      current = undefined;
      const lost = [...connections.values()];
      connections.clear();
      for (const connection of lost)
        connection.destroy(engineError('57P02', `The embedded database was restarted: ${cause.message}`));
      // A failed start isn't retried in a loop: the next query retries it.
      if (closing || !wasReady) return;
      log.error({ reason: cause.message }, 'the embedded database stopped and is being started again');
      worker().ready.then(
        () => log.info({}, 'the embedded database is up again'),
        (error: unknown) =>
          log.error({ reason: errorMessage(error) }, 'the embedded database does not start'),
      );
    });
    return started;
  }

  async function connect(connection: EmbeddedConnection): Promise<void> {
    if (closing) throw new Error('The database is closed.');
    const { ready, post } = worker();
    await ready;
    if (connection.destroyed) return;
    const number = ++lastConnection;
    connections.set(number, connection);
    connection.once('close', () => connections.delete(number));
    connection.carry = (data) => {
      // Copies the data into a buffer that can be transferred, because `pg` writes slices of a shared buffer.
      if (connections.has(number)) post({ kind: 'data', connection: number, data: new Uint8Array(data) });
    };
    post({ kind: 'connect', connection: number });
  }

  await worker().ready;
  return {
    openConnection: () => new EmbeddedConnection(connect),
    liftLimit() {
      const limited = current;
      limited?.setLimited(false);
      return () => limited?.setLimited(true);
    },
    async close() {
      closing = true;
      await current?.close();
    },
  };
}
