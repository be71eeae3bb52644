import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiRouteOf } from './api-route.ts';
import { networkOf } from './rate-limits.ts';

/** Answers of one network in a second that nothing is done for: more than any browser, monitor or script that waits asks for. */
const mostASecond = 50;
const heldMs = 1_000;

/** What costs nothing but its answer: a refused call, and whether the shop is alive and ready. */
const isCheap = (request: FastifyRequest, reply: FastifyReply) =>
  reply.statusCode === 429 || apiRouteOf(request)?.startsWith('/api/health/') === true;

/**
 * Holds such answers back for a second once a network has had many: a connection that asks again as soon as it is answered then
 * asks once a second, and leaves the processor to others. `factor` multiplies the limit.
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
