import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type ChildAnswer = { ok: true; result: unknown } | { ok: false; error: string };

/** The queue was full, or the task waited too long. It was not started. */
export class TooBusy extends Error {}

/** The task wasn't done within its time limit. */
export class TookTooLong extends Error {}

/** Runs tasks one after another in a separate process. */
export type TaskChild<Task, Result> = {
  /**
   * Runs a task and resolves with its result.
   * @throws TooBusy when too many tasks wait
   * @throws TookTooLong when the task isn't done within its time limit
   * @throws Error when the task fails, takes too much memory, or ends its process
   */
  run: (task: Task) => Promise<Result>;
  close: () => Promise<void>;
};

export type ChildOptions = {
  /** Time limit of a started task, including the start of the process (ms). */
  timeLimitMs?: number;
  /** The process ends after this time without a task, to release its memory (ms). */
  idleMs?: number;
  /** Limit of the process's JavaScript heap (MiB). */
  heapMb?: number;
  /** Limit of the process's whole memory, with WebAssembly's (MiB). Checked where /proc exists. */
  memoryMb?: number;
  /** Maximum number of waiting tasks. */
  mostWaiting?: number;
  /** Maximum time that a task may wait in the queue (ms). */
  longestWaitMs?: number;
};

type Waiting<Task, Result> = {
  task: Task;
  since: number;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
};

const pageBytes = 4096;
const watchEveryMs = 50;

function residentMb({ pid }: ChildProcess): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes) / 2 ** 20;
  } catch {
    return 0;
  }
}

/**
 * Runs tasks in a child process, which is started from `file` on demand. A process instead of a thread, because only a process
 * can limit WebAssembly's memory, and because a crash of the engine in a thread would end the shop and its database
 * (docs/faults.md). After a failed task, the next one gets a new process, because the old one may be broken.
 */
export function runInChild<Task, Result>(
  file: URL,
  {
    timeLimitMs = 30_000,
    idleMs = 30_000,
    heapMb = 512,
    memoryMb = 900,
    mostWaiting = Infinity,
    longestWaitMs = Infinity,
  }: ChildOptions = {},
): TaskChild<Task, Result> {
  const queue: Waiting<Task, Result>[] = [];
  let current: Waiting<Task, Result> | undefined;
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  let closed = false;

  async function endChild(): Promise<void> {
    const ending = child;
    child = undefined;
    clearTimeout(timer);
    clearInterval(watch);
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    await new Promise<unknown>((resolve) => {
      ending.ref();
      ending.once('exit', resolve);
      ending.kill('SIGKILL');
    });
  }

  function finish(settle: (waiting: Waiting<Task, Result>) => void): void {
    clearTimeout(timer);
    clearInterval(watch);
    const done = current;
    current = undefined;
    if (done) settle(done);
    next();
  }

  function fail(error: Error): void {
    void endChild();
    finish(({ reject }) => reject(error));
  }

  function startChild(): ChildProcess {
    const started = fork(fileURLToPath(file), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMb}`],
      // runs without the shop's secrets
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // a stopping shop does not wait for the child process
    started.unref();
    started.channel?.unref();
    started.on('message', (message) => {
      if (started !== child) return;
      const answer = message as ChildAnswer;
      if (answer.ok) finish(({ resolve }) => resolve(answer.result as Result));
      else fail(new Error(answer.error));
    });
    started.on('error', (error) => {
      if (started === child) fail(error);
    });
    started.on('exit', (code, signal) => {
      if (started === child) fail(new Error(`The process ended with ${code ?? signal}`));
    });
    return started;
  }

  function next(): void {
    current = queue.shift();
    while (current && performance.now() - current.since > longestWaitMs) {
      current.reject(new TooBusy('The task waited too long'));
      current = queue.shift();
    }
    if (!current) {
      timer = setTimeout(() => void endChild(), idleMs).unref();
      return;
    }
    const worker = (child ??= startChild());
    timer = setTimeout(() => fail(new TookTooLong(`Timed out after ${timeLimitMs} ms`)), timeLimitMs);
    watch = setInterval(() => {
      if (residentMb(worker) > memoryMb) fail(new Error(`Held more than ${memoryMb} MiB`));
    }, watchEveryMs);
    worker.send(current.task as object);
  }

  return {
    run: (task) =>
      new Promise<Result>((resolve, reject) => {
        if (closed) return reject(new Error('The shop is stopping'));
        if (current && queue.length >= mostWaiting) return reject(new TooBusy('Too many tasks are waiting'));
        queue.push({ task, since: performance.now(), resolve, reject });
        if (current) return;
        clearTimeout(timer);
        next();
      }),
    async close() {
      closed = true;
      const stopping = new Error('The shop is stopping');
      for (const { reject } of queue.splice(0)) reject(stopping);
      const ended = endChild();
      const left = current;
      current = undefined;
      left?.reject(stopping);
      await ended;
    },
  };
}

/** The child process's side: answers each task with the result of `work`. */
export function answerTasks<Task>(work: (task: Task) => Promise<unknown>): void {
  // ignores Ctrl-C, which a terminal also sends to this process, because the shop decides when it ends
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', (task: Task) => {
    void work(task)
      .then(
        (result): ChildAnswer => ({ ok: true, result }),
        (error: unknown): ChildAnswer => ({
          ok: false,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
      )
      .then((answer) => process.send?.(answer));
  });
}
