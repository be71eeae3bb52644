import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { type AnalyzerBrief, openInstantWorker } from './open-instant-worker.ts';

/** A thread that does as the title of its task says. */
const obedient = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ brief: { title } }) => {
      if (title === 'hang') for (;;);
      if (title === 'die') process.exit(1);
      if (title === 'throw') throw new Error('thrown');
      if (title === 'refuse') return parentPort.postMessage({ ok: false, error: 'refused' });
      if (title === 'fill') { const much = []; for (;;) much.push(new Array(1e6).fill({})); }
      parentPort.postMessage({ ok: true, result: { title, threadId } });
    });`)}`,
);
const brief = (title: string) => ({ title }) as AnalyzerBrief;
type Answer = { title: string; threadId: number };

function open(options: Parameters<typeof openInstantWorker>[0] = {}) {
  const worker = openInstantWorker({ file: obedient, timeLimitMs: 2000, ...options });
  const ask = async (title: string) => (await worker.analyze(brief(title))) as unknown as Answer;
  return { ask, close: () => worker.close() };
}

test('tasks are done one after another, in order, by one thread', async () => {
  const { ask, close } = open();
  const answers = await Promise.all(Array.from({ length: 50 }, async (_, index) => ask(String(index))));
  assert.deepEqual(
    answers.map(({ title }) => Number(title)),
    Array.from({ length: 50 }, (_, index) => index),
  );
  assert.equal(new Set(answers.map(({ threadId }) => threadId)).size, 1);
  await close();
});

test('a task that hangs, dies, throws or fills the memory fails alone', async () => {
  const { ask, close } = open({ heapMb: 64 });
  for (const bad of ['hang', 'die', 'throw', 'refuse', 'fill']) {
    const [failed, next] = await Promise.allSettled([ask(bad), ask('next')]);
    assert.equal(failed.status, 'rejected', bad);
    assert.equal(next.status, 'fulfilled', `after ${bad}`);
  }
  await close();
});

test('an idle thread ends, and another is started for the next task', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { ask, close } = open({ idleMs: 30_000 });
  const first = await ask('a');
  mock.timers.tick(29_999);
  assert.equal((await ask('b')).threadId, first.threadId);
  mock.timers.tick(30_000);
  assert.notEqual((await ask('c')).threadId, first.threadId);
  mock.timers.reset();
  await close();
});

test('a shop that stops does not wait: what is open fails', async () => {
  const { ask, close } = open();
  const waiting = Promise.allSettled([ask('hang'), ask('next')]);
  await close();
  assert.deepEqual(
    (await waiting).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await assert.rejects(ask('late'), /stopping/);
});
