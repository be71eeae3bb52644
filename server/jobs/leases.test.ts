import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { hour } from '#contract/durations.ts';
import { letter, openTestQueue, silent, start, until } from '#test/server/open-test-queue.ts';
import { runJobs } from './run-jobs.ts';

test('stores no result of a job whose lease another process has taken over', async () => {
  const waiting: (() => void)[] = [];
  let runs = 0;
  await using queue = await openTestQueue(() => {
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

test('renews the lease of a long job, so that no other process starts it', async () => {
  const hanging = Promise.withResolvers<void>();
  let runs = 0;
  await using queue = await openTestQueue(() => {
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

test('leaves a job that hangs for over an hour to another process, and doesn’t start it again itself', async () => {
  const hanging = Promise.withResolvers<void>();
  const runs: string[] = [];
  await using queue = await openTestQueue(({ text }) => {
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

test("releases claimed jobs that haven't started when the runner stops", async () => {
  const hanging = Promise.withResolvers<void>();
  let runs = 0;
  await using queue = await openTestQueue(() => {
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

test('runs jobs without a lane, from an older release or after a process without their handler claimed them', async () => {
  const done: string[] = [];
  await using queue = await openTestQueue(async ({ text }) => void done.push(text));
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

test("takes over a dead worker's job when its lease has expired", async () => {
  const done: string[] = [];
  await using queue = await openTestQueue(async ({ text }) => void done.push(text));
  await queue.add(start, 'left');
  await sql`update job set leased_until = ${new Date(start.getTime() + 120_000)}`.execute(queue.db);
  await queue.runner.drain();
  assert.deepEqual(done, []);
  queue.pass(121_000);
  await queue.runner.drain();
  assert.deepEqual(done, ['left']);
});
