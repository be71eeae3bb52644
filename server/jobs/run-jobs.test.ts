import assert from 'node:assert/strict';
import test from 'node:test';
import { type Kysely, sql } from 'kysely';
import { openTestDatabase } from '#server/database/open-test-database.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeTogether } from '#server/database/write-together.ts';
import { Deferral, enqueue, jobKind } from './job.ts';
import { runJobs } from './run-jobs.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const note = jobKind<{ text: string }>('note');
const start = new Date('2026-11-20T12:00:00Z');

const payment = jobKind<{ text: string }>('payment.note', { forever: true });
const letter = jobKind<{ text: string }>('mail.note');
const report = jobKind<{ text: string }>('instant.note');
const hour = 3_600_000;

async function setUp(handler: (payload: { text: string }) => Promise<Date | void>) {
  const errors: string[] = [];
  const database = await openTestDatabase();
  let now = start;
  const troubles: string[] = [];
  const onTrouble = (kind: string) => {
    troubles.push(kind);
    return [];
  };
  const log = { ...silent, error: (_: unknown, message: string) => void errors.push(message) };
  const deps = { db: database.db, clock: () => now, log, onTrouble };
  const handlers = {
    ...note.handledBy(handler),
    ...payment.handledBy(handler),
    ...letter.handledBy(handler),
    ...report.handledBy(handler),
  };
  return {
    db: database.db,
    troubles,
    errors,
    add: (runAt: Date, text: string, key?: string, kind = note) =>
      writeTogether(database.db, [enqueue([kind.at(runAt, { text }, key)])]),
    runner: runJobs(deps, handlers),
    another: () => runJobs(deps, handlers),
    pass: (ms: number) => void (now = new Date(now.getTime() + ms)),
    rows: async () =>
      (
        await sql<{
          attempts: number;
          last_error: string | null;
          dead_at: Date | null;
          run_at: Date;
          dedupe_key: string | null;
          leased_until: Date | null;
        }>`select * from job`.execute(database.db)
      ).rows,
    async [Symbol.asyncDispose]() {
      await this.runner.stop();
      await database.drop();
    },
  };
}

/** The first so many ends of jobs cannot be written; answers how many were tried. A sequence outlives what is rolled back. */
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

/** Asks again and again until there is an answer. */
async function until<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise(setImmediate);
  }
}

