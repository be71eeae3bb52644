import { Worker } from 'node:worker_threads';
import type { AnalyzerReport } from '#contract/analyzer-report.ts';
import type { HashtagSets } from '#contract/hashtag-sets.ts';
import type { AnalyzerBrief } from './analyzer/analyze-text.ts';
import type { HashtagBrief } from './hashtags/make-hashtags.ts';

export type { AnalyzerBrief, HashtagBrief };

export type InstantTask =
  | { kind: 'analyze'; brief: AnalyzerBrief }
  | { kind: 'hashtags'; brief: HashtagBrief };
export type InstantAnswer = { ok: true; result: AnalyzerReport | HashtagSets } | { ok: false; error: string };

export type InstantWorker = {
  /** @throws Error when it does not end in time, or ends its thread */
  analyze(brief: AnalyzerBrief): Promise<AnalyzerReport>;
  makeHashtags(brief: HashtagBrief): Promise<HashtagSets>;
  close(): Promise<void>;
};

type Waiting = {
  task: InstantTask;
  resolve: (result: AnalyzerReport | HashtagSets) => void;
  reject: (error: Error) => void;
};

type Options = {
  /** The longest a task may take once it is begun; loading the dictionaries counts. Milliseconds. */
  timeLimitMs?: number;
  /** Without work for so long the thread ends and gives its memory back. Milliseconds. */
  idleMs?: number;
  /** Of the thread's own heap, in MiB. */
  heapMb?: number;
  file?: URL;
};

/**
 * Reports and hashtag sets, made one after another in a thread that is started when it is needed. A task that hangs or
 * takes its thread down fails alone: the next has a new thread.
 */
export function openInstantWorker({
  timeLimitMs = 30_000,
  idleMs = 30_000,
  heapMb = 512,
  file = new URL('instant-thread.ts', import.meta.url),
}: Options = {}): InstantWorker {
  const queue: Waiting[] = [];
  let current: Waiting | undefined;
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const endThread = async () => {
    const ending = thread;
    thread = undefined;
    clearTimeout(timer);
    ending?.removeAllListeners('exit');
    await ending?.terminate();
  };

  function finish(settle: (waiting: Waiting) => void): void {
    clearTimeout(timer);
    const done = current;
    current = undefined;
    if (done) settle(done);
    next();
  }

  const fail = (error: Error) => {
    void endThread();
    finish(({ reject }) => reject(error));
  };

  function startThread(): Worker {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    // a shop that stops does not wait for it
    started.unref();
    started.on('message', (answer: InstantAnswer) => {
      if (started !== thread) return;
      finish(({ resolve, reject }) => (answer.ok ? resolve(answer.result) : reject(new Error(answer.error))));
    });
    started.on('error', (error) => {
      if (started === thread) fail(error instanceof Error ? error : new Error(String(error)));
    });
    started.on('exit', () => {
      if (started === thread) fail(new Error('The thread ended'));
    });
    return started;
  }

  function next(): void {
    current = queue.shift();
    if (!current) {
      timer = setTimeout(() => void endThread(), idleMs).unref();
      return;
    }
    thread ??= startThread();
    timer = setTimeout(() => fail(new Error(`Not done after ${timeLimitMs} ms`)), timeLimitMs);
    thread.postMessage(current.task);
  }

  const run = (task: InstantTask) =>
    new Promise<AnalyzerReport | HashtagSets>((resolve, reject) => {
      if (closed) return reject(new Error('The shop is stopping'));
      queue.push({ task, resolve, reject });
      if (current) return;
      clearTimeout(timer);
      next();
    });

  return {
    analyze: async (brief) => (await run({ kind: 'analyze', brief })) as AnalyzerReport,
    makeHashtags: async (brief) => (await run({ kind: 'hashtags', brief })) as HashtagSets,
    async close() {
      closed = true;
      const stopping = new Error('The shop is stopping');
      for (const { reject } of queue.splice(0)) reject(stopping);
      const ended = endThread();
      const left = current;
      current = undefined;
      left?.reject(stopping);
      await ended;
    },
  };
}
