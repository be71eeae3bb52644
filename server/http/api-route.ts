import type { FastifyRequest } from 'fastify';

/**
 * The API route of a request, in lower case; undefined for pages and files. The router decodes the path, drops a host and ignores
 * letter case, so only the route identifies an API request: `/%61pi/orders` is one, too.
 */
export function apiRouteOf({ routeOptions, url }: FastifyRequest): string | undefined {
  const route = (routeOptions.url ?? '').toLowerCase();
  if (route.startsWith('/api/')) return route;
  // a path that can't be decoded has no route, but is answered like an API call
  return /^\/api(?:[/?]|$)/i.test(url) ? '/api/*' : undefined;
}
