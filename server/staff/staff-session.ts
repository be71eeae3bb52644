import { randomBytes } from 'node:crypto';
import { hour, minute } from '#contract/durations.ts';
import type { Limits } from '#contract/permissions.ts';
import { describeDevice } from '#server/accounts/describe-device.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { networkOf } from '#server/http/rate-limits.ts';
import { enqueue } from '#server/jobs/job.ts';
import type { Actor } from '#server/process/actor.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { hashSecret } from './hash-secret.ts';
import type { StaffDeps, Visitor } from './staff-deps.ts';
import { staffEmail } from './staff-emails.mail.ts';

/** Without use, and in all (ms). */
export const lifetimes = { idle: 2 * hour, absolute: 12 * hour } as const;
/** For how long a proof holds (ms). */
export const proofMs = 10 * minute;
/** The time of use is written at most this often (ms). */
const touchMs = minute;

/** The member of staff who calls, as they are at this call: a change of their role holds from the next one. */
export type StaffCaller = {
  staffId: bigint;
  sessionId: string;
  permissions: string[];
  limits: Limits;
  freshUntil: Date;
  by: Actor & { kind: 'staff' };
};

/** What proves who logs in. `proof`: an SQL query that locks the person and returns their `id`, or nothing. */
export type NewSession = { staffId: bigint; proof: RawBuilder<unknown>; way: 'passkey' | 'password' };

/**
 * Starts a session with its audit entry; answers the cookie, or undefined when `proof` returns nothing. A login from a new kind of browser
 * emails the person. Does the same work in each case.
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
    [proof, ...sessionWrites({ cookie, sessionId, now, visitor, way, by })],
    sql<boolean>`exists (select from write_1)`,
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

// the person is `id` of write_0
function sessionWrites({ cookie, sessionId, now, visitor, way, by }: SessionWrites): RawBuilder<unknown>[] {
  const device = describeDevice(visitor.userAgent);
  const known = sql`select from staff_session where staff_id = ${by.id}`;
  return [
    sql`insert into staff_session (id, hash, staff_id, device, network, created_at, last_used_at, fresh_until, expires_at)
      select ${sessionId}::uuid, ${hashSecret(cookie)}, id, ${device}, ${networkOf(visitor.ip)}::inet, ${now}, ${now},
        ${new Date(now.getTime() + proofMs)}, ${new Date(now.getTime() + lifetimes.absolute)} from write_0 returning id`,
    ...auditEntry(
      by,
      now,
      { action: 'log-in', subject: `staff ${by.id}`, detail: { way } },
      sql`exists (select from write_1)`,
    ),
    enqueue(
      [staffEmail.at(now, { staffId: String(by.id), what: 'newLogin', about: sessionId })],
      sql`exists (select from write_1) and exists (${known}) and not exists (${known} and device = ${device})`,
    ),
  ];
}

type SessionRow = {
  id: string;
  staff_id: bigint;
  permissions: string[];
  refund_limit: bigint | null;
  adjust_limit: bigint | null;
  fresh_until: Date;
  last_used_at: Date;
};

const amountOf = (limit: bigint | null): number | null => (limit === null ? null : Number(limit));

/** The caller with this cookie while the session, the person and the role allow it: one indexed read. */
export async function findSession(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  cookie: string,
  requestId: string,
): Promise<StaffCaller | undefined> {
  const now = clock();
  const { rows } = await sql<SessionRow>`
    select s.id, s.staff_id, r.permissions, s.fresh_until, s.last_used_at,
      case when t.has_own_limits then t.refund_limit else r.refund_limit end as refund_limit,
      case when t.has_own_limits then t.adjust_limit else r.adjust_limit end as adjust_limit
    from staff_session s join staff t on t.id = s.staff_id join staff_role r on r.key = t.role
    where s.hash = ${hashSecret(cookie)} and s.ended_at is null and s.expires_at > ${now}
      and s.last_used_at > ${new Date(now.getTime() - lifetimes.idle)} and t.locked_at is null and t.left_at is null`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return undefined;
  if (now.getTime() - row.last_used_at.getTime() >= touchMs)
    await sql`update staff_session set last_used_at = ${now} where id = ${row.id} and ended_at is null`.execute(
      db,
    );
  const { id: sessionId, staff_id: staffId } = row;
  return {
    staffId,
    sessionId,
    permissions: row.permissions,
    limits: { refund: amountOf(row.refund_limit), adjust: amountOf(row.adjust_limit) },
    freshUntil: row.fresh_until,
    by: { kind: 'staff', id: staffId, sessionId, requestId },
  };
}

type End = 'loggedOut' | 'ended' | 'locked' | 'left' | 'factorChanged';

/** The write that ends the sessions for which `where` holds. */
export const endSessions = (where: RawBuilder<unknown>, reason: End, now: Date): RawBuilder<unknown> =>
  sql`update staff_session set ended_at = ${now}, end_reason = ${reason} where ended_at is null and ${where}`;
