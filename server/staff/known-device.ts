import { randomBytes } from 'node:crypto';
import { day } from '#contract/durations.ts';
import { isMadeBy, keysFor, sign } from '#server/process/derived-keys.ts';
import type { StaffDeps, Visitor } from './staff-deps.ts';

/** How long after the last login a browser stays known (ms). */
export const knownFor = 90 * day;

/** A known browser, in which this person has logged in. `id`: random ID of the browser. */
export type KnownDevice = { staffId: bigint; id: string };

type Deps = Pick<StaffDeps, 'codeKeys' | 'clock'>;

const keysOf = ({ codeKeys }: Deps) => keysFor(codeKeys, 'known devices');

/** The known browser of a visitor's cookie; undefined without a cookie, or for a forged or expired one. */
export function knownDevice(
  deps: Deps,
  { deviceCookie = '' }: Pick<Visitor, 'deviceCookie'>,
): KnownDevice | undefined {
  const [, content, staffId, id, until, mac] =
    /^((\d{1,19})\.([\w-]{22})\.(\d{1,15}))\.([\da-f]{64})$/.exec(deviceCookie) ?? [];
  if (content === undefined || Number(until) < deps.clock().getTime()) return undefined;
  if (!isMadeBy(keysOf(deps), (key) => sign(key, content), mac!)) return undefined;
  return { staffId: BigInt(staffId!), id: id! };
}

/** The cookie that makes the visitor's browser known for 90 days. A browser that is already known keeps its ID. */
export function deviceCookieFor(deps: Deps, staffId: bigint, visitor: Pick<Visitor, 'deviceCookie'>): string {
  const known = knownDevice(deps, visitor);
  const id = known?.staffId === staffId ? known.id : randomBytes(16).toString('base64url');
  const content = `${staffId}.${id}.${deps.clock().getTime() + knownFor}`;
  return `${content}.${sign(keysOf(deps)[0], content)}`;
}
