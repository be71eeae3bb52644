import { messages } from '#contract/problems.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiRouteOf } from './api-route.ts';
import { networkOf } from './rate-limits.ts';
import { ProblemReply } from './refusal.ts';

/**
 * Maximum number of simultaneous calls of one network. All browsers of an office need fewer, and calls are refused in general
 * only at a far larger number of waiting statements (shed-load.ts).
 */
const mostAtOnce = 32;

/**
 * Whether calls of a route are limited. Not webhooks, which arrive in bursts and are verified before any statement. Not health,
 * which queries the database at most once a second.
 */
const isCounted = (route: string | undefined) =>
  route !== undefined && !/^\/api\/(?:webhooks|health)\//.test(route);

const tooManyAtOnce = () =>
  new ProblemReply(429, messages.tooManyRequests, {
    headers: { 'retry-after': '1' },
    errors: {
      '': ['Too many requests at once from your network. No changes were made. Try again in a moment.'],
    },
  });

/**
 * Answers 429 to a network that has the allowed number of calls in progress, so that no network fills the queue of the others. A
 * call counts until its work is done, even if its client has disconnected, but not while its body is awaited. `factor` multiplies
 * the limit.
 */
export function limitCallsInWork(app: FastifyInstance, factor: number): void {
  const most = Math.max(1, Math.floor(mostAtOnce * factor));
  const inWork = new Map<string, number>();
  const counted = new WeakMap<FastifyRequest, string>();

  async function begin(request: FastifyRequest): Promise<void> {
    if (!isCounted(apiRouteOf(request))) return;
    const network = networkOf(request.ip);
    const count = inWork.get(network) ?? 0;
    if (count >= most) throw tooManyAtOnce();
    inWork.set(network, count + 1);
    counted.set(request, network);
  }

  async function end(request: FastifyRequest): Promise<void> {
    const network = counted.get(request);
    if (network === undefined) return;
    counted.delete(request);
    const left = inWork.get(network)! - 1;
    if (left > 0) inWork.set(network, left);
    else inWork.delete(network);
  }

  app.addHook('onRequest', begin);
  // not counted before the body has arrived, because it may never arrive
  app.addHook('preParsing', end);
  app.addHook('preValidation', begin);
  app.addHook('onSend', end);
}
