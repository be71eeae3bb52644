import type { Assertion } from '#contract/desk/staff-log-in.ts';
import { canonicalEmail, ownerOf } from '#server/database/email-address.ts';
import { verifyPassword } from '#server/accounts/hash-password.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { networkOf } from '#server/http/rate-limits.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { type RawBuilder, sql } from 'kysely';
import { openSecret, sealSecret, stepOf } from './authenticator-code.ts';
import { hashSecret } from './hash-secret.ts';
import { checkGesture, type Gesture, passkeyRefused } from './passkeys.ts';
import { type KnownDevice, knownDevice } from './known-device.ts';
import type { StaffDeps, Visitor } from './staff-deps.ts';
import { staffRecovery } from './staff-emails.mail.ts';
import { startSession } from './staff-session.ts';

const wrong = () => new Refusal({ '': ['Incorrect email, password or code.'] });

/**
 * SQL: locks the person's row until the session is stored, so that a concurrent lock or removal of the person also ends the new
 * session.
 */
const present = (staffId: bigint) =>
  sql`select id from staff where id = ${staffId} and locked_at is null and left_at is null for share`;

/** The write that accepts a passkey's signature once. Returns the person's `id`. */
export const useGesture = ({ passkeyId, counter }: Gesture, now: Date): RawBuilder<unknown> =>
  sql`update staff_passkey set counter = ${counter}, last_used_at = ${now} where id = ${passkeyId}
    and staff_id in (select id from staff where locked_at is null and left_at is null) returning staff_id as id`;

/**
 * Logs in with a passkey; returns the cookie.
 * @throws Refusal with the same text for every cause
 */
export async function logInWithPasskey(
  deps: StaffDeps,
  body: { id: string; response: Assertion },
  visitor: Visitor,
): Promise<string> {
  const { limits } = deps;
  const from = placeOf(visitor, knownDevice(deps, visitor));
  await limits.staffFailuresPerAddress.consume(from);
  const gesture = await checkGesture(deps, visitor, 'login', null, body);
  if (!gesture) throw passkeyRefused();
  const { staffId } = gesture;
  const cookie = await inTransaction(deps.db, async (tx) => {
    const { rows } = await present(staffId).execute(tx);
    if (rows.length === 0) return undefined;
    return startSession(
      deps,
      tx,
      { staffId, proof: useGesture(gesture, deps.clock()), way: 'passkey' },
      visitor,
    );
  });
  if (!cookie) throw passkeyRefused();
  await limits.staffFailuresPerAddress.giveBack(from);
  deps.jobs.wake();
  return cookie;
}

type Credentials = { id: bigint; password_hash: string | null; code_secret: Buffer | null };

async function findPerson(db: StaffDeps['db'], email: string): Promise<Credentials | undefined> {
  const { rows } = await sql<Credentials>`select id, password_hash, code_secret from staff
    where id = ${ownerOf('staff', email)} and locked_at is null and left_at is null`.execute(db);
  return rows[0];
}

/**
 * Where failed logins are counted: in a known browser of the person, so that strangers can't lock the person out; otherwise in
 * the network.
 */
const placeOf = ({ ip }: Visitor, device: KnownDevice | undefined): string =>
  device ? `device ${device.id}` : networkOf(ip);

/** The secret that is checked for people without one, so that their login takes the same time. */
const nobodysSecret = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The write that accepts a code once. Returns the person's `id`. Re-encrypts the secret with the newest key. */
export const useCode = (staffId: bigint, step: bigint, sealed: Buffer | null): RawBuilder<unknown> =>
  sql`update staff set code_step = ${step}, code_secret = coalesce(${sealed}::bytea, code_secret) where id = ${staffId}
    and locked_at is null and left_at is null and coalesce(code_step, -1) < ${step} returning id`;