test('jobs run when they are due, oldest first, and are gone when they are done', async () => {
  const done: string[] = [];
  await using queue = await setUp(async ({ text }) => void done.push(text));
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

test('a failing job is tried again with growing waits, keeps its error, and is given up after twelve tries', async () => {
  let tries = 0;
  await using queue = await setUp(async () => {
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

test('a letter that the mail server does not take for now is tried for four days, and reported each day', async () => {
  let tries = 0;
  await using queue = await setUp(async () => {
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

test('one other error while the mail server is away ends no letter; a second one, or an end of the process before, does', async () => {
  const errors = [
    ...Array.from({ length: 13 }, () => new Deferral('away')),
    new Error('no database'),
    new Deferral('away'),
    new Error('no such user'),
    new Error('no such user'),
  ];
  await using queue = await setUp(() => Promise.reject(errors.shift()!));
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

test('a job that was given up makes room for a new one of its key', async () => {
  let isAway = true;
  const done: string[] = [];
  await using queue = await setUp(async ({ text }) => {
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

test('what must happen is tried hourly for ever, and reported', async () => {
  let tries = 0;
  await using queue = await setUp(async () => {
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

test('a job that ends its process every time waits longer each time, and is given up unless it must happen', async () => {
  const done: string[] = [];
  await using queue = await setUp(async ({ text }) => void done.push(text));
  await queue.add(start, 'killer');
  await queue.add(start, 'money', 'key', payment);
  // what a process that died in its twelfth try leaves behind
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

test('a process that dies leaves its job waiting as long as a failure would', async () => {
  const hanging = Promise.withResolvers<void>();
  await using queue = await setUp(() => hanging.promise);
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

test('who lost the lease settles nothing', async () => {
  const waiting: (() => void)[] = [];
  let runs = 0;
  await using queue = await setUp(() => {
    runs += 1;
    return new Promise<void>((resolve) => waiting.push(resolve));
  });
  await queue.add(start, 'slow');
  const first = queue.runner.drain();
  await until(async () => (runs === 1 ? true : undefined));
  queue.pass(121_000);
  const other = queue.another();
  const second = other.drain();
  await until(async () => (runs === 2 ? true : undefined));
  waiting[0]!();
  await first;
  assert.equal((await queue.rows()).length, 1, 'the job is the second worker’s now');
  waiting[1]!();
  await second;
  await other.stop();
  assert.deepEqual(await queue.rows(), []);
});

test('renews the lease of a job that runs longer, so that no other process begins it', async () => {
  const hanging = Promise.withResolvers<void>();
  let runs = 0;
  await using queue = await setUp(() => {
    runs += 1;
    return hanging.promise;
  });
  await queue.add(start, 'slow');
  const first = queue.runner.drain();
  await until(async () => (runs === 1 ? true : undefined));
  const other = queue.another();
  for (let minute = 1; minute <= 10; minute += 1) {
    queue.pass(60_000);
    queue.runner.wake();
    await until(async () => {
      const left = (await queue.rows())[0]!.leased_until!.getTime() - start.getTime() - minute * 60_000;
      return left === 120_000 ? true : undefined;
    });
    await other.drain();
  }
  assert.equal(runs, 1);
  hanging.resolve();
  await first;
  await other.stop();
  assert.deepEqual(await queue.rows(), []);
});

test('a job that hangs for over an hour is left to another process, and not begun again by its own', async () => {
  const hanging = Promise.withResolvers<void>();
  const runs: string[] = [];
  await using queue = await setUp(({ text }) => {
    runs.push(text);
    return text === 'hangs' && runs.length === 1 ? hanging.promise : Promise.resolve();
  });
  await queue.add(start, 'hangs');
  const first = queue.runner.drain();
  await until(async () => (runs.length === 1 ? true : undefined));
  queue.pass(hour + 1);
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    await queue.add(start, text);
    queue.runner.wake();
    await until(async () => (runs.includes(text) && (await queue.rows()).length === 1 ? true : undefined));
  }
  assert.deepEqual(runs, ['hangs', 'a', 'b', 'c', 'd', 'e']);
  const other = queue.another();
  await other.drain();
  assert.equal(runs.at(-1), 'hangs');
  hanging.resolve();
  await first;
  await other.stop();
  assert.deepEqual(await queue.rows(), []);
});

test('gives back what was claimed and not begun when it stops', async () => {
  const hanging = Promise.withResolvers<void>();
  let runs = 0;
  await using queue = await setUp(() => {
    runs += 1;
    return hanging.promise;
  });
  for (let n = 0; n < 8; n += 1) await queue.add(start, String(n));
  queue.runner.wake();
  await until(async () => (runs === 4 ? true : undefined));
  const leased = async () => (await queue.rows()).filter(({ leased_until }) => leased_until !== null);
  assert.equal((await leased()).length, 8);
  const stopping = queue.runner.stop();
  await until(async () => ((await leased()).length === 4 ? true : undefined));
  const waiting = (await queue.rows()).filter(({ leased_until }) => leased_until === null);
  assert.deepEqual(
    waiting.map(({ attempts, run_at }) => ({ attempts, run_at })),
    Array.from({ length: 4 }, () => ({ attempts: 0, run_at: start })),
  );
  hanging.resolve();
  await stopping;
  assert.equal(runs, 4);
});

test('runs jobs that a process without lanes wrote, and those another took out of their lane', async () => {
  const done: string[] = [];
  await using queue = await setUp(async ({ text }) => void done.push(text));
  await sql`insert into job (kind, payload, run_at) values ('note', '{"text": "old"}', ${start})`.execute(
    queue.db,
  );
  await queue.add(start, 'new', undefined, letter);
  const older = runJobs({ db: queue.db, clock: () => start, log: silent }, {});
  await older.drain();
  await older.stop();
  assert.deepEqual(done, []);
  await queue.runner.drain();
  assert.deepEqual(new Set(done), new Set(['new', 'old']));
  assert.deepEqual(await queue.rows(), []);
});

for (const [slow, kind] of [
  ['letters', letter],
  ['reports', report],
] as const)
  test(`${slow} that hang hold up no payment`, async () => {
    const done: string[] = [];
    const waiting: (() => void)[] = [];
    await using queue = await setUp(async ({ text }) => {
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

test('stopping waits for what the last look claimed, and claims nothing after', async () => {
  const done: string[] = [];
  await using queue = await setUp(async ({ text }) => {
    // one more round trip, so that the work outlives the look
    await sql`select 1`.execute(queue.db);
    done.push(text);
  });
  for (let n = 0; n < 9; n += 1) await queue.add(start, String(n));
  queue.runner.wake();
  await queue.runner.stop();
  assert.equal(done.length, 4, 'those of the one look');
  assert.equal((await queue.rows()).length, 5);
});

test('a job whose handler names an instant runs again then', async () => {
  let runs = 0;
  await using queue = await setUp(async () => {
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

test('one waiting job per key', async () => {
  const done: string[] = [];
  await using queue = await setUp(async ({ text }) => void done.push(text));
  await queue.add(start, 'one', 'key');
  await queue.add(start, 'two', 'key');
  await queue.runner.drain();
  assert.deepEqual(done, ['one']);
});

test('two workers on one table do every job once', async () => {
  const done: string[] = [];
  await using queue = await setUp(async ({ text }) => void done.push(text));
  for (let n = 0; n < 40; n += 1) await queue.add(start, String(n));
  const other = queue.another();
  await Promise.all([queue.runner.drain(), other.drain()]);
  await other.stop();
  assert.equal(done.length, 40);
  assert.equal(new Set(done).size, 40);
});

test('a job that a dead worker left is taken over when its lease has run out', async () => {
  const done: string[] = [];
  await using queue = await setUp(async ({ text }) => void done.push(text));
  await queue.add(start, 'left');
  await sql`update job set leased_until = ${new Date(start.getTime() + 120_000)}`.execute(queue.db);
  await queue.runner.drain();
  assert.deepEqual(done, []);
  queue.pass(121_000);
  await queue.runner.drain();
  assert.deepEqual(done, ['left']);
});

test('what could not be written of a job while the database was away is written then, and its work is not done again', async () => {
  const ran: string[] = [];
  await using queue = await setUp(async ({ text }) => {
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

test('neither draining nor stopping waits for a database that is away', async () => {
  let ran = 0;
  await using queue = await setUp(async () => void (ran += 1));
  await queue.add(start, 'x');
  await refuseEnds(queue.db, 1000);
  await queue.runner.drain();
  await queue.runner.stop();
  assert.equal(ran, 1);
  assert.equal((await queue.rows()).length, 1);
});

test('what could not be written is written by who stops, and not once another may have the job', async () => {
  const ran: string[] = [];
  await using queue = await setUp(async ({ text }) => void ran.push(text));
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
