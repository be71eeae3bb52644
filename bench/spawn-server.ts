import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from './bench-stores.ts';
import { sessionSecret } from './seed-store.ts';
import { publicUrl } from './wire-use-cases.ts';

/** A server in a separate process. */
export type RunningServer = {
  url: string;
  /** Milliseconds from its start to its first answer. */
  startMs: number;
  /** Current resident memory (MB). */
  memory: () => number;
  /** Pauses the process, so that its remaining work doesn't disturb another measurement. */
  pause: () => void;
  resume: () => void;
  stop: () => Promise<void>;
};

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function manage(child: ChildProcess, url: string, startMs: number): RunningServer {
  return {
    url,
    startMs,
    memory: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1024);
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      if (child.exitCode === null && child.signalCode === null) await ended;
      clearTimeout(timer);
      running.delete(child);
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}

/** The shop as its operator starts it. */
export async function startShop(
  { dataDir, databaseUrl }: Store,
  rateLimitFactor = '1000000',
): Promise<RunningServer> {
  const port = await findFreePort();
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    SESSION_SECRET: sessionSecret,
    RATE_LIMIT_FACTOR: rateLimitFactor,
    LOG_LEVEL: 'warn',
    // the same settings as in deploy/ and npm start
    MALLOC_ARENA_MAX: '2',
    NODE_OPTIONS: '--max-semi-space-size=4',
    NODE_COMPILE_CACHE: join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const main = join(import.meta.dirname, '..', 'server', 'main.ts');
  const child = spawn(process.execPath, [main], {
    cwd: dataDir,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The shop ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/api/health/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return manage(child, url, performance.now() - started);
    if (performance.now() - started > 60_000) throw new Error('The shop does not start');
    await sleep(5);
  }
}

/** Starts a small server of this folder. It sends its address when it listens, and ends with this process. */
export async function startSmallServer(file: string, store: Store): Promise<RunningServer> {
  const started = performance.now();
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(store)], { execArgv: [] });
  running.add(child);
  const [url] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]: unknown[]) => {
      throw new Error(`${file} ended with ${String(code)}`);
    }),
  ])) as [string];
  return manage(child, url, performance.now() - started);
}
