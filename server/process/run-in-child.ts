import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type ChildAnswer = { ok: true; result: unknown } | { ok: false; error: string };

/** The queue was full, or the task wasn't started in time. */
export class TooBusy extends Error {}

/** The task was started, but not done in time. */
export class TookTooLong extends Error {}

/** Runs tasks one after another in a separate process. */
export type TaskChild<Task, Result> = {
  /**
   * Runs a task and resolves with its result.
   * @throws TooBusy when too many tasks wait
   * @throws TookTooLong when the task isn't done in time
   * @throws Error when the task fails, takes too much memory, or ends its process
   */
  run: (task: Task) => Promise<Result>;
  close: () => Promise<void>;
};

export type ChildOptions = {
  /** Time limit of a started task (ms). The process of a task that exceeds it is killed. */
  timeLimitMs?: number;
  /** Additional time for the first task of a process, which loads what all tasks need (ms). */
  startMs?: number;
  /** Time after which a caller is refused (ms). A started task goes on, so that later ones find a process that has loaded. */
  answerWithinMs?: number;
  /** The process ends after this time without a task, to release its memory (ms). */
  idleMs?: number;
  /** Limit of the process's JavaScript heap (MiB). */
  heapMb?: number;
  /** Limit of the process's whole memory, with WebAssembly's (MiB). Checked where /proc exists. */
  memoryMb?: number;
  /** Maximum number of waiting tasks. */
  mostWaiting?: number;
};

type Waiting<Task, Result> = {
  task: Task;
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
    startMs = 30_000,
    answerWithinMs = Infinity,
    idleMs = 30_000,
    heapMb = 512,
    memoryMb = 900,
    mostWaiting = Infinity,
  }: ChildOptions = {},
): TaskChild<Task, Result> {
  const queue: Waiting<Task, Result>[] = [];
  let current: Waiting<Task, Result> | undefined;
  let child: ChildProcess | undefined;
  /** Whether the process has done a task. */
  let hasLoaded = false;
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
    hasLoaded = false;
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
      hasLoaded = true;
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
    if (!current) {
      timer = setTimeout(() => void endChild(), idleMs).unref();
      return;
    }
    const worker = (child ??= startChild());
    const limit = timeLimitMs + (hasLoaded ? 0 : startMs);
    timer = setTimeout(() => fail(new TookTooLong(`Timed out after ${limit} ms`)), limit);
    watch = setInterval(() => {
      if (residentMb(worker) > memoryMb) fail(new Error(`Held more than ${memoryMb} MiB`));
    }, watchEveryMs);
    worker.send(current.task as object);
  }

  /** Refuses a caller whose time is over. A started task goes on; one that waits is left out. */
  function refuse(waiting: Waiting<Task, Result>): void {
    const place = queue.indexOf(waiting);
    if (place < 0) return waiting.reject(new TookTooLong(`Not done after ${answerWithinMs} ms`));
    queue.splice(place, 1);
    waiting.reject(new TooBusy(`Not started after ${answerWithinMs} ms`));
  }

  async function run(task: Task): Promise<Result> {
    if (closed) throw new Error('The shop is stopping');
    if (current && queue.length >= mostWaiting) throw new TooBusy('Too many tasks are waiting');
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = { task, resolve, reject };
    queue.push(waiting);
    if (!current) {
      clearTimeout(timer);
      next();
    }
    if (answerWithinMs === Infinity) return promise;
    const refusal = setTimeout(() => refuse(waiting), answerWithinMs);
    return promise.finally(() => clearTimeout(refusal));
  }

  return {
    run,
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
