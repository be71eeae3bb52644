import type { ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type pg from 'pg';
import type { Clock } from '#server/process/clock.ts';
import type { Config } from '#server/process/config.ts';
import { describeError } from '#server/process/log.ts';
import { apiRouteOf } from './api-route.ts';
import { holdFloods } from './hold-floods.ts';
import { keepDeskApart } from './keep-desk-apart.ts';
import { limitCallsInWork } from './limit-calls-in-work.ts';
import { limitPipelining } from './limit-pipelining.ts';
import { answerBrokenRequests, answerProblems } from './problem-replies.ts';
import { networkOf } from './rate-limits.ts';
import { refuseForeignOrigins, sendSecurityHeaders } from './security-headers.ts';
import { shedLoad } from './shed-load.ts';

/**
 * An answered call. `route`: the path's pattern, because the path itself can contain a payment link's token. `ms`: duration in
 * milliseconds.
 */
export type AnsweredCall = { method: string; route: string; status: number; ms: number };

/** Creates an HTTP server without routes, which logs each answer. `onAnswer`: also called for each answer. */
export function createHttp(
  config: Config,
  onAnswer: ((answer: AnsweredCall) => void) | undefined,
): FastifyInstance {
  const options: FastifyServerOptions & { http: ServerOptions } = {
    logger:
      config.logLevel === 'silent' ? false : { level: config.logLevel, serializers: { err: describeError } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: 65_536,
    requestTimeout: 10_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: false },
    // serves requests that arrived before the server closed
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    ...answerBrokenRequests(config.publicUrl.startsWith('https:')),
  };
  const http: FastifyInstance = Fastify(options);
  limitPipelining(http.server);
  // a body that needs no CORS preflight must not reach a handler
  http.removeContentTypeParser('text/plain');
  http.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, log, ip } = request;
    const answer = { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode };
    // logs the client's network with refusals, to make repeated attempts visible
    const from = answer.status >= 400 ? { network: networkOf(ip) } : {};
    log.info({ ...answer, ms: Math.round(reply.elapsedTime), ...from }, 'request');
    onAnswer?.({ ...answer, ms: reply.elapsedTime });
  });
  return http;
}

const isDeskCall = (request: FastifyRequest) => apiRouteOf(request)?.startsWith('/api/desk/') ?? false;

type Guards = Pick<Config, 'publicUrl' | 'corsOrigins' | 'deskOrigin' | 'rateLimitFactor' | 'busyAfterMs'> & {
  pool: pg.Pool;
  clock: Clock;
};

/**
 * Adds what applies to every call, before any route: problems as answers, headers, and the rejection of foreign origins, floods
 * and overload.
 */
export async function guardCalls(
  http: FastifyInstance,
  { publicUrl, corsOrigins, deskOrigin, rateLimitFactor, busyAfterMs, pool, clock }: Guards,
): Promise<void> {
  answerProblems(http);
  sendSecurityHeaders(http, publicUrl.startsWith('https:'));
  refuseForeignOrigins(http, [new URL(publicUrl).origin, ...corsOrigins]);
  if (deskOrigin) keepDeskApart(http, publicUrl, deskOrigin);
  if (corsOrigins.length > 0)
    await http.register(cors, {
      // no CORS for the desk, because it uses a cookie
      delegator: async (request: FastifyRequest) => ({
        origin: !isDeskCall(request) && corsOrigins,
        credentials: true,
        maxAge: 600,
        exposedHeaders: ['content-disposition', 'retry-after', 'x-request-id'],
      }),
    });
  limitCallsInWork(http, rateLimitFactor);
  holdFloods(http, rateLimitFactor);
  shedLoad(http, pool, http.log, busyAfterMs);
  http.addHook('onRequest', async (_request, reply) => {
    // pages use this time as the shop's current time
    reply.header('date', clock().toUTCString());
  });
}

/** The address at which the process reaches its own server. */
export function localOriginOf({ server }: FastifyInstance): string {
  const address = server.address() as AddressInfo | null;
  if (!address) throw new Error('The server does not listen yet');
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address] ?? address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
