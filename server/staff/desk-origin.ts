import { isIP } from 'node:net';
import { isLoopbackHost } from '#server/process/is-loopback-host.ts';

/** Where the desk answers, and what follows from it. */
export type DeskOrigin = {
  /** Accepted values of Origin, by the Host they belong to. */
  byHost: ReadonlyMap<string, string>;
  /** The origin in links. */
  link: string;
  /** The relying party of passkeys; undefined where browsers offer none. */
  rpId: string | undefined;
  /** `__Host-` makes browsers refuse the cookie from a subdomain or over http. */
  cookie: string;
  isSecure: boolean;
};

/**
 * Browsers offer passkeys for names only, never for IP addresses (https://github.com/w3c/webauthn/issues/1358). On this machine the desk therefore
 * answers at localhost too.
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

/** Why passkeys don't work at this Host, for people; null where they do. */
export function whyNoPasskeys({ rpId, link }: DeskOrigin, host: string): string | null {
  if (rpId === undefined) return 'Passkeys need a host name. This address is a number.';
  if (new URL(link).host === host) return null;
  return `Open the desk at ${link}/desk to use a passkey.`;
}
