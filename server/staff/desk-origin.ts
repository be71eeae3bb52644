import { isIP } from 'node:net';
import { isLoopbackHost } from '#server/process/is-loopback-host.ts';

/** The origin of the desk, and settings derived from it. */
export type DeskOrigin = {
  /** Accepted values of the Origin header, by Host header. */
  byHost: ReadonlyMap<string, string>;
  /** The origin used in links. */
  link: string;
  /** The relying party ID of passkeys; undefined where browsers support none. */
  rpId: string | undefined;
  /** The cookie's name. With the prefix `__Host-`, browsers reject the cookie from a subdomain or over http. */
  cookie: string;
  isSecure: boolean;
};

/**
 * Derives the desk's settings from its origin. Browsers offer passkeys for names only, never for IP addresses
 * (https://github.com/w3c/webauthn/issues/1358), so a desk on this machine also answers at localhost.
 */
export function deskOriginOf(origin: string): DeskOrigin {
  const url = new URL(origin);
  const isSecure = url.protocol === 'https:';
  const isAddress = isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0;
  const named = isAddress && isLoopbackHost(url.hostname) ? new URL(origin) : url;
  if (named !== url) named.hostname = 'localhost';
  return {
    byHost: new Map([url, named].map((one) => [one.host, one.origin])),
    link: named.origin,
    rpId: isAddress && named === url ? undefined : named.hostname,
    cookie: isSecure ? '__Host-desk' : 'desk',
    isSecure,
  };
}

/** Why passkeys don't work at this Host, in words for the page; null where they work. */
export function whyNoPasskeys({ rpId, link }: DeskOrigin, host: string): string | null {
  if (rpId === undefined) return 'Passkeys require a host name, so they don’t work with an IP address.';
  if (new URL(link).host === host) return null;
  return `Open the desk at ${link}/desk to use a passkey.`;
}
