import { randomBytes } from 'node:crypto';
import { staffBounds } from '#contract/desk/staff-log-in.ts';
import { day, hour, minute } from '#contract/durations.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound } from '#server/http/refusal.ts';
import { toBase32 } from '#server/process/readable-number.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DeskOrigin } from './desk-origin.ts';
import type { StaffDeps } from './staff-deps.ts';
import { hashSecret } from './hash-secret.ts';

/** How long a link can be used (ms): one for a person, one for the first owner, one after a recovery code. */
export const inviteMs = day;
export const firstOwnerMs = hour;
export const recoveryMs = 30 * minute;

/** The inviter in the first owner's links, which expire once there is an owner. */
const firstInviter = 'system';

/** The code of a link: 32 characters of 5 bits. */
const newCode = () => toBase32(randomBytes(20)).slice(0, staffBounds.inviteCode);

/** The link for a code. The code is in the URL's fragment, which browsers never send to a server. */
export const inviteUrl = ({ link }: DeskOrigin, code: string): string => `${link}/desk/welcome#${code}`;

/** Who may use a link: a new person, who gets this role, or a person of the team who can no longer log in. */
export type Invited = { role: string } | { staffId: bigint };

/**
 * Creates a link's code and stores only its hash. Expires earlier links for the same person. `writes`: further writes in the same
 * statement. `invitedBy`: the actor as stored text.
 * @returns the code
 */
export async function invitePerson(
  db: Kysely<Schema>,
  invited: Invited,
  invitedBy: string,
  now: Date,
  expiresAt: Date,
  writes: readonly RawBuilder<unknown>[] = [],
): Promise<string> {
  const code = newCode();
  const staffId = 'staffId' in invited ? invited.staffId : null;
  const role = 'role' in invited ? invited.role : null;
  const isFirst = staffId === null && invitedBy === firstInviter;
  await writeInOneStatement(db, [
    sql`update staff_invitation set expires_at = ${now} where used_at is null and expires_at > ${now} and (
      staff_id = ${staffId} or (${isFirst}::boolean and staff_id is null and invited_by = ${firstInviter}))`,
    sql`insert into staff_invitation (hash, staff_id, role, invited_by, created_at, expires_at)
      values (${hashSecret(code)}, ${staffId}, ${role}, ${invitedBy}, ${now}, ${expiresAt})`,
    ...writes,
  ]);
  return code;
}

/** The write that expires a person's unused links: those for the person and those that the person created. */
export const endInvitations = (staffId: bigint, now: Date): RawBuilder<unknown> =>
  sql`update staff_invitation set expires_at = ${now} where used_at is null and expires_at > ${now}
    and (staff_id = ${staffId} or invited_by = ${`staff:${staffId}`})`;

/** Unused, unexpired links, newest first. A link's ID is the hash of its code, from which the code can't be computed. */
export async function listInvitations({ db, clock }: Pick<StaffDeps, 'db' | 'clock'>) {
  const { rows } = await sql<{
    hash: Buffer;
    staff_id: bigint | null;
    role: string | null;
    invited_by: string;
    expires_at: Date;
  }>`select hash, staff_id, role, invited_by, expires_at from staff_invitation
    where used_at is null and expires_at > ${clock()} order by created_at desc limit 200`.execute(db);
  return {
    invitations: rows.map(
      ({ hash, staff_id: staffId, role, invited_by: invitedBy, expires_at: expiresAt }) => ({
        id: hash.toString('hex'),
        role,
        person: staffId === null ? null : String(staffId),
        invitedBy,
        expiresAt: expiresAt.toISOString(),
      }),
    ),
  };
}

/**
 * The usable link with this ID.
 * @throws ProblemReply 404
 */
export async function findOpenInvitation(
  db: Kysely<Schema>,
  id: string,
  now: Date,
): Promise<{ hash: Buffer; invited: Invited }> {
  const { rows } = await sql<{ hash: Buffer; staff_id: bigint | null; role: string | null }>`
    select hash, staff_id, role from staff_invitation
    where hash = ${Buffer.from(id, 'hex')} and used_at is null and expires_at > ${now} for update`.execute(
    db,
  );
  if (!rows[0]) throw notFound('This link has already been used or has expired.');
  const { hash, staff_id: staffId, role } = rows[0];
  return { hash, invited: staffId === null ? { role: role! } : { staffId } };
}

/** SQL condition: an owner exists who is neither locked nor has left. */
const ownerExists = sql<boolean>`exists (
  select from staff t where t.role = 'owner' and t.locked_at is null and t.left_at is null)`;

/** Whether an active owner exists. */
export async function hasOwner(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select ${ownerExists} as known`.execute(db);
  return rows[0]!.known;
}

/**
 * Creates a link for the first owner, valid for an hour, and expires earlier ones.
 * @returns undefined when an owner exists
 */
export async function inviteFirstOwner(
  db: Kysely<Schema>,
  now: Date,
  writes: readonly RawBuilder<unknown>[] = [],
): Promise<string | undefined> {
  if (await hasOwner(db)) return undefined;
  return invitePerson(
    db,
    { role: 'owner' },
    firstInviter,
    now,
    new Date(now.getTime() + firstOwnerMs),
    writes,
  );
}

/** SQL condition: a link still works. It is unused and unexpired, and its person is neither locked nor has left. */
export const isOpen = (hash: Buffer, now: Date): RawBuilder<boolean> => sql`
  i.hash = ${hash} and i.used_at is null and i.expires_at > ${now}
  and (i.staff_id is null or exists (select from staff t where t.id = i.staff_id and t.locked_at is null and t.left_at is null))
  and (i.staff_id is not null or i.invited_by <> ${firstInviter} or not ${ownerExists})`;

export type Invitation = {
  staff_id: bigint | null;
  role: string;
  label: string;
  name: string | null;
  email: string | null;
};

/**
 * The usable link with this code.
 * @throws ProblemReply 404 for a used, expired or unknown link
 */
export async function findInvitation(db: Kysely<Schema>, code: string, now: Date): Promise<Invitation> {
  const { rows } = await sql<Invitation>`
    select i.staff_id, r.key as role, r.label, t.name, t.email
    from staff_invitation i left join staff t on t.id = i.staff_id join staff_role r on r.key = coalesce(i.role, t.role)
    where ${isOpen(hashSecret(code), now)}`.execute(db);
  if (!rows[0]) throw linkIsOver();
  return rows[0];
}

/** 404: the link was used, has expired or doesn't exist. */
export const linkIsOver = () =>
  notFound('This link has already been used or has expired. Ask for a new one.');