/** The time step of a person's code, and their secret re-encrypted if an older key encrypted it; undefined for a wrong code. */
export function checkCode(
  { codeKeys, clock }: Pick<StaffDeps, 'codeKeys' | 'clock'>,
  staffId: bigint,
  kept: Buffer | null,
  code: string,
): { step: bigint; sealed: Buffer | null } | undefined {
  const opened = kept ? openSecret(codeKeys, staffId, kept) : undefined;
  const step = stepOf(opened?.secret ?? nobodysSecret, code, clock());
  if (!opened || step === undefined) return undefined;
  return { step, sealed: opened.isNewest ? null : sealSecret(codeKeys, staffId, opened.secret) };
}

/**
 * Logs in with a password and an authenticator app's code; returns the cookie.
 * @throws Refusal with the same text and after the same work for an unknown address, a wrong password, a wrong or used
 * code and a locked person
 */
export async function logInWithPassword(
  deps: StaffDeps,
  { email, password, code }: { email: string; password: string; code: string },
  visitor: Visitor,
): Promise<string> {
  const { db, limits } = deps;
  const canonical = canonicalEmail(email);
  const device = knownDevice(deps, visitor);
  const isTheirs = device !== undefined && (await findPerson(db, email))?.id === device.staffId;
  const from = placeOf(visitor, isTheirs ? device : undefined);
  const key = `${canonical}|${from}`;
  // counted before the check, so that simultaneous attempts all count
  await limits.staffFailuresPerAddress.consume(from);
  await limits.staffFailures.consume(key);
  const person = await findPerson(db, email);
  const fits = await verifyPassword(password, person?.password_hash ?? undefined).catch(
    async (error: unknown) => {
      // the queue was full and the password wasn't checked, so the attempt doesn't count as a failure
      await limits.staffFailures.giveBack(key);
      await limits.staffFailuresPerAddress.giveBack(from);
      throw error;
    },
  );
  // after the correct password, wrong codes count per person, because an attacker may guess codes from many networks
  const guesses = fits && !isTheirs ? `staff ${person!.id}` : `codes at ${from}`;
  const mayGuess = await limits.staffCodeFailures.allows(guesses);
  const checked = checkCode(deps, person?.id ?? 0n, person?.code_secret ?? null, code);
  const isRight = person !== undefined && fits && mayGuess && checked !== undefined;
  const staffId = isRight ? person.id : 0n;
  const cookie = await startSession(
    deps,
    db,
    { staffId, proof: useCode(staffId, checked?.step ?? 0n, checked?.sealed ?? null), way: 'password' },
    visitor,
  );
  if (!cookie) throw wrong();
  await limits.staffCodeFailures.giveBack(guesses);
  await limits.staffFailures.giveBack(key);
  await limits.staffFailuresPerAddress.giveBack(from);
  deps.jobs.wake();
  return cookie;
}

/**
 * Uses a recovery code: emails its person a link to set up a new way to log in, so that an attacker needs both the code and the
 * mailbox. The answer is the same for right and wrong codes.
 */
export async function recover(
  deps: StaffDeps,
  { email, recoveryCode }: { email: string; recoveryCode: string },
  visitor: Visitor,
): Promise<void> {
  const { db, clock, limits, jobs } = deps;
  await limits.staffFailuresPerAddress.consume(placeOf(visitor, knownDevice(deps, visitor)));
  const now = clock();
  const use = crypto.randomUUID();
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      update staff_recovery_code c set used_at = ${now} from staff t
      where c.hash = ${hashSecret(recoveryCode)} and c.used_at is null and t.id = c.staff_id
        and t.id = ${ownerOf('staff', email)} and t.locked_at is null and t.left_at is null
      returning t.id`.execute(tx);
    const staffId = rows[0]?.id;
    if (staffId === undefined) return;
    const by = { kind: 'staff', id: staffId, requestId: visitor.requestId } as const;
    await writeInOneStatement(tx, [
      enqueue([staffRecovery.at(now, { staffId: String(staffId), about: use })]),
      ...auditEntry(by, now, { action: 'recovery-code', subject: `staff ${staffId}` }),
    ]);
  });
  jobs.wake();
}
