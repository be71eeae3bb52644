import type { FastifyRequest } from 'fastify';

/**
 * The route of the API that a request goes to, in lower case; undefined for pages and files. The router decodes an address,
 * drops a host before it and ignores its case, so that only the route tells what a request is: `/%61pi/orders` is a call.
 */
export function apiRouteOf({ routeOptions, url }: FastifyRequest): string | undefined {
  const route = (routeOptions.url ?? '').toLowerCase();
  if (route.startsWith('/api/')) return route;
  // no route of ours, but answered as one
  return /^\/api(?:[/?]|$)/i.test(url) ? '/api/*' : undefined;
}
