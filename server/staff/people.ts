import type { Limits } from '#contract/permissions.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import { writeActor } from '#server/process/actor.ts';
import { type Kysely, sql } from 'kysely';
import { endInvitations, inviteMs, invitePerson, inviteUrl } from './invitations.ts';
import type { StaffDeps } from './staff-deps.ts';
import { endSessions, lifetimes } from './staff-session.ts';
import { assertMayGive, changeTeam, findRole, limitOf, lockTeam, type Manager } from './team.ts';

type Deps = Pick<StaffDeps, 'db' | 'clock' | 'origin'>;
type Person = {
  id: bigint;
  name: string;
  email: string;
  role: string;
  locked_at: Date | null;
  left_at: Date | null;
  has_own_limits: boolean;
  refund_limit: bigint | null;
  adjust_limit: bigint | null;
};

/** The team, by name. */
export async function listPeople({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock();
  const { rows } = await sql<
    Person & { passkeys: number; has_code: boolean; sessions: number; last_seen: Date | null }
  >`
    select t.id, t.name, t.email, t.role, t.locked_at, t.left_at, t.has_own_limits, t.refund_limit, t.adjust_limit,
      (select count(*)::int from staff_passkey p where p.staff_id = t.id) as passkeys, t.code_secret is not null as has_code,
      (select count(*)::int from staff_session s where s.staff_id = t.id and s.ended_at is null and s.expires_at > ${now}
        and s.last_used_at > ${new Date(now.getTime() - lifetimes.idle)}) as sessions,
      (select max(s.last_used_at) from staff_session s where s.staff_id = t.id) as last_seen
    from staff t order by t.left_at is not null, t.name, t.id`.execute(db);
  return {
    people: rows.map((row) => ({
      id: String(row.id),
      name: row.name,
      email: row.email,
      role: row.role,
      status: row.left_at ? ('left' as const) : row.locked_at ? ('locked' as const) : ('active' as const),
      limits: row.has_own_limits
        ? { refund: limitOf(row.refund_limit), adjust: limitOf(row.adjust_limit) }
        : null,
      passkeys: row.passkeys,
      hasCode: row.has_code,
      sessions: row.sessions,
      lastSeenAt: row.last_seen?.toISOString() ?? null,
    })),
  };
}

/** `who`: the id, or the address as typed. @throws ProblemReply 404 */
async function findPerson(db: Kysely<Schema>, who: bigint | string): Promise<Person> {
  const { rows } =
    await sql<Person>`select id, name, email, role, locked_at, left_at, has_own_limits, refund_limit, adjust_limit
    from staff where ${typeof who === 'bigint' ? sql`id = ${who}` : sql`email_canonical = ${who}`}`.execute(
      db,
    );
  if (!rows[0] || rows[0].left_at) throw notFound('We can’t find this person on the team.');
  return rows[0];
}

/** A manager decides only over people who may do no more than they. */
async function assertMayManage(tx: Kysely<Schema>, manager: Manager, person: Person): Promise<void> {
  const role = await findRole(tx, person.role);
  const limits = person.has_own_limits
    ? { refund: limitOf(person.refund_limit), adjust: limitOf(person.adjust_limit) }
    : role.limits;
  assertMayGive(manager, { permissions: role.permissions, limits });
}

/** A link with which a new person joins in this role. @throws ProblemReply 403, 404 */
export async function invite({ db, clock, origin }: Deps, manager: Manager, key: string) {
  const now = clock();
  const expiresAt = new Date(now.getTime() + inviteMs);
  const role = await findRole(db, key);
  assertMayGive(manager, role);
  const code = await invitePerson(
    db,
    { role: key },
    writeActor(manager.by),
    now,
    expiresAt,
    auditEntry(manager.by, now, { action: 'invite', subject: `role ${key}` }),
  );
  return { url: inviteUrl(origin, code), expiresAt: expiresAt.toISOString() };
}

/** A link with which a person sets up a new way to log in; the earlier ones end when it is used. @throws ProblemReply 403, 404, 409 */
export async function letBackIn({ db, clock, origin }: Deps, manager: Manager, who: bigint | string) {
  const now = clock();
  const expiresAt = new Date(now.getTime() + inviteMs);
  return inTransaction(db, async (tx) => {
    await lockTeam(tx);
    const person = await findPerson(tx, who);
    await assertMayManage(tx, manager, person);
    if (person.locked_at) throw new ProblemReply(409, 'This person is locked. Unlock the person first.');
    const code = await invitePerson(
      tx,
      { staffId: person.id },
      writeActor(manager.by),
      now,
      expiresAt,
      auditEntry(manager.by, now, { action: 'let-back-in', subject: `staff ${person.id}` }),
    );
    return { url: inviteUrl(origin, code), expiresAt: expiresAt.toISOString() };
  });
}

/** `limits`: null for those of the role. @throws ProblemReply 403, 404, 409 for the last holder of a permission */
export async function changePerson(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  manager: Manager,
  id: bigint,
  { role: key, limits }: { role: string; limits: Limits | null },
): Promise<void> {
  await inTransaction(db, (tx) =>
    changeTeam(tx, manager, async () => {
      const person = await findPerson(tx, id);
      await assertMayManage(tx, manager, person);
      const role = await findRole(tx, key);
      assertMayGive(manager, { permissions: role.permissions, limits: limits ?? role.limits });
      const now = clock();
      const own = limits && { refund: limits.refund, adjust: limits.adjust };
      await writeInOneStatement(tx, [
        sql`update staff set role = ${key}, has_own_limits = ${limits !== null}, refund_limit = ${own?.refund ?? null},
          adjust_limit = ${own?.adjust ?? null} where id = ${id}`,
        // they may have given what they no longer hold
        endInvitations(id, now),
        ...auditEntry(manager.by, now, {
          action: 'change-person',
          subject: `staff ${id}`,
          detail: {
            from: person.role,
            to: key,
            ...(own ? { refund: String(own.refund), adjust: String(own.adjust) } : {}),
          },
        }),
      ]);
    }),
  );
}

const states = {
  lock: { action: 'lock-person', reason: 'locked' },
  unlock: { action: 'unlock-person', reason: undefined },
  leave: { action: 'leave', reason: 'left' },
} as const;

/**
 * Locks or unlocks a person, or ends their access for good. Sessions end at once. Someone who has left keeps their row, because the audit log
 * names it. @throws ProblemReply 403, 404, 409 for the last holder of a permission
 */
export async function setState(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  manager: Manager,
  who: bigint | string,
  state: keyof typeof states,
): Promise<void> {
  const { action, reason } = states[state];
  await inTransaction(db, (tx) =>
    changeTeam(tx, manager, async () => {
      const { id, ...person } = await findPerson(tx, who);
      await assertMayManage(tx, manager, { id, ...person });
      const now = clock();
      const set = {
        lock: sql`locked_at = ${now}`,
        unlock: sql`locked_at = null`,
        leave: sql`left_at = ${now}, password_hash = null, code_secret = null, code_step = null`,
      }[state];
      // a login that is committed while this waits for the row is seen by the next statement
      await sql`update staff set ${set} where id = ${id}`.execute(tx);
      const isMine = sql`staff_id = ${id}`;
      await writeInOneStatement(tx, [
        ...(reason ? [endSessions(isMine, reason, now), endInvitations(id, now)] : []),
        ...(state === 'leave'
          ? [
              sql`delete from staff_passkey where ${isMine}`,
              sql`delete from staff_recovery_code where ${isMine}`,
            ]
          : []),
        ...auditEntry(manager.by, now, { action, subject: `staff ${id}` }),
      ]);
    }),
  );
}

/** Logs a person out everywhere. @throws ProblemReply 403, 404 */
export async function endSessionsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  manager: Manager,
  id: bigint,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const person = await findPerson(tx, id);
    await assertMayManage(tx, manager, person);
    const now = clock();
    await writeInOneStatement(tx, [
      endSessions(sql`staff_id = ${id}`, 'ended', now),
      ...auditEntry(manager.by, now, { action: 'end-sessions', subject: `staff ${id}` }),
    ]);
  });
}
