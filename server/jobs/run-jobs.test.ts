import assert from 'node:assert/strict';
import test from 'node:test';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/database/schema.ts';
import { Deferral } from './job.ts';
import { hour } from '#contract/durations.ts';
import { letter, openTestQueue, payment, report, start, until } from '#test/server/open-test-queue.ts';

/**
 * Makes the first writes of job results fail. Returns the number of tries so far, from a sequence, which a rollback doesn't
 * reset.
 */
async function refuseEnds(db: Kysely<Schema>, first: number) {
  await sql`create sequence job_end minvalue 0`.execute(db);
  await sql`create function refuse_end() returns trigger language plpgsql as $$
    begin if nextval('job_end') < ${sql.lit(first)} then raise exception 'away'; end if; return coalesce(new, old); end $$`.execute(
    db,
  );
  await sql`create trigger refuse_done before delete on job for each row execute function refuse_end()`.execute(
    db,
  );
  await sql`create trigger refuse_failed before update on job for each row when (new.leased_until is null)
    execute function refuse_end()`.execute(db);
  return async () => {
    const { rows } = await sql<{ tried: number }>`
      select (last_value + is_called::int)::int as tried from job_end`.execute(db);
    return rows[0]!.tried;
  };
}

test('runs due jobs, oldest first, and deletes them when they are done', async () => {
  const done: string[] = [];
  await using queue = await openTestQueue(async ({ text }) => void done.push(text));
  await queue.add(new Date(start.getTime() - 1), 'second');
  await queue.add(new Date(start.getTime() - 2), 'first');
  await queue.add(new Date(start.getTime() + 1000), 'later');
  await queue.runner.drain();
  assert.deepEqual(done, ['first', 'second']);
  queue.pass(1000);
  await queue.runner.drain();
  assert.deepEqual(done, ['first', 'second', 'later']);
  assert.deepEqual(await queue.rows(), []);
});

test('retries a failed job with growing delays, stores its error, and gives it up after twelve attempts', async () => {
  let tries = 0;
  await using queue = await openTestQueue(async () => {
    tries += 1;
    throw new Error('the mail server is away');
  });
  await queue.add(start, 'x');
  for (let n = 1; n <= 12; n += 1) {
    await queue.runner.drain();
    assert.equal(tries, n);
    queue.pass(3_600_000);
  }
  await queue.runner.drain();
  assert.equal(tries, 12);
  const [row] = await queue.rows();
  assert.equal(row?.last_error, 'the mail server is away');
  assert.ok(row.dead_at);
  assert.deepEqual(queue.troubles, ['note']);
});

test('retries an email hourly for four days while it is deferred, and reports each attempt from the 12th on', async () => {
  let tries = 0;
  await using queue = await openTestQueue(async () => {
    tries += 1;
    throw new Deferral('greylisted');
  });
  await queue.add(start, 'x', undefined, letter);
  const rowOf = async () => (await queue.rows())[0]!;
  let passed = 0;
  while ((await rowOf()).dead_at === null) {
    await queue.runner.drain();
    const { run_at } = await rowOf();
    const wait = run_at.getTime() - start.getTime() - passed;
    assert.ok(wait > 0 && wait <= hour, `waits ${wait} ms`);
    queue.pass(wait);
    passed += wait;
  }
  assert.equal(tries, 106);
  assert.equal(Math.round(passed / hour / 24), 4);
  assert.equal(queue.troubles.length, tries - 11);
});

test('gives up a deferred email after two other errors in a row, and a job whose twelfth attempt died', async () => {
  const errors = [
    ...Array.from({ length: 13 }, () => new Deferral('away')),
    new Error('no database'),
    new Deferral('away'),
    new Error('no such user'),
    new Error('no such user'),
  ];
  await using queue = await openTestQueue(() => Promise.reject(errors.shift()!));
  await queue.add(start, 'x', undefined, letter);
  const isDead = async () => (await queue.rows())[0]!.dead_at !== null;
  while (errors.length > 0) {
    assert.equal(await isDead(), false, `${errors.length} to come`);
    await queue.runner.drain();
    queue.pass(hour);
  }
  assert.equal(await isDead(), true);
  await queue.add(start, 'killer', undefined, letter);
  await sql`update job set attempts = 12, leased_until = run_at - interval '1 hour' where dead_at is null`.execute(
    queue.db,
  );
  await queue.runner.drain();
  assert.match((await queue.rows()).at(-1)!.last_error!, /process ended/);
});

