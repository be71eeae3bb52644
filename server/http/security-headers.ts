import type { FastifyInstance } from 'fastify';
import { apiRouteOf } from './api-route.ts';
import { ProblemReply } from './refusal.ts';

/** Policy for answers that are not pages: nothing may load, run or frame. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

/** Headers of every answer. `secure`: whether the shop's address is https. */
export const securityHeaders = (secure: boolean): Record<string, string> => ({
  ...headers,
  'content-security-policy': closedPolicy,
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/** Adds the headers to every answer. Pages set their own policy. API answers are never stored. */
export function sendSecurityHeaders(app: FastifyInstance, secure: boolean): void {
  const always = securityHeaders(secure);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(always).header('x-request-id', request.id);
    if (apiRouteOf(request)) reply.header('cache-control', 'no-store');
  });
}

const unsafeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Rejects requests that change something and come from another site's page: their Origin is neither ours, nor the requested host,
 * nor configured. A route can declare that it changes nothing. Answers 400 instead of 403, because the storefront refreshes its
 * tokens on 403.
 */
export function refuseForeignOrigins(app: FastifyInstance, allowed: readonly string[]): void {
  app.addHook('onRequest', async (request) => {
    if (!unsafeMethods.has(request.method)) return;
    const { changesNothing } = request.routeOptions.config as { changesNothing?: true };
    if (changesNothing) return;
    const { origin, host } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const known =
      origin === undefined
        ? site === undefined || site === 'same-origin' || site === 'none'
        : allowed.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host);
    if (!known)
      throw new ProblemReply(400, 'Requests from other sites aren’t accepted.', {
        errors: { '': ['Requests from other sites aren’t accepted.'] },
      });
  });
}
