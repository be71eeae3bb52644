import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './embedded-worker.ts';
import { errorMessage } from './error-message.ts';
import { StartError } from '#server/process/start-error.ts';

/** Maximum wait for the last checkpoint (ms). The log already has all data. */
const CLOSE_LIMIT_MS = 10_000;

/** One run of the thread that owns the embedded PostgreSQL. */
export interface RunningWorker {
  /** Rejects when the thread ends before the database is running, with a StartError if the operator can correct the cause. */
  ready: Promise<void>;
  /** Resolves with the reason when the thread has ended, for any cause. */
  ended: Promise<Error>;
  post: (message: Exclude<ToWorker, { kind: 'close' }>) => void;
  /** Switches the statement limit; maintenance may take longer. */
  setLimited: (limited: boolean) => void;
  close: () => Promise<void>;
}

/**
 * Starts the thread on the data folder `folder`. The thread is ended when a message stays unanswered for `statementLimitMs`,
 * because PostgreSQL's own statement_timeout needs signals, which WebAssembly lacks.
 */
export function runDatabaseThread(options: {
  folder: string;
  statementLimitMs: number;
  onAnswer: (connection: number, data: Uint8Array) => void;
}): RunningWorker {
  const { folder, statementLimitMs, onAnswer } = options;
  const thread = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { folder },
    name: 'database',
    // Doesn't inherit this process's options: --eval and --input-type would prevent the thread's start.
    execArgv: [],
  });
  const ready = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<Error>();
  let unanswered = 0;
  let answered = 0;
  let limited = true;
  let watchdog: NodeJS.Timeout | undefined;
  let cause: Error | undefined;

  // Callers await this promise. Without a caller, a failed restart must not end the process.
  ready.promise.catch(() => {});

  function watch(): void {
    clearTimeout(watchdog);
    if (!limited || unanswered === 0) return;
    watchdog = setTimeout(() => {
      // If this thread itself was busy, the answer has already arrived and is processed first.
      const before = answered;
      setImmediate(() => {
        if (answered > before) return;
        cause = new Error(`a statement ran longer than ${statementLimitMs} ms`);
        void thread.terminate();
      });
    }, statementLimitMs);
  }

  thread.on('message', (message: FromWorker) => {
    switch (message.kind) {
      case 'ready':
        return ready.resolve();
      case 'cannot-start':
        cause = new StartError(message.sentence);
        return;
      case 'broken':
        cause = new Error(message.reason);
        return;
      case 'answer':
        unanswered--;
        answered++;
        watch();
        return onAnswer(message.connection, message.data);
      case 'closed':
        return closed.resolve();
    }
  });
  thread.on('error', (error: unknown) => {
    cause ??= error instanceof Error ? error : new Error(errorMessage(error));
  });
  thread.on('exit', () => {
    clearTimeout(watchdog);
    cause ??= new Error('its thread ended');
    ready.reject(cause);
    closed.resolve();
    ended.resolve(cause);
  });

  return {
    ready: ready.promise,
    ended: ended.promise,
    post(message) {
      unanswered++;
      if (unanswered === 1) watch();
      thread.postMessage(message, message.kind === 'data' ? [message.data.buffer as ArrayBuffer] : []);
    },
    setLimited(on) {
      limited = on;
      watch();
    },
    async close() {
      thread.postMessage({ kind: 'close' } satisfies ToWorker);
      const tooLong = setTimeout(closed.resolve, CLOSE_LIMIT_MS);
      await closed.promise;
      clearTimeout(tooLong);
      await thread.terminate();
    },
  };
}
