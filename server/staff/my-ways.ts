import type { Me, NewPasskey, NewPassword } from '#contract/desk/staff.ts';
import type { ProofBody } from '#contract/desk/staff-log-in.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound, ProblemReply, Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { checkCode, useCode, useGesture } from './log-in.ts';
import { beginRegistration, type Ceremony, checkGesture, checkRegistration } from './passkeys.ts';
import { showMe } from './show-me.ts';
import type { StaffDeps, Visitor } from './staff-deps.ts';
import { staffEmail } from './staff-emails.mail.ts';
import { endSessions, proofMs, type StaffCaller } from './staff-session.ts';
import {
  addPasskeyWrite,
  refuseUsedPasskey,
  checkNewPassword,
  newRecoveryCodes,
  setPasswordWrite,
} from './ways-to-log-in.ts';

/** Binds a challenge to the session, so that another session can't use it. */
export const askedBySession = ({ sessionId }: StaffCaller): string => `session:${sessionId}`;

/**
 * Proves for ten minutes that the person is present.
 * @throws Refusal for a failed proof, which is also audited; ProblemReply 429 after ten wrong codes in an hour
 */
export async function prove(
  deps: StaffDeps,
  caller: StaffCaller,
  { passkey, code }: ProofBody,
  visitor: Visitor,
): Promise<{ freshFor: number }> {
  const { db, clock, limits } = deps;
  const { staffId, sessionId, by } = caller;
  // counts wrong codes per session, so that an attacker who guesses codes elsewhere can't block the proof
  const key = `session ${sessionId}`;
  if (!passkey) await limits.staffCodeFailures.consume(key);
  const now = clock();
  const way = passkey ? 'passkey' : 'code';
  const write = passkey
    ? await gestureWrite(deps, caller, passkey, visitor)
    : await codeWrite(deps, staffId, code!);
  const proven = await writeInOneStatement(
    db,
    [
      { proven_staff: write ?? sql`select ${staffId}::bigint as id where false` },
      {
        proven_session: sql`update staff_session set fresh_until = ${new Date(now.getTime() + proofMs)}
        where id = ${sessionId} and ended_at is null and exists (select from proven_staff) returning id`,
      },
      ...auditEntry(
        by,
        now,
        { action: 'proof-refused', subject: `staff ${staffId}`, detail: { way } },
        sql`not exists (select from proven_staff)`,
      ),
    ],
    sql<boolean>`exists (select from proven_session)`,
  );
  if (!proven)
    throw new Refusal(
      passkey
        ? { '': ['We couldn’t check this passkey. Try again.'] }
        : {
            code: ['This code is incorrect or was already used. Wait for the next code, and then try again.'],
          },
    );
  if (!passkey) await limits.staffCodeFailures.giveBack(key);
  return { freshFor: proofMs / 1000 };
}

async function gestureWrite(
  deps: StaffDeps,
  caller: StaffCaller,
  passkey: NonNullable<ProofBody['passkey']>,
  visitor: Visitor,
): Promise<RawBuilder<unknown> | undefined> {
  const gesture = await checkGesture(deps, visitor, 'proof', askedBySession(caller), passkey);
  return gesture?.staffId === caller.staffId ? useGesture(gesture, deps.clock()) : undefined;
}

async function codeWrite(
  deps: StaffDeps,
  staffId: bigint,
  code: string,
): Promise<RawBuilder<unknown> | undefined> {
  const { rows } = await sql<{ code_secret: Buffer | null }>`
    select code_secret from staff where id = ${staffId}`.execute(deps.db);
  const checked = checkCode(deps, staffId, rows[0]?.code_secret ?? null, code);
  return checked && useCode(staffId, checked.step, checked.sealed);
}

/** The write that ends the person's other sessions, because somebody may have started them with the changed way to log in. */
const endOthers = ({ staffId, sessionId }: StaffCaller, now: Date) =>
  endSessions(sql`staff_id = ${staffId} and id <> ${sessionId}`, 'factorChanged', now);