test('names the jobs that are still running when draining reaches its time limit', async () => {
  const { promise: never, resolve: end } = Promise.withResolvers<void>();
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  await using queue = await openTestQueue(() => {
    begin();
    return never;
  });
  await queue.add(start, 'x');
  queue.runner.wake();
  await started;
  await assert.rejects(queue.runner.drain(10), /after 10 ms: note \d+$/).finally(end);
});

test('replaces a given-up job when a new job has the same deduplication key', async () => {
  let isAway = true;
  const done: string[] = [];
  await using queue = await openTestQueue(async ({ text }) => {
    if (isAway) throw new Error('away');
    done.push(text);
  });
  await queue.add(start, 'first', 'key');
  for (let n = 1; n <= 12; n += 1) {
    await queue.runner.drain();
    queue.pass(hour);
  }
  isAway = false;
  await queue.add(start, 'second', 'key');
  await queue.runner.drain();
  assert.deepEqual(done, ['second']);
  assert.deepEqual(
    (await queue.rows()).map(({ dead_at }) => dead_at !== null),
    [true],
  );
});

test('retries a `forever` job hourly without end, and reports each attempt from the 12th on', async () => {
  let tries = 0;
  await using queue = await openTestQueue(async () => {
    tries += 1;
    if (tries <= 30) throw new Error('away');
  });
  await queue.add(start, 'x', 'key', payment);
  for (let n = 1; n <= 30; n += 1) {
    await queue.runner.drain();
    assert.equal(tries, n);
    queue.pass(hour);
  }
  assert.equal(queue.troubles.length, 30 - 11);
  await queue.runner.drain();
  assert.deepEqual(await queue.rows(), []);
});

test('delays a job longer after each crash, and gives it up unless it is a `forever` job', async () => {
  const done: string[] = [];
  await using queue = await openTestQueue(async ({ text }) => void done.push(text));
  await queue.add(start, 'killer');
  await queue.add(start, 'money', 'key', payment);
  // the row as a process leaves it when it dies during the twelfth attempt
  await sql`update job set attempts = 12, leased_until = ${new Date(start.getTime() + 1000)}`.execute(
    queue.db,
  );
  queue.pass(hour);
  await queue.runner.drain();
  assert.deepEqual(done, ['money']);
  const [row] = await queue.rows();
  assert.match(String(row?.last_error), /process ended/);
  assert.ok(row?.dead_at);
});

test('delays a job whose process died as long as a failed job', async () => {
  const hanging = Promise.withResolvers<void>();
  await using queue = await openTestQueue(() => hanging.promise);
  await queue.add(start, 'hangs');
  await sql`update job set attempts = 8`.execute(queue.db);
  const working = queue.runner.drain();
  const { rows } = await until(async () => {
    const found = await sql<{ run_at: Date }>`select run_at from job where leased_until is not null`.execute(
      queue.db,
    );
    return found.rows.length > 0 ? found : undefined;
  });
  assert.equal(rows[0]!.run_at.getTime() - start.getTime(), 5_000 * 2 ** 8);
  hanging.resolve();
  await working;
});

for (const [slow, kind] of [
  ['letters', letter],
  ['reports', report],
] as const)
  test(`runs payment jobs while ${slow} hang`, async () => {
    const done: string[] = [];
    const waiting: (() => void)[] = [];
    await using queue = await openTestQueue(async ({ text }) => {
      if (text.startsWith('slow')) await new Promise<void>((resolve) => waiting.push(resolve));
      done.push(text);
    });
    for (let n = 0; n < 6; n += 1)
      await queue.add(new Date(start.getTime() - 10), `slow ${n}`, undefined, kind);
    queue.runner.wake();
    await until(async () => (waiting.length > 0 ? true : undefined));
    await queue.add(start, 'payment', undefined, payment);
    queue.runner.wake();
    await until(async () => (done.includes('payment') ? true : undefined));
    const all = queue.runner.drain();
    await until(async () => {
      for (const resolve of waiting.splice(0)) resolve();
      return done.length === 7 ? true : undefined;
    });
    await all;
  });

