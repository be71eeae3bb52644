import { builtInRoles, type Limits } from '#contract/desk/permissions.ts';
import { randomBytes } from 'node:crypto';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply, Refusal } from '#server/http/refusal.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';
import type { StaffDeps } from './staff-deps.ts';
import { assertMayGive, changeTeam, findRole, limitOf, type Manager } from './team.ts';

type Deps = Pick<StaffDeps, 'db' | 'clock'>;
const fields = { permissions: 'permissions', refund: 'limits.refund', adjust: 'limits.adjust' } as const;
type RoleInput = { label: string; permissions: string[]; limits: Limits };

/** Writes the built-in roles at each start, because a new release may change their permissions. */
export async function writeBuiltInRoles(db: Kysely<Schema>): Promise<void> {
  const rows = builtInRoles.map(({ key, label, permissions, refund, adjust }) => ({
    key,
    label,
    permissions,
    refund_limit: refund,
    adjust_limit: adjust,
  }));
  await sql`insert into staff_role (key, label, permissions, refund_limit, adjust_limit, is_builtin)
    select key, label, permissions, refund_limit, adjust_limit, true from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as new(key text, label text, permissions text[], refund_limit bigint, adjust_limit bigint)
    on conflict (key) do update set label = excluded.label, permissions = excluded.permissions,
      refund_limit = excluded.refund_limit, adjust_limit = excluded.adjust_limit`.execute(db);
}

/** Lists the roles: built-in ones first, then the shop's own. */
export async function listRoles({ db }: Pick<Deps, 'db'>) {
  const { rows } = await sql<{
    key: string;
    label: string;
    is_builtin: boolean;
    permissions: string[];
    refund_limit: bigint | null;
    adjust_limit: bigint | null;
    people: number;
  }>`select r.key, r.label, r.is_builtin, r.permissions, r.refund_limit, r.adjust_limit,
      (select count(*)::int from staff t where t.role = r.key and t.left_at is null) as people
    from staff_role r order by not r.is_builtin, r.label`.execute(db);
  return {
    roles: rows.map(({ key, label, is_builtin: isBuiltIn, permissions, people, ...limits }) => ({
      key,
      label,
      isBuiltIn,
      permissions,
      limits: { refund: limitOf(limits.refund_limit), adjust: limitOf(limits.adjust_limit) },
      people,
    })),
  };
}

// permissions and limits aren't personal data, so the permanent log may contain them
const detailOf = ({ permissions, limits }: RoleInput) => ({
  permissions: permissions.join(' '),
  refundLimit: String(limits.refund),
  adjustLimit: String(limits.adjust),
});

const labelIsTaken = () =>
  new Refusal({ label: ['Another role already has this name. Choose another name'] });
function assertNewLabel(label: string): void {
  if (builtInRoles.some((role) => role.label === label)) throw labelIsTaken();
}

// random, because the audit log contains the key, and a label may contain a person's name
const newKey = () => `own-${randomBytes(4).toString('hex')}`;

/**
 * Adds a role.
 * @throws ProblemReply 403 above the manager's permissions or limits; Refusal for a name that is in use
 */
export async function addRole({ db, clock }: Deps, manager: Manager, role: RoleInput) {
  assertMayGive(manager, role, fields);
  const key = newKey();
  const { permissions, limits, label } = role;
  assertNewLabel(label);
  const isAdded = await writeInOneStatement(
    db,
    [
      {
        new_staff_role: sql`insert into staff_role (key, label, permissions, refund_limit, adjust_limit)
        values (${key}, ${label}, ${permissions}, ${limits.refund}, ${limits.adjust}) on conflict do nothing returning key`,
      },
      ...auditEntry(
        manager.by,
        clock(),
        { action: 'add-role', subject: `role ${key}`, detail: detailOf(role) },
        sql`exists (select from new_staff_role)`,
      ),
    ],
    sql<boolean>`exists (select from new_staff_role)`,
  );
  if (isAdded) return { key };
  // a retried request finds its role
  const { rows } = await sql<{
    key: string;
  }>`select key from staff_role where label = ${label} and permissions = ${permissions}
    and refund_limit is not distinct from ${limits.refund}::bigint and adjust_limit is not distinct from ${limits.adjust}::bigint`.execute(
    db,
  );
  if (!rows[0]) throw labelIsTaken();
  return rows[0];
}

const isSame = (one: RoleInput, other: RoleInput): boolean =>
  one.label === other.label &&
  one.limits.refund === other.limits.refund &&
  one.limits.adjust === other.limits.adjust &&
  one.permissions.toSorted().join(' ') === other.permissions.toSorted().join(' ');

/**
 * Changes a role that still is as the caller saw it. Repeating the change is allowed.
 * @throws ProblemReply 403 above the manager's permissions or limits; 404; 409 for a built-in role, the last holder of a
 * permission, or when somebody else has changed the role
 */
export async function changeRole(
  { db, clock }: Deps,
  caller: Manager,
  key: string,
  { seen, ...role }: RoleInput & { seen: RoleInput },
): Promise<void> {
  await inTransaction(db, (tx) =>
    changeTeam(tx, caller, async (manager) => {
      const known = await findRole(tx, key);
      if (known.is_builtin)
        throw new ProblemReply(409, 'Built-in roles can’t be changed. Add your own role instead.');
      assertMayGive(manager, known);
      assertMayGive(manager, role, fields);
      if (isSame(known, role)) return;
      if (!isSame(known, seen))
        throw new ProblemReply(
          409,
          'Someone else has changed this role. Select Cancel to see the role as it is now, and then change it again.',
        );
      const { permissions, limits, label } = role;
      const now = clock();
      assertNewLabel(label);
      const { rows } = await sql`select 1 from staff_role where label = ${label} and key <> ${key}`.execute(
        tx,
      );
      if (rows.length > 0) throw labelIsTaken();
      await writeInOneStatement(tx, [
        sql`update staff_role set label = ${label}, permissions = ${permissions}, refund_limit = ${limits.refund},
          adjust_limit = ${limits.adjust} where key = ${key}`,
        // people with this role may have created links that the role no longer allows
        sql`update staff_invitation set expires_at = ${now} where used_at is null and expires_at > ${now}
          and invited_by in (select 'staff:' || id from staff where role = ${key})`,
        ...auditEntry(manager.by, now, {
          action: 'change-role',
          subject: `role ${key}`,
          detail: {
            ...detailOf(role),
            permissionsBefore: known.permissions.join(' '),
            refundLimitBefore: String(known.limits.refund),
            adjustLimitBefore: String(known.limits.adjust),
          },
        }),
      ]);
    }),
  );
}
