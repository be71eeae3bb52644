import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { root } from '#tools/root.ts';
import { silentLog } from './database-log.ts';
import { openEmbeddedPool } from './open-embedded-pool.ts';
import { mayNotSkip } from '#test/test-size.ts';
import { StartError } from '#server/process/start-error.ts';

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'redline-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(
  folder: string,
  limits: { statementLimitMs?: number; turnLimitMs?: number; maintainEveryMs?: number } = {},
) {
  const opened = await openEmbeddedPool({ folder, statementLimitMs: 60_000, log: silentLog, ...limits });
  return { pool: opened.pool, [Symbol.asyncDispose]: opened.close };
}

/** Runs `program` in a separate process with the database in `folder` open as `pool`. */
function startProcess(folder: string, program: string, tracer: string[] = []): ChildProcess {
  const code = `
    import { openEmbeddedPool } from '#server/database/open-embedded-pool.ts';
    import { silentLog } from '#server/database/database-log.ts';
    const { pool, close } = await openEmbeddedPool({ folder: ${JSON.stringify(folder)}, statementLimitMs: 60_000, log: silentLog });
    ${program}`;
  const [command, ...parameters] = [...tracer, process.execPath, '--input-type=module', '--eval', code];
  return spawn(command, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
}

const missing = (wanted: Set<number>, found: Set<number>) => [...wanted].filter((id) => !found.has(id));
const lines = (child: ChildProcess) => createInterface({ input: child.stdout! });
const sentence = (pattern: RegExp) => (error: unknown) =>
  error instanceof StartError && pattern.test(error.message);

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
}

