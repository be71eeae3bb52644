import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiRouteOf } from './api-route.ts';
import { networkOf } from './rate-limits.ts';

/**
 * Answers per second and network after which cheap answers are delayed. No browser, monitor or script that waits for answers
 * needs more.
 */
const mostASecond = 50;
const heldMs = 1_000;

/** Whether an answer costs almost nothing: a 429, or a health check. */
const isCheap = (request: FastifyRequest, reply: FastifyReply) =>
  reply.statusCode === 429 || apiRouteOf(request)?.startsWith('/api/health/') === true;

/**
 * Delays cheap answers by a second once a network has had many. A connection that repeats its call at each answer then makes one
 * call a second and leaves the processor to others. `factor` multiplies the limit.
 */
export function holdFloods(app: FastifyInstance, factor: number): void {
  const most = mostASecond * factor;
  const answered = new Map<string, number>();
  let second = 0;
  app.addHook('onSend', async (request, reply) => {
    if (!isCheap(request, reply)) return;
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) answered.clear();
    second = now;
    const network = networkOf(request.ip);
    const count = (answered.get(network) ?? 0) + 1;
    answered.set(network, count);
    if (count > most) await wait(heldMs, undefined, { ref: false });
  });
}
