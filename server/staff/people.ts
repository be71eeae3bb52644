import type { DeskBodyOf } from '#contract/desk/endpoints.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { ownerOf } from '#server/database/email-address.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound, ProblemReply, Refusal } from '#server/http/refusal.ts';
import { writeActor } from '#server/process/actor.ts';
import { type Kysely, sql } from 'kysely';
import { endInvitations, findOpenInvitation, inviteMs, invitePerson, inviteUrl } from './invitations.ts';
import { listSessions } from './sessions.ts';
import type { StaffDeps } from './staff-deps.ts';
import { endSessions, lifetimes } from './staff-session.ts';
import {
  assertMayGive,
  changeTeam,
  findRole,
  type GivenFields,
  limitOf,
  lockTeam,
  type Manager,
} from './team.ts';

type Deps = Pick<StaffDeps, 'db' | 'clock' | 'origin'>;
type Person = {
  id: bigint;
  name: string;
  email: string;
  role: string;
  locked_at: Date | null;
  left_at: Date | null;
  has_own_limits: boolean;
  order_types: number[];
  refund_limit: bigint | null;
  adjust_limit: bigint | null;
};

/** Lists the team by name. */
export async function listPeople({ db, clock, catalogue }: Pick<StaffDeps, 'db' | 'clock' | 'catalogue'>) {
  const now = clock();
  const { rows } = await sql<
    Person & {
      minutes_per_day: number;
      most_open_lines: number | null;
      back_on: string | null;
      passkeys: number;
      has_code: boolean;
      sessions: number;
      last_seen: Date | null;
    }
  >`
    select t.id, t.name, t.email, t.role, t.locked_at, t.left_at, t.has_own_limits, t.refund_limit, t.adjust_limit, t.order_types, t.minutes_per_day, t.most_open_lines, t.back_on::text,
      (select count(*)::int from staff_passkey p where p.staff_id = t.id) as passkeys, t.code_secret is not null as has_code,
      (select count(*)::int from staff_session s where s.staff_id = t.id and s.ended_at is null and s.expires_at > ${now}
        and s.last_used_at > ${new Date(now.getTime() - lifetimes.idle)}) as sessions,
      (select max(s.last_used_at) from staff_session s where s.staff_id = t.id) as last_seen
    from staff t order by t.left_at is not null, t.name, t.id`.execute(db);
  return {
    services: catalogue().products.map(({ orderType, title }) => ({ orderType, title })),
    people: rows.map((row) => ({
      id: String(row.id),
      name: row.name,
      email: row.email,
      role: row.role,
      status: row.left_at ? ('left' as const) : row.locked_at ? ('locked' as const) : ('active' as const),
      limits: row.has_own_limits
        ? { refund: limitOf(row.refund_limit), adjust: limitOf(row.adjust_limit) }
        : null,
      orderTypes: row.order_types,
      minutesPerDay: row.minutes_per_day,
      mostOpenLines: row.most_open_lines,
      backOn: row.back_on,
      passkeys: row.passkeys,
      hasCode: row.has_code,
      sessions: row.sessions,
      lastSeenAt: row.last_seen?.toISOString() ?? null,
    })),
  };
}

/**
 * Finds a person. `who`: the ID, or the email address as typed.
 * @throws ProblemReply 404
 */
async function findPerson(db: Kysely<Schema>, who: bigint | string): Promise<Person> {
  const { rows } =
    await sql<Person>`select id, name, email, role, locked_at, left_at, has_own_limits, refund_limit, adjust_limit, order_types
    from staff where ${typeof who === 'bigint' ? sql`id = ${who}` : sql`id = ${ownerOf('staff', who)}`}`.execute(
      db,
    );
  if (!rows[0] || rows[0].left_at) throw notFound('We can’t find this person on the team.');
  return rows[0];
}

/** Checks that the person has no permission or limit that the manager lacks. */
async function assertMayManage(tx: Kysely<Schema>, manager: Manager, person: Person): Promise<void> {
  const role = await findRole(tx, person.role);
  const limits = person.has_own_limits
    ? { refund: limitOf(person.refund_limit), adjust: limitOf(person.adjust_limit) }
    : role.limits;
  assertMayGive(manager, { permissions: role.permissions, limits });
}

/**
 * Creates a link with which a new person joins the team in this role.
 * @throws ProblemReply 403, 404
 */
