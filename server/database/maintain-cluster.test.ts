import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { clusterMaintenance } from './maintain-cluster.ts';
import { openTestDatabase } from '#test/server/open-test-database.ts';

const MINUTE_MS = 60_000;

/** A maintenance whose clock and log position the test sets. */
function maintenance() {
  const state = { now: 0, log: 0, statements: [] as string[] };
  let checkpointed = 0;
  const query = async (text: string) => {
    if (text.includes('pg_stat_user_tables')) return { rows: [{ name: 'a' }, { name: '"B"' }] };
    return { rows: [{ position: '0/1', since: String(state.log - checkpointed) }] };
  };
  const runLong = async (statement: string) => {
    state.statements.push(statement);
    if (statement === 'checkpoint') checkpointed = state.log;
  };
  const maintain = clusterMaintenance({ query } as unknown as pg.Pool, runLong, () => state.now);
  return { state, maintain };
}

test('runs a checkpoint after 64 MB of log', async () => {
  const { state, maintain } = maintenance();
  state.log = 64 * 1024 * 1024 - 1;
  assert.deepEqual(await maintain(), []);
  state.log += 1;
  assert.deepEqual(await maintain(), ['checkpoint']);
  assert.deepEqual(await maintain(), []);
});

test('runs a checkpoint after 5 minutes if there were writes', async () => {
  const { state, maintain } = maintenance();
  state.now = 5 * MINUTE_MS;
  assert.deepEqual(await maintain(), []);
  state.log = 1;
  assert.deepEqual(await maintain(), ['checkpoint']);
  state.log = 2;
  state.now += 5 * MINUTE_MS - 1;
  assert.deepEqual(await maintain(), []);
});

test('vacuums every table soon after the start and then daily', async () => {
  const { state, maintain } = maintenance();
  state.now = 10 * MINUTE_MS;
  assert.deepEqual(await maintain(), ['vacuum']);
  assert.deepEqual(state.statements, ['vacuum (analyze) a', 'vacuum (analyze) "B"']);
  state.now += 24 * 60 * MINUTE_MS - 1;
  assert.deepEqual(await maintain(), []);
  state.now += 1;
  assert.deepEqual(await maintain(), ['vacuum']);
});

test('runs its statements on a real database', async () => {
  await using database = await openTestDatabase();
  const limits = { checkpointMs: 0, checkpointBytes: 1, vacuumMs: 0 };
  const maintain = clusterMaintenance(
    database.pool,
    (statement) => database.pool.query(statement),
    Date.now,
    limits,
  );
  await maintain();
  await database.pool.query("insert into rate_limit (key) values ('a')");
  const { rows: before } = await database.pool.query('select checkpoint_lsn from pg_control_checkpoint()');
  assert.ok((await maintain()).includes('checkpoint'));
  const { rows: after } = await database.pool.query('select checkpoint_lsn from pg_control_checkpoint()');
  assert.notDeepEqual(after, before);
});
