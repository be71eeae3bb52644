import {
  covers,
  everything,
  type Limits,
  permissionNames,
  type StaffPermission,
} from '#contract/permissions.ts';
import { deskProblems } from '#contract/desk-endpoint.ts';
import type { Schema } from '#server/database/schema.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import type { Actor } from '#server/process/actor.ts';
import { type Kysely, sql } from 'kysely';

/** Who changes people and roles: a member of staff, or the operator, who may do everything. */
export type Manager = { by: Actor; permissions: readonly string[]; limits: Limits };

export const operatorAs = (by: Actor): Manager => ({
  by,
  permissions: [everything],
  limits: { refund: null, adjust: null },
});

/** Changes of people and roles wait for each other, because each is judged by what all of them leave. */
export const lockTeam = async (tx: Kysely<Schema>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('staff'))`.execute(tx);
};

/** The permissions that an active person holds. */
async function heldByAnyone(tx: Kysely<Schema>): Promise<StaffPermission[]> {
  const { rows } = await sql<{ permission: string }>`select distinct unnest(r.permissions) as permission
    from staff t join staff_role r on r.key = t.role where t.locked_at is null and t.left_at is null`.execute(
    tx,
  );
  const held = rows.map(({ permission }) => permission);
  return permissionNames.filter((name) => covers(held, [name]));
}

/**
 * Runs a change of people or roles, unless it would leave a permission without an active person who holds it: nobody could give it again.
 * @throws ProblemReply 409
 */
export async function changeTeam<Value>(
  tx: Kysely<Schema>,
  { by }: Manager,
  change: () => Promise<Value>,
): Promise<Value> {
  await lockTeam(tx);
  // the operator must be able to lock a thief out, and can make a new first owner
  if (by.kind === 'operator') return change();
  const before = await heldByAnyone(tx);
  const value = await change();
  const after = new Set(await heldByAnyone(tx));
  const lost = before.filter((name) => !after.has(name));
  if (lost.length > 0)
    throw new ProblemReply(
      409,
      `Nobody else could do this any more: ${lost.join(', ')}. Give it to someone else first.`,
    );
  return value;
}

const withinLimit = (given: number | null, own: number | null) =>
  own === null || (given !== null && given <= own);

/** @throws ProblemReply 403 when the manager would give, or decide over, more than they hold */
export function assertMayGive(
  { permissions, limits }: Manager,
  given: { permissions: readonly string[]; limits: Limits },
): void {
  if (
    covers(permissions, given.permissions) &&
    withinLimit(given.limits.refund, limits.refund) &&
    withinLimit(given.limits.adjust, limits.adjust)
  )
    return;
  const needs = given.permissions.find((name) => !covers(permissions, [name])) ?? 'staff.manage';
  throw new ProblemReply(403, 'You can’t give or manage more than you may do yourself.', {
    type: deskProblems.notAllowed,
    needs,
  });
}

export const limitOf = (amount: bigint | null): number | null => (amount === null ? null : Number(amount));

export type Role = { key: string; label: string; is_builtin: boolean; permissions: string[]; limits: Limits };

/** @throws ProblemReply 404 */
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
