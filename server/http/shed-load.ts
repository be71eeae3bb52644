import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Log } from '#server/process/log.ts';
import { apiRouteOf } from './api-route.ts';
import { unavailable } from './refusal.ts';

/**
 * Number of waiting statements at which another call would wait too long (`npm run bench day`). Further calls are refused, which
 * costs almost nothing.
 */
const longestQueue = 100;
/**
 * Interval of the timer that measures overload (ms). A busy process doesn't notice waiting calls, so two late timers in a row
 * mean overload.
 */
const lookEveryMs = 250;
const lateLooks = 2;
const tellEveryMs = 10_000;

/**
 * Whether calls of a route are rejected under overload: all API calls except health checks. Pages and static files have no API
 * route.
 */
const isShed = (route: string | undefined) => route !== undefined && !route.startsWith('/api/health/');

/** Returns a function that tells whether this process has been late with its work in two checks in a row. */
function watchDelay(app: FastifyInstance, busyAfterMs: number): () => boolean {
  let expected = performance.now() + lookEveryMs;
  let late = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    late = now - expected > busyAfterMs ? late + 1 : 0;
    expected = now + lookEveryMs;
  }, lookEveryMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return () => late >= lateLooks;
}

/**
 * Answers 503 with Retry-After to API calls, including webhooks, while too many statements wait for the database, or this process
 * is more than `busyAfterMs` late. It recovers by itself: the first call after the overload is served.
 */
export function shedLoad(
  app: FastifyInstance,
  pool: Pick<pg.Pool, 'waitingCount'>,
  log: Log,
  busyAfterMs: number,
): void {
  const isBehind = watchDelay(app, busyAfterMs);
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
    throw unavailable('The shop is very busy right now. No changes were made. Try again in a moment.');
  });
}
