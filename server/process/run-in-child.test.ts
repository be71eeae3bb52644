import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { mock, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { waitFor } from '#test/wait-for.ts';
import { type ChildOptions, runInChild, TookTooLong, TooBusy } from './run-in-child.ts';

/** The program of a child process that follows the instruction in its task. */
const obedient = `
  import { appendFileSync, existsSync } from 'node:fs';
  appendFileSync(new URL('starts', import.meta.url), 'started;');
  let isBroken = false;
  process.on('disconnect', () => process.exit());
  process.on('message', (task) => {
    if (task === 'hang') for (;;);
    if (task === 'wait') while (!existsSync(new URL('go', import.meta.url)));
    if (task === 'die') process.exit(1);
    if (task === 'throw') throw new Error('thrown');
    if (task === 'break') isBroken = true;
    if (isBroken) return process.send({ ok: false, error: 'broken' });
    if (task === 'fill') { const much = []; for (;;) much.push(new Array(1e6).fill({})); }
    if (task === 'grow') { const memory = new WebAssembly.Memory({ initial: 1 }); for (;;) { memory.grow(160); new Uint8Array(memory.buffer).fill(1); } }
    process.send({ ok: true, result: { task, pid: process.pid, env: Object.keys(process.env) } });
  });`;

type Answer = { task: string; pid: number; env: string[] };

function open(t: TestContext, options: ChildOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'redline-test-'));
  const file = join(folder, 'obedient.mjs');
  writeFileSync(file, obedient);
  const child = runInChild<string, Answer>(pathToFileURL(file), { timeLimitMs: 20_000, ...options });
  t.after(async () => {
    await child.close();
    rmSync(folder, { recursive: true });
  });
  return {
    ...child,
    /** Ends the task “wait”. */
    go: () => writeFileSync(join(folder, 'go'), ''),
    starts: () => readFileSync(join(folder, 'starts'), 'utf8').split(';').length - 1,
  };
}

test("runs tasks in order in one process without the shop's environment", async (t) => {
  const { run } = open(t);
  const answers = await Promise.all(Array.from({ length: 50 }, async (_, index) => run(String(index))));
  assert.deepEqual(
    answers.map(({ task }) => Number(task)),
    Array.from({ length: 50 }, (_, index) => index),
  );
  assert.equal(new Set(answers.map(({ pid }) => pid)).size, 1);
  assert.ok(!answers[0]!.env.includes('PATH'));
});

for (const bad of ['die', 'throw', 'break', 'fill', 'grow'])
  test(`runs the task after "${bad}" in another process`, async (t) => {
    const { run } = open(t, { heapMb: 64, memoryMb: 400 });
    const { pid } = await run('first');
    const [failed, next] = await Promise.allSettled([run(bad), run('next')]);
    assert.equal(failed.status, 'rejected');
    assert.ok(next.status === 'fulfilled');
    assert.notEqual(next.value.pid, pid);
    if (bad === 'grow' && process.platform === 'linux')
      assert.match(String(failed.reason), /more than 400 MiB/);
  });

test('ends a hanging task and runs the next one', async (t) => {
  const { run } = open(t, { timeLimitMs: 3000 });
  await run('first');
  const [failed, next] = await Promise.allSettled([run('hang'), run('next')]);
  assert.ok(failed.status === 'rejected');
  assert.match(String(failed.reason), /Timed out after 3000 ms/);
  assert.equal(next.status, 'fulfilled');
});

test('allows more time for the first task of a process', async (t) => {
  const { run } = open(t, { timeLimitMs: 1, startMs: 20_000 });
  assert.equal((await run('first')).task, 'first');
  await assert.rejects(run('hang'), /Timed out after 1 ms/);
});

test('rejects a call at its time limit and calls above the queue’s limit, but completes the started task', async (t) => {
  const { run, go, starts } = open(t, { answerWithinMs: 1000, mostWaiting: 2 });
  const outcomes = await Promise.allSettled([run('wait'), run('a'), run('b'), run('c')]);
  const reasons = outcomes.map((outcome) =>
    outcome.status === 'rejected' ? (outcome.reason as Error) : undefined,
  );
  assert.ok(reasons[0] instanceof TookTooLong);
  assert.ok(reasons.slice(1).every((reason) => reason instanceof TooBusy));
  assert.equal(reasons.at(-1)?.message, 'Too many tasks are waiting');
  go();
  const isBusy = (error: unknown) => error instanceof TookTooLong || error instanceof TooBusy;
  const later = await waitFor('the process is free', async () =>
    run('later').catch((error: unknown) => (isBusy(error) ? undefined : Promise.reject(error as Error))),
  );
  assert.equal(later.task, 'later');
  assert.equal(starts(), 1);
});

test('ends an idle process and starts another for the next task', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { run } = open(t, { idleMs: 30_000 });
  const first = await run('a');
  mock.timers.tick(29_999);
  assert.equal((await run('b')).pid, first.pid);
  mock.timers.tick(30_000);
  assert.notEqual((await run('c')).pid, first.pid);
});

test('rejects unfinished tasks without waiting when the shop stops', async (t) => {
  const { run, close } = open(t);
  const waiting = Promise.allSettled([run('hang'), run('next')]);
  await close();
  assert.deepEqual(
    (await waiting).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await assert.rejects(run('late'), /stopping/);
});
