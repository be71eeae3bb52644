import { isEncoded } from './is-encoded.ts';

const example = 'postgres://user:password@host:5432/database';
const parts = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^/?#]*@)?(?<hosts>[^/?#]*)(?<rest>.*)$/;
// a database, then parameters; an @ here means that the password contains a character that ends the user part
const afterHosts = /^(?:\/[^/?#@]*)?(?:\?\w+=[^&#@]*(?:&\w+=[^&#@]*)*)?$/;
const unencoded = `must be a URL like ${example}. In the user name and the password, write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25`;

/**
 * Splits a DATABASE_URL into one address per host, as libpq reads it: `postgres://user@one:5432,two:5432/shop`, or
 * `postgres:///shop?host=one,two&port=5432,5433` (https://www.postgresql.org/docs/current/libpq-connect.html, "Specifying
 * Multiple Hosts"). Removes `target_session_attrs`, because the shop always uses the host that accepts writes.
 *
 * @returns the addresses, or an error text to follow the setting's name
 */
export function databaseAddresses(databaseUrl: string): { addresses: string[] } | { problem: string } {
  const { scheme, user = '', hosts = '', rest = '' } = parts.exec(databaseUrl)?.groups ?? {};
  if (/\s/.test(databaseUrl))
    return { problem: 'can’t contain spaces. Write a space in the password as %20' };
  if (scheme !== undefined && !(afterHosts.test(rest) && isEncoded(user))) return { problem: unencoded };
  const urls = hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
  if (scheme === undefined || !urls.every((url) => URL.canParse(url)))
    return { problem: `must be a URL like ${example}; separate several hosts with commas` };
  const addresses = urls.flatMap(splitParameters);
  const wanted = new URL(urls[0]!).searchParams.get('target_session_attrs') ?? 'read-write';
  if (!/^(read-write|primary|any)$/.test(wanted))
    return {
      problem: 'must not request a read-only host. Remove target_session_attrs, or set it to read-write',
    };
  return { addresses };
}

/** One address per host that is given as a parameter, each with its port. A single port applies to all. */
function splitParameters(url: string): string[] {
  const { searchParams } = new URL(url);
  const ports = (searchParams.get('port') ?? '').split(',');
  return (searchParams.get('host') ?? '').split(',').map((host, n) => {
    const address = new URL(url);
    address.searchParams.delete('target_session_attrs');
    if (host) address.searchParams.set('host', host);
    const port = ports[n] ?? ports[0];
    if (port) address.searchParams.set('port', port);
    return address.href;
  });
}
