import { isIP } from 'node:net';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { networkOf } from '#server/http/rate-limits.ts';
import { ProblemReply, Refusal } from '#server/http/refusal.ts';
import type { Actor } from '#server/process/actor.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { StaffDeps } from './staff-deps.ts';

type Deps = Pick<StaffDeps, 'db' | 'clock'>;

const mapped = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/** The IPv4 form of an IPv4 address sent as IPv6 (RFC 4291, 2.5.5.2); other addresses normalized; undefined for invalid text. */
function addressOf(ip: string): string | undefined {
  const [address = ''] = ip.split('%');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  // the URL standard normalizes the address
  const { hostname } = new URL(`http://[${address}]`);
  const [, high, low] = mapped.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname.slice(1, -1);
  const bits = Number.parseInt(high, 16) * 0x1_0000 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}

/** Parses a network typed as CIDR or as a single address; undefined for other text. */
export function parseNetwork(typed: string): string | undefined {
  const [ip = '', length, ...more] = typed.trim().split('/');
  const address = ip.includes('%') ? undefined : addressOf(ip);
  if (address === undefined || more.length > 0) return undefined;
  const isMapped = isIP(ip) === 6 && isIP(address) === 4;
  const longest = isIP(address) === 4 ? 32 : 128;
  if (length === undefined) return `${address}/${longest}`;
  if (!/^\d{1,3}$/.test(length)) return undefined;
  const bits = Number(length) - (isMapped ? 96 : 0);
  return bits >= 0 && bits <= longest ? `${address}/${bits}` : undefined;
}

const contains = (ip: string, network: RawBuilder<unknown>) =>
  sql<boolean>`(${addressOf(ip) ?? null}::inet <<= ${network})`;

/** SQL condition: the desk may be used from this address. Read on every call, so that a change applies at once in every process. */
export const isInside = (ip: string): RawBuilder<boolean> =>
  sql<boolean>`(not exists (select from desk_network) or exists (select from desk_network where ${contains(ip, sql`network`)}))`;

/** Whether the desk may be used from this address. */
export async function answersAt({ db }: Pick<Deps, 'db'>, ip: string): Promise<boolean> {
  const { rows } = await sql<{ is_inside: boolean }>`select ${isInside(ip)} as is_inside`.execute(db);
  return rows[0]!.is_inside;
}

async function listNetworks(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ network: string }>`
    select network::text as network from desk_network order by family(network), network`.execute(db);
  return rows.map(({ network }) => network);
}

/** The listed networks (empty: all are allowed), and the caller's address and network. */
export async function showNetworks({ db }: Pick<Deps, 'db'>, ip: string) {
  const address = addressOf(ip) ?? ip;
  return {
    networks: await listNetworks(db),
    yours: { address, network: parseNetwork(networkOf(address)) ?? address },
  };
}

const mostNetworks = 100;

function parseAll(typed: readonly string[]): string[] {
  const parsed = typed.map((text) => [text, parseNetwork(text)] as const);
  const wrong = parsed.find(([, network]) => network === undefined);
  if (wrong)
    throw new Refusal({
      networks: [`“${wrong[0]}” isn’t a valid network. Use a format like 203.0.113.0/24 or 2001:db8::/48`],
    });
  if (parsed.length > mostNetworks)
    throw new Refusal({ networks: [`The list can have up to ${mostNetworks} networks`] });
  return parsed.map(([, network]) => network!);
}

/**
 * Replaces the listed networks; empty: all are allowed. `seen`: the list that the caller edited. `ip`: the caller's
 * address, which the new list must contain; undefined for the operator.
 * @throws Refusal for an invalid network, and for a list without the caller; ProblemReply 409 when the list has changed
 * meanwhile
 */
export async function setNetworks(
  { db, clock }: Deps,
  by: Actor,
  { networks: typed, seen, ip }: { networks: readonly string[]; seen?: readonly string[]; ip?: string },
): Promise<string[]> {
  const wanted = parseAll(typed);
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('desk networks'))`.execute(tx);
    const before = await listNetworks(tx);
    if (seen && JSON.stringify(before) !== JSON.stringify(seen))
      throw new ProblemReply(409, 'Someone else has changed the networks. Reload the page and try again.');
    const list = sql`(select network(typed::inet)::cidr as network from unnest(${wanted}::text[]) as typed)`;
    const { rows } = await sql<{ count: number; has_caller: boolean }>`
      select count(distinct network)::int as count, coalesce(bool_or(${contains(ip ?? '', sql`network`)}), false) as has_caller
      from ${list} as wanted`.execute(tx);
    const { count, has_caller: hasCaller } = rows[0]!;
    if (ip !== undefined && wanted.length > 0 && !hasCaller)
      throw new Refusal({
        networks: [`This list would lock you out. Add the address you’re using now: ${addressOf(ip) ?? ip}`],
      });
    // two statements, because a single one would fail when it deletes and inserts the same network
    await sql`delete from desk_network where network not in (select network from ${list} as wanted)`.execute(
      tx,
    );
    // logs the number, not the addresses: the log is permanent, and a home's address is personal data
    await writeInOneStatement(tx, [
      sql`insert into desk_network (network) select network from ${list} as wanted on conflict do nothing`,
      ...auditEntry(by, clock(), {
        action: 'networks',
        subject: 'desk',
        detail: { from: String(before.length), to: String(count) },
      }),
    ]);
    return listNetworks(tx);
  });
}