test('completes the jobs that it has claimed when it stops, and claims no more', async () => {
  const done: string[] = [];
  await using queue = await openTestQueue(async ({ text }) => {
    // another round trip, so that the job takes longer than the claim
    await sql`select 1`.execute(queue.db);
    done.push(text);
  });
  for (let n = 0; n < 9; n += 1) await queue.add(start, String(n));
  queue.runner.wake();
  await queue.runner.stop();
  assert.equal(done.length, 4, 'those of the one look');
  assert.equal((await queue.rows()).length, 5);
});

test('runs a job again at the time its handler returns', async () => {
  let runs = 0;
  await using queue = await openTestQueue(async () => {
    runs += 1;
    return runs < 3 ? new Date(start.getTime() + runs * 1000) : undefined;
  });
  await queue.add(start, 'x');
  for (let n = 0; n < 5; n += 1) {
    await queue.runner.drain();
    queue.pass(1000);
  }
  assert.equal(runs, 3);
  assert.deepEqual(await queue.rows(), []);
});

test('stores only one waiting job per deduplication key', async () => {
  const done: string[] = [];
  await using queue = await openTestQueue(async ({ text }) => void done.push(text));
  await queue.add(start, 'one', 'key');
  await queue.add(start, 'two', 'key');
  await queue.runner.drain();
  assert.deepEqual(done, ['one']);
});

test('runs every job once with two runners on one table', async () => {
  const done: string[] = [];
  await using queue = await openTestQueue(async ({ text }) => void done.push(text));
  for (let n = 0; n < 40; n += 1) await queue.add(start, String(n));
  const other = queue.another();
  await Promise.all([queue.runner.drain(), other.drain()]);
  await other.stop();
  assert.equal(done.length, 40);
  assert.equal(new Set(done).size, 40);
});

test('saves the results of jobs after a database outage without running the jobs again', async () => {
  const ran: string[] = [];
  await using queue = await openTestQueue(async ({ text }) => {
    ran.push(text);
    if (text === 'fails') throw new Error('no');
  });
  await queue.add(start, 'succeeds');
  await queue.add(start, 'fails');
  await refuseEnds(queue.db, 2);
  await queue.runner.drain();
  assert.deepEqual(ran, ['succeeds', 'fails']);
  assert.deepEqual(
    (await queue.rows()).map(({ last_error, attempts }) => ({ last_error, attempts })),
    [{ last_error: 'no', attempts: 1 }],
  );
});

test("doesn't wait for an unavailable database when it drains or stops", async () => {
  let ran = 0;
  await using queue = await openTestQueue(async () => void (ran += 1));
  await queue.add(start, 'x');
  await refuseEnds(queue.db, 1000);
  await queue.runner.drain();
  await queue.runner.stop();
  assert.equal(ran, 1);
  assert.equal((await queue.rows()).length, 1);
});

test('saves unsaved results when it stops, but not of a job that another process may have taken over', async () => {
  const ran: string[] = [];
  await using queue = await openTestQueue(async ({ text }) => void ran.push(text));
  await queue.add(start, 'late');
  const tried = await refuseEnds(queue.db, 2);
  await queue.runner.drain();
  queue.pass(121_000);
  await queue.runner.stop();
  assert.equal(await tried(), 2);
  assert.equal(queue.errors.at(-1), 'the result of a job was not written in time: it runs again');
  const other = queue.another();
  const stopping = (async () => {
    await until(async () => (ran.length === 2 ? true : undefined));
    await other.stop();
  })();
  other.wake();
  await stopping;
  assert.deepEqual(ran, ['late', 'late']);
  assert.deepEqual(await queue.rows(), []);
});