test(
  'keeps the data of an embedded database intact when its processes are killed',
  { timeout: 180_000 },
  async (t) => {
    const folder = emptyFolder(t);

    await t.test('creates a new database after a kill during the very first start', async () => {
      const child = startProcess(folder, '');
      const seen = Promise.withResolvers<void>();
      const watcher = watch(folder, (_, name) => name === 'cluster.new' && seen.resolve());
      await seen.promise;
      watcher.close();
      await kill(child);
      assert.ok(existsSync(join(folder, 'cluster.new')));
      assert.ok(!existsSync(join(folder, 'cluster')));
      // The files that remain when a start is killed at another moment.
      writeFileSync(join(folder, 'cluster.new/PG_VERSION'), '18\n');

      await using database = await open(folder);
      const { pool } = database;
      await pool.query('create table written (id int primary key)');
      assert.ok(!existsSync(join(folder, 'cluster.new')));
    });

    await t.test(
      'keeps every acknowledged row when its process is killed ten times while it writes',
      async () => {
        const acknowledged = new Set<number>();
        for (let round = 0; round < 10; round++) {
          const child = startProcess(
            folder,
            `const { rows } = await pool.query('select id from written order by id');
        console.log(JSON.stringify(rows.map(({ id }) => id)));
        for (let id = ${round} * 1_000_000; ; id++) {
          await pool.query('insert into written values ($1)', [id]);
          console.log(id);
        }`,
          );
          const enough = 1 + Math.floor(Math.random() * 200);
          let found: Set<number> | undefined;
          let written = 0;
          const ended = once(child, 'close');
          for await (const line of lines(child)) {
            if (found) {
              acknowledged.add(Number(line));
              if (++written === enough) child.kill('SIGKILL');
            } else {
              found = new Set(JSON.parse(line) as number[]);
              assert.deepEqual(missing(acknowledged, found), []);
              assert.ok(found.size <= acknowledged.size + round, 'only a row under way may be there unasked');
            }
          }
          await ended;
          assert.ok(written >= enough);
        }
        await using database = await open(folder);
        const { pool } = database;
        const { rows } = await pool.query<{ id: number }>('select id from written');
        assert.deepEqual(missing(acknowledged, new Set(rows.map(({ id }) => id))), []);
      },
    );

    await t.test(
      'rejects a second process at once while another uses the folder, and accepts it after that one was killed',
      async () => {
        const child = startProcess(folder, "console.log('open')");
        await once(lines(child), 'line');
        await assert.rejects(
          open(folder),
          sentence(/^Another process is using the database in .* DATABASE_URL for this one\.$/),
        );
        await kill(child);
        await using database = await open(folder);
        await database.pool.query('select 1');
        await assert.rejects(open(folder), sentence(/^Another process/));
      },
    );

    const noStrace = spawnSync('strace', ['-V']).status !== 0 && !mayNotSkip && 'needs strace';
    await t.test('runs one fsync per commit', { skip: noStrace }, async () => {
      const trace = join(folder, 'trace');
      const marker = join(folder, 'marker');
      writeFileSync(marker, '');
      const child = startProcess(
        folder,
        `import { fsyncSync, openSync } from 'node:fs';
      const marker = openSync(${JSON.stringify(marker)});
      await pool.query('select 1');
      fsyncSync(marker);
      for (let id = -1; id >= -20; id--) await pool.query('insert into written values ($1)', [id]);
      fsyncSync(marker);
      await close();`,
        ['strace', '-f', '-y', '-e', 'trace=fsync,fdatasync,msync,sync,syncfs', '-o', trace],
      );
      await once(child, 'close');
      const [, between = ''] = readFileSync(trace, 'utf8').split(/^.*\/marker>.*$/m);
      const calls = between.split('\n').filter((line) => /sync\(/.test(line));
      assert.equal(calls.length, 20);
      for (const call of calls) assert.match(call, /fsync\(\d+<.*\/pg_wal\/[0-9A-F]{24}>/);
    });

    await t.test('never acknowledges a commit whose fsync fails', { skip: noStrace }, async () => {
      const log = readdirSync(join(folder, 'cluster/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name));
      const failing = log.flatMap((name) => ['-P', join(folder, 'cluster/pg_wal', name)]);
      const child = startProcess(
        folder,
        `await pool.query('insert into written values (-50)').then(() => console.log('acknowledged'), (error) => console.log(error.message));
      process.exit();`,
        ['strace', '-f', '-o', join(folder, 'trace'), ...failing, '-e', 'inject=fsync:error=EIO'],
      );
      const [said] = await once(lines(child), 'line');
      assert.match(said, /restarted: fsync failed: EIO/);
      if (child.exitCode === null) await once(child, 'close');
    });

    await t.test('explains how to move the data of a folder of another PostgreSQL version', async () => {
      const version = join(folder, 'cluster/PG_VERSION');
      const ours = readFileSync(version, 'utf8');
      writeFileSync(version, '17\n');
      await assert.rejects(
        open(folder),
        sentence(/PostgreSQL 17, .* requires PostgreSQL 18\. .*db:export.*db:import/),
      );
      writeFileSync(version, ours);
    });

    await t.test(
      'names the damage when a database has lost PG_VERSION, and starts once the file is back',
      async () => {
        const version = join(folder, 'cluster/PG_VERSION');
        const ours = readFileSync(version, 'utf8');
        rmSync(version);
        await assert.rejects(open(folder), sentence(/is damaged because its PG_VERSION file is missing\./));
        writeFileSync(version, ours);
        await using database = await open(folder);
        await database.pool.query('select 1');
      },
    );

    await t.test('cancels a statement that exceeds the time limit and runs the next one', async () => {
      await using database = await open(folder, { statementLimitMs: 2_000, maintainEveryMs: 50 });
      const { pool } = database;
      const stuck = pool.query('do $$ begin loop end loop; end $$');
      const waiting = pool.query<{ n: number }>('select 1 as n');
      await assert.rejects(stuck, /restarted: a statement ran longer than 2000 ms/);
      assert.deepEqual((await waiting).rows, [{ n: 1 }]);

      const client = await pool.connect();
      await client.query('begin');
      await client.query('insert into written values (-100)');
      await assert.rejects(client.query('do $$ begin loop end loop; end $$'), /restarted/);
      await assert.rejects(client.query('commit'));
      client.release();
      assert.equal((await pool.query('select from written where id = -100')).rowCount, 0);
    });

    await t.test(
      'allows longer statements only in a transaction that sets statement_timeout to 0',
      async () => {
        await using database = await open(folder, { statementLimitMs: 2_000, turnLimitMs: 60_000 });
        const client = await database.pool.connect();
        const secondsLong = `do $$ declare over timestamptz := clock_timestamp() + interval '3 seconds';
      begin while clock_timestamp() < over loop end loop; end $$`;
        await client.query('begin');
        await client.query('set local statement_timeout = 0');
        await client.query(secondsLong);
        await client.query('insert into written values (-300)');
        await client.query('commit');
        await assert.rejects(client.query(secondsLong), /restarted: a statement ran longer than 2000 ms/);
        client.release();
        assert.equal((await database.pool.query('select from written where id = -300')).rowCount, 1);
      },
    );

    await t.test('keeps the process alive when a statement ends PostgreSQL', async () => {
      await using database = await open(folder);
      const { pool } = database;
      // The statement fails, because it waits for rows from a client that can't send them here.
      await assert.rejects(pool.query('copy written from stdin'), /restarted: Program terminated/);
      assert.deepEqual((await pool.query('select 1 as n')).rows, [{ n: 1 }]);
      // The statement crashes PGlite, which hides the crash, because WebAssembly can't run programs.
      await assert.rejects(pool.query("copy written to program 'x'"), /restarted: PostgreSQL stopped/);
      assert.deepEqual((await pool.query('select 1 as n')).rows, [{ n: 1 }]);
    });

    await t.test('refuses a query outside the open transaction instead of hanging', async () => {
      await using database = await open(folder, { turnLimitMs: 1_000 });
      const { pool } = database;
      const client = await pool.connect();
      await client.query('begin');
      await assert.rejects(pool.query('select 1'), /timeout exceeded/);
      await client.query('rollback');
      client.release();
      await pool.query('select 1');
    });

    await t.test(
      'opens a connection without a transaction after another connection was abandoned inside one',
      async () => {
        await using database = await open(folder);
        const { pool } = database;
        const client = await pool.connect();
        await client.query(
          'begin; insert into written values (-200); set local lock_timeout = 1; create temp table temporary ()',
        );
        client.release(true);
        const { rows } = await pool.query(
          "select to_regclass('temporary') as temporary, current_setting('lock_timeout') as timeout",
        );
        assert.deepEqual(rows, [{ temporary: null, timeout: '0' }]);
        assert.equal((await pool.query('select from written where id = -200')).rowCount, 0);
      },
    );

    await t.test('doesn’t block the calling thread while the database runs a statement', async () => {
      await using database = await open(folder);
      const { pool } = database;
      let turns = 0;
      let working = true;
      const turn = () => {
        turns++;
        if (working) setImmediate(turn);
      };
      turn();
      await pool.query('select count(*) from generate_series(1, 1000000)');
      working = false;
      assert.ok(turns > 100, `${turns} turns of the event loop`);
    });
  },
);

test("names a folder that can't be written", async (t) => {
  const file = join(emptyFolder(t), 'file');
  writeFileSync(file, '');
  await assert.rejects(
    open(join(file, 'database')),
    sentence(/^The shop can’t write to the database folder .*file\/database \(.*DATA_DIR/),
  );
});

test('reports an incomplete data folder with the reason', async (t) => {
  const folder = emptyFolder(t);
  mkdirSync(join(folder, 'cluster'));
  writeFileSync(join(folder, 'cluster/PG_VERSION'), '18\n');
  await assert.rejects(open(folder), sentence(/^The database in .*cluster couldn’t be started: /));
});
