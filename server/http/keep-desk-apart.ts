import type { FastifyInstance } from 'fastify';
import { notFound } from './refusal.ts';

const ofDesk = /^\/(?:desk|api\/desk)(?:\/|$)/;
/** Paths that are also served at the desk's origin: its page shows the icon, and reads the server's clock and the holidays. */
const alsoThere = /^\/(?:favicon\.svg|api\/calendar|api\/health\/(?:live|ready))(?:\?|$)/i;

/** A host in the form that browsers send: in lower case, without the default port and a final dot. */
const hostOf = (host: string, protocol: string): string => {
  const url = `${protocol}//${host.replace(/\.(?=$|:)/, '')}`;
  return URL.canParse(url) ? new URL(url).host : host;
};

/**
 * If the desk has an origin of its own, answers nothing of the storefront and its API there, because a script of the storefront
 * must not share an origin with the desk. The desk itself answers only at its own host (desk-pages.ts, bind-desk.ts).
 */
export function keepDeskApart(http: FastifyInstance, publicUrl: string, deskOrigin: string): void {
  const { host: desk, protocol } = new URL(deskOrigin);
  if (new URL(publicUrl).host === desk) return;
  http.addHook('onRequest', async ({ headers, routeOptions, url }) => {
    if (hostOf(headers.host ?? '', protocol) !== desk) return;
    if (!ofDesk.test(routeOptions.url ?? '') && !alsoThere.test(url))
      throw notFound('There’s no such page here. This address serves only the desk.');
  });
}
