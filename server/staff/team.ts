import {
  covers,
  everything,
  type Limits,
  permissionNames,
  permissions,
  type StaffPermission,
} from '#contract/desk/permissions.ts';
import { currency, formatMoney } from '#contract/money.ts';
import { deskProblems } from '#contract/desk/endpoint.ts';
import { stillAdmitted, withoutAdmission } from '#server/audit/audit-entry.ts';
import type { Schema } from '#server/database/schema.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import type { Actor } from '#server/process/actor.ts';
import { type Kysely, sql } from 'kysely';

/** Who changes people and roles: a member of staff, or the operator, who may do everything. */
export type Manager = { by: Actor; permissions: readonly string[]; limits: Limits };

/** The operator as a manager, with all permissions and without limits. */
export const operatorAs = (by: Actor): Manager => ({
  by,
  permissions: [everything],
  limits: { refund: null, adjust: null },
});

/**
 * Locks the team: serializes changes of people, roles and links, because each is checked against the permissions of the whole
 * team; and waits for acts of staff in progress. Checks that the manager may still act.
 * @returns the manager without `admission`, because the change may end the manager's own permissions
 */
export async function lockTeam(tx: Kysely<Schema>, manager: Manager): Promise<Manager> {
  await sql`select pg_advisory_xact_lock(hashtext('staff'))`.execute(tx);
  // a separate statement, so that it sees the changes for which the lock waited
  await sql`select ${stillAdmitted(manager.by)}`.execute(tx);
  return { ...manager, by: withoutAdmission(manager.by) };
}

/** The permissions that at least one active person has. */
async function heldByAnyone(tx: Kysely<Schema>): Promise<StaffPermission[]> {
  const { rows } = await sql<{ permission: string }>`select distinct unnest(r.permissions) as permission
    from staff t join staff_role r on r.key = t.role where t.locked_at is null and t.left_at is null`.execute(
    tx,
  );
  const held = rows.map(({ permission }) => permission);
  return permissionNames.filter((name) => covers(held, [name]));
}

/**
 * Runs a change of people or roles, unless a permission would then have no active holder, because nobody could grant it again.
 * @throws ProblemReply 409
 */
export async function changeTeam<Value>(
  tx: Kysely<Schema>,
  caller: Manager,
  change: (manager: Manager) => Promise<Value>,
): Promise<Value> {
  const manager = await lockTeam(tx, caller);
  // the operator may remove the last holder, to lock out an attacker, and can create a new first owner
  if (manager.by.kind === 'operator') return change(manager);
  const before = await heldByAnyone(tx);
  const value = await change(manager);
  const after = new Set(await heldByAnyone(tx));
  const lost = before.filter((name) => !after.has(name));
  if (lost.length > 0)
    throw new ProblemReply(
      409,
      `This change would leave no one with these permissions: ${lost.map((name) => `“${permissions[name]}”`).join(', ')}. Give these permissions to someone else first.`,
    );
  return value;
}

const withinLimit = (given: number | null, own: number | null) =>
  own === null || (given !== null && given <= own);

/** The names of the form fields for the granted permissions and limits. */
export type GivenFields = { permissions: string; refund: string; adjust: string };

const limitProblem = (own: number | null) =>
  own === null || own === 0
    ? 'Choose “Only with approval”, because you need approval yourself'
    : `You can grant up to ${formatMoney(own, currency)}, your own limit`;

/**
 * Checks that the manager has all granted permissions and limits. `fields`: the form's fields; undefined when managing a
 * person.
 * @throws ProblemReply 403
 */
export function assertMayGive(
  { permissions, limits }: Manager,
  given: { permissions: readonly string[]; limits: Limits },
  fields?: GivenFields,
): void {
  const isCovered = covers(permissions, given.permissions);
  const isRefundWithin = withinLimit(given.limits.refund, limits.refund);
  const isAdjustWithin = withinLimit(given.limits.adjust, limits.adjust);
  if (isCovered && isRefundWithin && isAdjustWithin) return;
  const needs = given.permissions.find((name) => !covers(permissions, [name])) ?? 'staff.manage';
  const errors = fields && {
    ...(isAdjustWithin ? {} : { [fields.adjust]: [limitProblem(limits.adjust)] }),
    ...(isRefundWithin ? {} : { [fields.refund]: [limitProblem(limits.refund)] }),
    ...(isCovered
      ? {}
      : { [fields.permissions]: ['You can’t grant permissions that you don’t have yourself'] }),
  };
  throw new ProblemReply(
    403,
    'You can’t grant or manage permissions that you don’t have, or limits higher than your own.',
    {
      type: deskProblems.notAllowed,
      needs,
      ...(errors ? { errors } : {}),
    },
  );
}

/** A stored limit as a number (minor units); null: no limit. */
export const limitOf = (amount: bigint | null): number | null => (amount === null ? null : Number(amount));

export type Role = { key: string; label: string; is_builtin: boolean; permissions: string[]; limits: Limits };

/**
 * The role with this key.
 * @throws ProblemReply 404
 */
export async function findRole(db: Kysely<Schema>, key: string): Promise<Role> {
  const { rows } = await sql<
    Omit<Role, 'limits'> & { refund_limit: bigint | null; adjust_limit: bigint | null }
  >`
    select key, label, is_builtin, permissions, refund_limit, adjust_limit from staff_role where key = ${key}`.execute(
    db,
  );
  if (!rows[0]) throw notFound('We can’t find this role.');
  const { refund_limit: refund, adjust_limit: adjust, ...role } = rows[0];
  return { ...role, limits: { refund: limitOf(refund), adjust: limitOf(adjust) } };
}
