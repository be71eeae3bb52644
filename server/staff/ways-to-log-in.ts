import { randomBytes } from 'node:crypto';
import type { NewPassword } from '#contract/desk/staff.ts';
import { staffBounds } from '#contract/desk/staff-log-in.ts';
import { checkPasswordStrength } from '#server/accounts/check-password-strength.ts';
import { hashPassword } from '#server/accounts/hash-password.ts';
import { Refusal } from '#server/http/refusal.ts';
import { toBase32 } from '#server/process/readable-number.ts';
import { type RawBuilder, sql } from 'kysely';
import { sealSecret, stepOf } from './authenticator-code.ts';
import { hashSecret } from './hash-secret.ts';
import type { MadePasskey } from './passkeys.ts';
import type { StaffDeps } from './staff-deps.ts';

const recoveryCodesAtOnce = 10;

/** A recovery code: 24 characters of 5 bits. */
const newRecoveryCode = () => toBase32(randomBytes(15));

/** Creates ten recovery codes, formatted in groups of four, and the writes that replace the person's earlier ones. */
export function newRecoveryCodes(
  staffId: bigint,
  now: Date,
): { codes: string[]; writes: RawBuilder<unknown>[] } {
  const codes = Array.from({ length: recoveryCodesAtOnce }, newRecoveryCode);
  return {
    codes: codes.map((code) => code.replaceAll(/(?<=.)(?=(?:.{4})+$)/g, '-')),
    writes: [
      sql`delete from staff_recovery_code where staff_id = ${staffId}`,
      sql`insert into staff_recovery_code (hash, staff_id, created_at)
        select hash, ${staffId}, ${now} from unnest(${codes.map(hashSecret)}::bytea[]) as hash`,
    ],
  };
}

/** The write that stores a verified passkey of a person. */
export const addPasskeyWrite = (staffId: bigint, made: MadePasskey, now: Date): RawBuilder<unknown> =>
  sql`insert into staff_passkey (id, staff_id, public_key, counter, transports, is_synced, label, created_at)
    values (${made.id}, ${staffId}, ${made.publicKey}, ${made.counter}, ${made.transports}, ${made.isSynced}, ${made.label}, ${now})`;

/**
 * Converts the database's error for a passkey that already belongs to somebody into a Refusal. The authenticator chooses the ID.
 */
export function refuseUsedPasskey(error: unknown): never {
  if (error instanceof Error && (error as { constraint?: string }).constraint === 'staff_passkey_pkey')
    throw new Refusal({ '': ['This passkey is already in use. Create another one.'] });
  throw error;
}

/** A password's hash and an authenticator app's secret, verified together. */
export type MadePassword = { hash: string; secret: string; step: bigint };

/**
 * Checks a new password and the app's code. `at`: prefix of the names of the body's fields.
 * @throws Refusal for a weak password or a wrong code
 */
export async function checkNewPassword(
  { clock }: Pick<StaffDeps, 'clock'>,
  { password, secret, code }: NewPassword,
  ownWords: string[],
  at: '' | 'password.' = '',
): Promise<MadePassword> {
  const problem = await checkPasswordStrength(password, ownWords, staffBounds.password.min);
  const step = stepOf(secret, code, clock());
  if (problem !== undefined || step === undefined)
    throw new Refusal({
      ...(problem === undefined ? {} : { [`${at}password`]: [problem] }),
      ...(step === undefined
        ? {
            [`${at}code`]: [
              'This code is incorrect or has expired. Enter the code that your app shows now, and check that the time on your device is correct.',
            ],
          }
        : {}),
    });
  return { hash: await hashPassword(password), secret, step };
}

/** The write that stores a person's password hash and the encrypted secret of their authenticator app. */
export const setPasswordWrite = (
  { codeKeys }: Pick<StaffDeps, 'codeKeys'>,
  staffId: bigint,
  { hash, secret, step }: MadePassword,
): RawBuilder<unknown> =>
  sql`update staff set password_hash = ${hash}, code_secret = ${sealSecret(codeKeys, staffId, secret)}, code_step = ${step}
    where id = ${staffId}`;