export async function invite({ db, clock, origin }: Deps, caller: Manager, key: string) {
  return inTransaction(db, async (tx) => {
    const manager = await lockTeam(tx, caller);
    const now = clock();
    const expiresAt = new Date(now.getTime() + inviteMs);
    const role = await findRole(tx, key);
    assertMayGive(manager, role, ofRole);
    const code = await invitePerson(
      tx,
      { role: key },
      writeActor(manager.by),
      now,
      expiresAt,
      auditEntry(manager.by, now, { action: 'invite', subject: `role ${key}` }),
    );
    return { url: inviteUrl(origin, code), expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Creates a link with which a person sets up a new way to log in. Using the link deletes the earlier ways.
 * @throws ProblemReply 403, 404, 409
 */
export async function letBackIn({ db, clock, origin }: Deps, caller: Manager, who: bigint | string) {
  return inTransaction(db, async (tx) => {
    const manager = await lockTeam(tx, caller);
    const now = clock();
    const expiresAt = new Date(now.getTime() + inviteMs);
    const person = await findPerson(tx, who);
    await assertMayManage(tx, manager, person);
    if (person.locked_at) throw new ProblemReply(409, 'This person’s account is locked. Unlock it first.');
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

/**
 * Ends an unused link.
 * @throws ProblemReply 403 for a link to more permissions than the manager has; 404 when the link was used or has expired
 */
export async function revokeInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Manager,
  id: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const manager = await lockTeam(tx, caller);
    const now = clock();
    const { hash, invited } = await findOpenInvitation(tx, id, now);
    if ('role' in invited) assertMayGive(manager, await findRole(tx, invited.role));
    else await assertMayManage(tx, manager, await findPerson(tx, invited.staffId));
    await writeInOneStatement(tx, [
      sql`update staff_invitation set expires_at = ${now} where hash = ${hash}`,
      ...auditEntry(manager.by, now, {
        action: 'revoke-invitation',
        subject: `invitation ${id.slice(0, 12)}`,
      }),
    ]);
  });
}

const ofRole: GivenFields = { permissions: 'role', refund: 'role', adjust: 'role' };
const ofPerson: GivenFields = { permissions: 'role', refund: 'limits.refund', adjust: 'limits.adjust' };

/**
 * Checks the services of a person.
 * @throws Refusal for a service that the shop never had
 */
function assertServices({ catalogue }: Pick<StaffDeps, 'catalogue'>, orderTypes: readonly number[]): void {
  const { findProduct } = catalogue();
  if (!orderTypes.every((type) => findProduct(type))) throw new Refusal({ orderTypes: ['Unknown service'] });
}

const wordsOf = (orderTypes: readonly number[]): string => orderTypes.join(' ') || 'all';

/**
 * Changes a person's role, limits and services. `limits`: null for those of the role. `orderTypes`: the services whose
 * unassigned lines the person may take; empty: all.
 * @throws Refusal; ProblemReply 403, 404; 409 for the last holder of a permission
 */
export async function changePerson(
  { db, clock, catalogue }: Pick<StaffDeps, 'db' | 'clock' | 'catalogue'>,
  caller: Manager,
  id: bigint,
  { role: key, limits, orderTypes }: DeskBodyOf<'changePerson'>,
): Promise<void> {
  if (orderTypes) assertServices({ catalogue }, orderTypes);
  await inTransaction(db, (tx) =>
    changeTeam(tx, caller, async (manager) => {
      const person = await findPerson(tx, id);
      await assertMayManage(tx, manager, person);
      const role = await findRole(tx, key);
      const given = { permissions: role.permissions, limits: limits ?? role.limits };
      assertMayGive(manager, given, limits ? ofPerson : ofRole);
      const now = clock();
      const services = orderTypes && [...new Set(orderTypes)].toSorted((a, b) => a - b);
      await writeInOneStatement(tx, [
        sql`update staff set role = ${key}, has_own_limits = ${limits !== null}, refund_limit = ${limits?.refund ?? null},
          adjust_limit = ${limits?.adjust ?? null}, order_types = ${services ?? person.order_types} where id = ${id}`,
        // the person may have created links that the new role doesn't allow
        endInvitations(id, now),
        ...auditEntry(manager.by, now, {
          action: 'change-person',
          subject: `staff ${id}`,
          detail: {
            from: person.role,
            to: key,
            ...(limits ? { refundLimit: String(limits.refund), adjustLimit: String(limits.adjust) } : {}),
            ...(person.has_own_limits
              ? {
                  refundLimitBefore: String(person.refund_limit),
                  adjustLimitBefore: String(person.adjust_limit),
                }
              : {}),
            ...(services ? { services: wordsOf(services), servicesBefore: wordsOf(person.order_types) } : {}),
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
 * Locks, unlocks or permanently removes a person. Their sessions end at once. The row of a removed person remains, because
 * the audit log refers to it.
 * @throws ProblemReply 403, 404; 409 for the last holder of a permission
 */
export async function setState(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Manager,
  who: bigint | string,
  state: keyof typeof states,
): Promise<void> {
  const { action, reason } = states[state];
  await inTransaction(db, (tx) =>
    changeTeam(tx, caller, async (manager) => {
      const { id, ...person } = await findPerson(tx, who);
      await assertMayManage(tx, manager, { id, ...person });
      const now = clock();
      const set = {
        lock: sql`locked_at = ${now}`,
        unlock: sql`locked_at = null`,
        leave: sql`left_at = ${now}, password_hash = null, code_secret = null, code_step = null`,
      }[state];
      // waits for the row's lock, so that the next statement sees sessions of logins committed meanwhile
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

/**
 * A person's active sessions, newest first.
 * @throws ProblemReply 403, 404
 */
export async function listSessionsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  manager: Manager,
  id: bigint,
): Promise<Awaited<ReturnType<typeof listSessions>>> {
  await assertMayManage(db, manager, await findPerson(db, id));
  return listSessions({ db, clock }, id);
}

/**
 * Ends all sessions of a person.
 * @throws ProblemReply 403, 404
 */
export async function endSessionsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Manager,
  id: bigint,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const manager = await lockTeam(tx, caller);
    const person = await findPerson(tx, id);
    await assertMayManage(tx, manager, person);
    const now = clock();
    await writeInOneStatement(tx, [
      endSessions(sql`staff_id = ${id}`, 'ended', now),
      ...auditEntry(manager.by, now, { action: 'end-sessions', subject: `staff ${id}` }),
    ]);
  });
}