/** Begins to add a passkey. */
export async function beginPasskey(deps: StaffDeps, caller: StaffCaller, host: string): Promise<Ceremony> {
  const { name } = await showMe(deps, caller);
  return beginRegistration(deps, host, askedBySession(caller), { name, staffId: caller.staffId });
}

/** Stores a change of the caller's ways to log in, with its audit entry and an email. */
async function changeWays(
  { clock, jobs }: StaffDeps,
  tx: Kysely<Schema>,
  { staffId, by }: StaffCaller,
  action: string,
  writes: RawBuilder<unknown>[],
): Promise<void> {
  const now = clock();
  await writeInOneStatement(tx, [
    ...writes,
    ...auditEntry(by, now, { action, subject: `staff ${staffId}` }),
    enqueue([
      staffEmail.at(now, { staffId: String(staffId), what: 'wayChanged', about: crypto.randomUUID() }),
    ]),
  ]);
  jobs.wake();
}

/**
 * Adds a passkey to the caller's ways to log in.
 * @throws Refusal for an invalid passkey, or one that belongs to somebody
 */
export async function addPasskey(
  deps: StaffDeps,
  caller: StaffCaller,
  body: NewPasskey,
  { host }: Visitor,
): Promise<Me> {
  const made = await checkRegistration(deps, host, askedBySession(caller), body);
  await changeWays(deps, deps.db, caller, 'add-passkey', [
    addPasskeyWrite(caller.staffId, made, deps.clock()),
  ]).catch(refuseUsedPasskey);
  return showMe(deps, caller);
}

/**
 * Removes a passkey of the caller.
 * @throws ProblemReply 404 for another person's passkey, 409 for the last way to log in
 */
export async function removePasskey(deps: StaffDeps, caller: StaffCaller, id: string): Promise<Me> {
  const { staffId } = caller;
  await inTransaction(deps.db, async (tx) => {
    await sql`select 1 from staff where id = ${staffId} for update`.execute(tx);
    const { rows } = await sql<{ removed: boolean; others: boolean }>`
      select exists (select from staff_passkey where id = ${Buffer.from(id, 'base64url')} and staff_id = ${staffId}) as removed,
        exists (select from staff_passkey where id <> ${Buffer.from(id, 'base64url')} and staff_id = ${staffId})
        or exists (select from staff where id = ${staffId} and password_hash is not null) as others`.execute(
      tx,
    );
    const { removed, others } = rows[0]!;
    if (!removed) throw notFound('We can’t find this passkey.');
    if (!others) throw new ProblemReply(409, 'This is your only login method. Add another one first.');
    await changeWays(deps, tx, caller, 'remove-passkey', [
      sql`delete from staff_passkey where id = ${Buffer.from(id, 'base64url')} and staff_id = ${staffId}`,
      endOthers(caller, deps.clock()),
    ]);
  });
  return showMe(deps, caller);
}

/**
 * Sets the caller's password with an authenticator app, and ends the caller's other sessions.
 * @throws Refusal for a weak password or a wrong code
 */
export async function setPassword(deps: StaffDeps, caller: StaffCaller, body: NewPassword): Promise<Me> {
  const { name, email } = await showMe(deps, caller);
  const made = await checkNewPassword(deps, body, [name, email]);
  await changeWays(deps, deps.db, caller, 'set-password', [
    setPasswordWrite(deps, caller.staffId, made),
    endOthers(caller, deps.clock()),
  ]);
  return showMe(deps, caller);
}

/** Replaces the caller's recovery codes. Only this answer has the new codes; the database stores their hashes. */
export async function renewRecoveryCodes(deps: StaffDeps, caller: StaffCaller): Promise<{ codes: string[] }> {
  const { codes, writes } = newRecoveryCodes(caller.staffId, deps.clock());
  await changeWays(deps, deps.db, caller, 'renew-recovery-codes', writes);
  return { codes };
}
