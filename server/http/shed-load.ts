import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Log } from '#server/process/log.ts';
import { apiRouteOf } from './api-route.ts';
import { unavailable } from './refusal.ts';

/**
 * So many statements waiting for a connection are as long a wait as one should have (`npm run bench day`). Whoever comes
 * then is told to come again, which costs next to nothing.
 */
const longestQueue = 100;
/** Calls wait unseen while the process itself is behind: two looks in a row that came too late say that it is no moment's pause. */
const lookEveryMs = 250;
const lateLooks = 2;
const tellEveryMs = 10_000;

/** Pages and files are served and health is told however much there is to do. */
const isShed = (route: string | undefined) => route !== undefined && !route.startsWith('/api/health/');

/** Whether this process has been behind with its work for longer than a moment. */
function watchDelay(app: FastifyInstance, mostDelayMs: number): () => boolean {
  let expected = performance.now() + lookEveryMs;
  let late = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    late = now - expected > mostDelayMs ? late + 1 : 0;
    expected = now + lookEveryMs;
  }, lookEveryMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return () => late >= lateLooks;
}

/**
 * Answers API calls, providers' notices included, with 503 and Retry-After while more statements wait for the database
 * than it answers in time, or this process is later than `mostDelayMs` with its work. It recovers by itself: the next call after
 * that is served.
 */
export function shedLoad(
  app: FastifyInstance,
  pool: Pick<pg.Pool, 'waitingCount'>,
  log: Log,
  mostDelayMs: number,
): void {
  const isBehind = watchDelay(app, mostDelayMs);
  let refused = 0;
  function count(): void {
    refused += 1;
    if (refused > 1) return;
    log.warn({ waiting: pool.waitingCount }, 'more calls than can be answered: some are refused');
    setTimeout(() => {
      if (refused > 1) log.warn({ refused }, 'calls were refused in the last ten seconds');
      refused = 0;
    }, tellEveryMs).unref();
  }
  app.addHook('onRequest', async (request) => {
    if ((pool.waitingCount < longestQueue && !isBehind()) || !isShed(apiRouteOf(request))) return;
    count();
    throw unavailable('The shop is very busy right now. Nothing was changed. Try again in a moment.');
  });
}
