import type { Me } from '#contract/desk/staff.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';
import type { StaffDeps, Visitor } from './staff-deps.ts';
import { findSession, type StaffCaller } from './staff-session.ts';

type MeRow = {
  name: string;
  public_name: string | null;
  email: string;
  role: string;
  label: string;
  single_keys: boolean;
  email_notices: string[];
  back_on: string | null;
  has_code: boolean;
  recovery_codes: number;
  passkeys: Me['passkeys'];
};

/** The caller's own account. */
export async function showMe(
  {
    db,
    clock,
    catalogue,
    livemode,
  }: { db: Kysely<Schema> } & Pick<StaffDeps, 'clock' | 'catalogue' | 'livemode'>,
  { staffId, permissions, limits, orderTypes, freshUntil }: StaffCaller,
): Promise<Me> {
  const { rows } = await sql<MeRow>`
    select t.name, t.public_name, t.email, t.role, r.label, t.single_keys, t.email_notices, t.back_on::text, t.code_secret is not null as has_code,
      (select count(*)::int from staff_recovery_code c where c.staff_id = t.id and c.used_at is null) as recovery_codes,
      (select coalesce(jsonb_agg(jsonb_build_object('id', translate(encode(p.id, 'base64'), E'+/=\\n', '-_'), 'label', p.label,
        'isSynced', p.is_synced, 'createdAt', p.created_at, 'lastUsedAt', p.last_used_at) order by p.created_at), '[]')
        from staff_passkey p where p.staff_id = t.id) as passkeys
    from staff t join staff_role r on r.key = t.role where t.id = ${staffId}`.execute(db);
  const row = rows[0]!;
  return {
    id: String(staffId),
    name: row.name,
    publicName: row.public_name,
    email: row.email,
    role: row.role,
    roleLabel: row.label,
    permissions,
    limits,
    services: orderTypes.map((type) => catalogue().findProduct(type)?.title ?? `Service ${type}`),
    passkeys: row.passkeys.map((passkey) => ({
      ...passkey,
      createdAt: new Date(passkey.createdAt).toISOString(),
      lastUsedAt: passkey.lastUsedAt && new Date(passkey.lastUsedAt).toISOString(),
    })),
    hasCode: row.has_code,
    recoveryCodesLeft: row.recovery_codes,
    singleKeys: row.single_keys,
    emailNotices: row.email_notices,
    backOn: row.back_on,
    livemode,
    freshFor: Math.max(0, Math.floor((freshUntil.getTime() - clock().getTime()) / 1000)),
  };
}

/** The account of the person whose session has just started. */
export async function showMeBy(deps: StaffDeps, cookie: string, visitor: Visitor): Promise<Me> {
  const caller = await findSession(deps, cookie, visitor);
  if (!caller) throw new Error('The session has ended while it was started');
  return showMe(deps, caller);
}
