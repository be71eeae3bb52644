import { randomBytes } from 'node:crypto';
import { hour, minute } from '#contract/durations.ts';
import type { Limits } from '#contract/desk/permissions.ts';
import { describeDevice } from '#server/accounts/describe-device.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement, type Writes } from '#server/database/write-in-one-statement.ts';
import { networkOf } from '#server/http/rate-limits.ts';
import { enqueue } from '#server/jobs/job.ts';
import type { Actor } from '#server/process/actor.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { hashSecret } from './hash-secret.ts';
import { isInside } from './networks.ts';
import type { StaffDeps, Visitor } from './staff-deps.ts';
import { staffEmail } from './staff-emails.mail.ts';

/** Lifetime of a session (ms): without use, and in total. */
export const lifetimes = { idle: 2 * hour, absolute: 12 * hour } as const;
/** How long a proof is valid (ms). */
export const proofMs = 10 * minute;
/** Minimum interval between updates of a session's last use (ms). */
const touchMs = minute;

/** The member of staff who calls. Read at each call, so that a changed role applies from the next call on. */
export type StaffCaller = {
  staffId: bigint;
  sessionId: string;
  permissions: string[];
  limits: Limits;
  /** The services whose unassigned lines the person may take; empty: all. */
  orderTypes: number[];
  freshUntil: Date;
  by: Actor & { kind: 'staff' };
};

/**
 * A login that starts a session if `proof` succeeds: an SQL query that locks the person and returns their `id`, or no row if the
 * login fails.
 */
export type NewSession = { staffId: bigint; proof: RawBuilder<unknown>; way: 'passkey' | 'password' };

/**
 * Starts a session with its audit entry. Emails the person about a new kind of browser. Does the same work whether the login
 * succeeds or fails.
 * @returns the cookie; undefined when `proof` returns no row
 */
export async function startSession(
  { clock }: Pick<StaffDeps, 'clock'>,
  db: Kysely<Schema>,
  { staffId, proof, way }: NewSession,
  visitor: Visitor,
): Promise<string | undefined> {
  const now = clock();
  const cookie = randomBytes(32).toString('base64url');
  const sessionId = crypto.randomUUID();
  const by = { kind: 'staff', id: staffId, sessionId, requestId: visitor.requestId } as const;
  const isStarted = await writeInOneStatement(
    db,
    [{ proven_staff: proof }, ...sessionWrites({ cookie, sessionId, now, visitor, way, by })],
    sql<boolean>`exists (select from new_session)`,
  );
  return isStarted ? cookie : undefined;
}

type SessionWrites = {
  cookie: string;
  sessionId: string;
  now: Date;
  visitor: Visitor;
  way: string;
  by: Actor & { kind: 'staff' };
};

/** The writes of a new session. The statement's part `proven_staff` has the person's `id`. */
function sessionWrites({ cookie, sessionId, now, visitor, way, by }: SessionWrites): Writes {
  const device = describeDevice(visitor.userAgent);
  const known = sql`select from staff_session where staff_id = ${by.id}`;
  return [
    {
      new_session: sql`insert into staff_session (id, hash, staff_id, device, network, created_at, last_used_at, fresh_until, expires_at)
      select ${sessionId}::uuid, ${hashSecret(cookie)}, id, ${device}, ${networkOf(visitor.ip)}::inet, ${now}, ${now},
        ${new Date(now.getTime() + proofMs)}, ${new Date(now.getTime() + lifetimes.absolute)} from proven_staff returning id`,
    },
    ...auditEntry(
      by,
      now,
      { action: 'log-in', subject: `staff ${by.id}`, detail: { way } },
      sql`exists (select from new_session)`,
    ),
    enqueue(
      [staffEmail.at(now, { staffId: String(by.id), what: 'newLogin', about: sessionId })],
      sql`exists (select from new_session) and exists (${known}) and not exists (${known} and device = ${device})`,
    ),
  ];
}

type SessionRow = {
  is_inside: boolean;
  id: string;
  staff_id: bigint;
  permissions: string[];
  refund_limit: bigint | null;
  adjust_limit: bigint | null;
  order_types: number[];
  fresh_until: Date;
  last_used_at: Date;
  admission: string;
};

const amountOf = (limit: bigint | null): number | null => (limit === null ? null : Number(limit));

/** A caller; `isInside`: whether the desk may be used from their address. */
type FoundSession = StaffCaller & { isInside: boolean };

/** The caller with this cookie, if the session, the person and the role are valid. One indexed read. */
export async function findSession(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  cookie: string,
  { ip, requestId }: Pick<Visitor, 'ip' | 'requestId'>,
): Promise<FoundSession | undefined> {
  const now = clock();
  const { rows } = await sql<SessionRow>`
    select s.id, s.staff_id, r.permissions, t.order_types, s.fresh_until, s.last_used_at, ${isInside(ip)} as is_inside,
      staff_admission(s.id) as admission,
      case when t.has_own_limits then t.refund_limit else r.refund_limit end as refund_limit,
      case when t.has_own_limits then t.adjust_limit else r.adjust_limit end as adjust_limit
    from staff_session s join staff t on t.id = s.staff_id join staff_role r on r.key = t.role
    where s.hash = ${hashSecret(cookie)} and s.ended_at is null and s.expires_at > ${now}
      and s.last_used_at > ${new Date(now.getTime() - lifetimes.idle)} and t.locked_at is null and t.left_at is null`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return undefined;
  if (row.is_inside && now.getTime() - row.last_used_at.getTime() >= touchMs)
    await sql`update staff_session set last_used_at = ${now} where id = ${row.id} and ended_at is null`.execute(
      db,
    );
  const { id: sessionId, staff_id: staffId } = row;
  return {
    staffId,
    sessionId,
    permissions: row.permissions,
    limits: { refund: amountOf(row.refund_limit), adjust: amountOf(row.adjust_limit) },
    orderTypes: row.order_types,
    freshUntil: row.fresh_until,
    by: { kind: 'staff', id: staffId, sessionId, requestId, admission: row.admission },
    isInside: row.is_inside,
  };
}

type End = 'loggedOut' | 'ended' | 'locked' | 'left' | 'factorChanged';

/** The write that ends sessions. `where`: an SQL condition. */
export const endSessions = (where: RawBuilder<unknown>, reason: End, now: Date): RawBuilder<unknown> =>
  sql`update staff_session set ended_at = ${now}, end_reason = ${reason} where ended_at is null and ${where}`;
