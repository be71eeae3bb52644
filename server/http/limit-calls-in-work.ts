import { messages } from '#contract/problems.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiRouteOf } from './api-route.ts';
import { networkOf } from './rate-limits.ts';
import { ProblemReply } from './refusal.ts';

/**
 * Calls of one network that are worked on at once: more than every browser of an office has under way, and far fewer than the
 * waiting statements from which on everybody's calls are refused (shed-load.ts).
 */
const mostAtOnce = 32;

/** Providers' webhooks come in bursts and are verified before any statement; readiness is asked of the database once a second. */
const isCounted = (route: string | undefined) =>
  route !== undefined && !/^\/api\/(?:webhooks|health)\//.test(route);

const tooManyAtOnce = () =>
  new ProblemReply(429, messages.tooManyRequests, {
    headers: { 'retry-after': '1' },
    errors: {
      '': ['Too many requests at once from your network. Nothing was changed. Try again in a moment.'],
    },
  });

/**
 * Answers a network's calls with 429 while as many of its calls as are allowed at once are being worked on, so that no network
 * fills the queue of the others. A call counts until its work is done, also when its caller has gone. `factor` multiplies the limit.
 */
export function limitCallsInWork(app: FastifyInstance, factor: number): void {
  const most = Math.max(1, Math.floor(mostAtOnce * factor));
  const inWork = new Map<string, number>();
  const calls = new WeakMap<FastifyRequest, { network: string; awaitsBody: boolean }>();

  function end(request: FastifyRequest): void {
    const call = calls.get(request);
    if (!call || !calls.delete(request)) return;
    const left = inWork.get(call.network)! - 1;
    if (left > 0) inWork.set(call.network, left);
    else inWork.delete(call.network);
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!isCounted(apiRouteOf(request))) return;
    const network = networkOf(request.ip);
    const count = inWork.get(network) ?? 0;
    if (count >= most) throw tooManyAtOnce();
    inWork.set(network, count + 1);
    const call = { network, awaitsBody: false };
    calls.set(request, call);
    // gone before its body was whole: nothing works on it, or will
    reply.raw.once('close', () => {
      if (call.awaitsBody) end(request);
    });
  });
  app.addHook('preParsing', async (request, reply) => {
    const call = calls.get(request);
    if (!call || request.method === 'GET') return;
    call.awaitsBody = true;
    if (reply.raw.closed) end(request);
  });
  app.addHook('preHandler', async (request) => {
    const call = calls.get(request);
    if (call) call.awaitsBody = false;
  });
  app.addHook('onSend', async (request) => end(request));
}
