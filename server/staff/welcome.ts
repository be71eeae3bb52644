import type { WelcomeBody } from '#contract/desk/staff.ts';
import { canonicalEmail } from '#server/database/email-address.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { findInvitation, type Invitation, isOpen, linkIsOver } from './invitations.ts';
import { hashSecret } from './hash-secret.ts';
import { beginRegistration, type Ceremony, checkRegistration, type MadePasskey } from './passkeys.ts';
import type { StaffDeps, Visitor } from './staff-deps.ts';
import { staffEmail, staffReturned } from './staff-emails.mail.ts';
import { endSessions, startSession } from './staff-session.ts';
import {
  addPasskeyWrite,
  refuseUsedPasskey,
  checkNewPassword,
  type MadePassword,
  newRecoveryCodes,
  setPasswordWrite,
} from './ways-to-log-in.ts';

const askedBy = (code: string) => `invitation:${hashSecret(code).toString('hex')}`;

/**
 * Begins to register a passkey with an invitation link.
 * @throws ProblemReply 404 when the link no longer works
 */
export async function beginWelcome(deps: StaffDeps, code: string, host: string): Promise<Ceremony> {
  const { name, staff_id: staffId } = await findInvitation(deps.db, code, deps.clock());
  return beginRegistration(deps, host, askedBy(code), { name: name ?? 'Desk', staffId });
}

type Way = { passkey: MadePasskey } | { password: MadePassword };

async function checkWay(deps: StaffDeps, body: WelcomeBody, words: string[], host: string): Promise<Way> {
  if (body.passkey) return { passkey: await checkRegistration(deps, host, askedBy(body.code), body.passkey) };
  return { password: await checkNewPassword(deps, body.password!, words, 'password.') };
}

/**
 * Creates the new person's row.
 * @throws Refusal for an address that another person has
 */
async function join(
  tx: Kysely<Schema>,
  role: string,
  { name, email }: { name: string; email: string },
  now: Date,
): Promise<bigint> {
  const { rows } = await sql<{
    id: bigint;
  }>`insert into staff (name, email, email_canonical, role, created_at)
    values (${name}, ${email}, ${canonicalEmail(email)}, ${role}, ${now}) on conflict do nothing returning id`.execute(
    tx,
  );
  if (!rows[0]) throw new Refusal({ email: ['Someone on the team already uses this email address'] });
  return rows[0].id;
}

/** Deletes all earlier ways to log in, because somebody else may have them. */
async function endEarlierWays(tx: Kysely<Schema>, staffId: bigint, now: Date): Promise<void> {
  await writeInOneStatement(tx, [
    sql`delete from staff_passkey where staff_id = ${staffId}`,
    sql`update staff set password_hash = null, code_secret = null, code_step = null where id = ${staffId}`,
    endSessions(sql`staff_id = ${staffId}`, 'factorChanged', now),
  ]);
}

async function tellManagers(tx: Kysely<Schema>, staffId: bigint, now: Date): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ id: bigint }>`select t.id from staff t join staff_role r on r.key = t.role
    where t.locked_at is null and t.left_at is null and t.id <> ${staffId} and r.permissions && array['*', 'staff.manage']`.execute(
    tx,
  );
  // the same for all emails about one return, so that each recipient gets one
  const about = `${staffId}-${now.getTime()}`;
  return [
    enqueue([
      staffEmail.at(now, { staffId: String(staffId), what: 'wayChanged', about }),
      ...rows.map(({ id }) => staffReturned.at(now, { to: String(id), staffId: String(staffId), about })),
    ]),
  ];
}

/**
 * The name and address of a new person.
 * @throws Refusal when one is missing
 */
function personOf({ name, email }: WelcomeBody): { name: string; email: string } {
  if (name === undefined || email === undefined)
    throw new Refusal({
      ...(name === undefined ? { name: ['Enter your name'] } : {}),
      ...(email === undefined ? { email: ['Enter your email address'] } : {}),
    });
  return { name, email };
}

/**
 * Lets a new person join the team with a link, or a person of the team set up a new way to log in.
 * @returns the cookie and ten recovery codes
 * @throws ProblemReply 404 when the link no longer works; Refusal for invalid fields
 */
export async function welcome(
  deps: StaffDeps,
  body: WelcomeBody,
  visitor: Visitor,
): Promise<{ cookie: string; codes: string[] }> {
  const { db, clock } = deps;
  const now = clock();
  const invited = await findInvitation(db, body.code, now);
  const person = invited.staff_id === null ? personOf(body) : nameOf(invited);
  const way = await checkWay(deps, body, [person.name, person.email], visitor.host);
  const welcomed = await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ staff_id: bigint | null; role: string | null }>`
      update staff_invitation i set used_at = ${now} where ${isOpen(hashSecret(body.code), now)} returning i.staff_id, i.role`.execute(
      tx,
    );
    const used = rows[0];
    if (!used) throw linkIsOver();
    const isNew = used.staff_id === null;
    const staffId = used.staff_id ?? (await join(tx, used.role!, person, now));
    if (!isNew) await endEarlierWays(tx, staffId, now);
    const { codes, writes } = newRecoveryCodes(staffId, now);
    const by = { kind: 'staff', id: staffId, requestId: visitor.requestId } as const;
    const name = 'passkey' in way ? 'passkey' : 'password';
    await writeInOneStatement(tx, [
      'passkey' in way
        ? addPasskeyWrite(staffId, way.passkey, now)
        : setPasswordWrite(deps, staffId, way.password),
      ...writes,
      ...auditEntry(by, now, {
        action: isNew ? 'join' : 'return',
        subject: `staff ${staffId}`,
        detail: { way: name, ...(used.role === null ? {} : { role: used.role }) },
      }),
      ...(isNew ? [] : await tellManagers(tx, staffId, now)),
    ]);
    const proof = sql`select id from staff where id = ${staffId}`;
    const cookie = await startSession(deps, tx, { staffId, proof, way: name }, visitor);
    return { cookie: cookie!, codes };
  }).catch(refuseUsedPasskey);
  deps.jobs.wake();
  return welcomed;
}

const nameOf = ({ name, email }: Invitation) => ({ name: name ?? '', email: email ?? '' });
