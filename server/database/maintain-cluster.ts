import type pg from 'pg';

const MINUTE_MS = 60_000;
const LIMITS = {
  checkpointMs: 5 * MINUTE_MS,
  checkpointBytes: 64 * 1024 * 1024,
  vacuumMs: 24 * 60 * MINUTE_MS,
};

/**
 * Returns the function that does the work of PostgreSQL's background processes, which the embedded one lacks: a CHECKPOINT every
 * 5 minutes or 64 MB of log, and VACUUM ANALYZE of every table once a day, first soon after the start, for a process that runs
 * less than a day. Call the function every few seconds; it returns the work done. `runLong` runs a statement without the time
 * limit.
 */
export function clusterMaintenance(
  pool: Pick<pg.Pool, 'query'>,
  runLong: (statement: string) => Promise<unknown>,
  now: () => number = Date.now,
  limits = LIMITS,
): () => Promise<('checkpoint' | 'vacuum')[]> {
  let checkpointAt = now();
  let checkpointLog: string | undefined;
  let vacuumAt = now() - limits.vacuumMs + 10 * MINUTE_MS;

  async function logPosition(): Promise<{ position: string; since: number }> {
    const { rows } = await pool.query<{ position: string; since: string }>(
      `select lsn::text as position, pg_wal_lsn_diff(lsn, coalesce($1::pg_lsn, lsn))::text as since
        from pg_current_wal_insert_lsn() lsn`,
      [checkpointLog],
    );
    const [row] = rows;
    if (!row) throw new Error('pg_current_wal_insert_lsn() answered nothing');
    return { position: row.position, since: Number(row.since) };
  }

  return async () => {
    const done: ('checkpoint' | 'vacuum')[] = [];
    const { position, since } = await logPosition();
    checkpointLog ??= position;
    const late = since > 0 && now() - checkpointAt >= limits.checkpointMs;
    if (late || since >= limits.checkpointBytes) {
      await runLong('checkpoint');
      // A checkpoint itself writes to the log, which must not trigger the next checkpoint.
      checkpointLog = (await logPosition()).position;
      checkpointAt = now();
      done.push('checkpoint');
    }
    if (now() - vacuumAt >= limits.vacuumMs) {
      const { rows } = await pool.query<{ name: string }>(
        `select relid::regclass::text as name from pg_stat_user_tables order by 1`,
      );
      // One table at a time, so that a query waits for one table at most.
      for (const { name } of rows) await runLong(`vacuum (analyze) ${name}`);
      vacuumAt = now();
      done.push('vacuum');
    }
    return done;
  };
}
