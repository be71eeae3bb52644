import * as z from 'zod/mini';
import { bounds } from '#contract/bounds.ts';
import { lettersAndDigits, readCode } from '#contract/plain-form.ts';
import { emailAddress } from '#contract/email-address.ts';

// Separate from staff.ts, so that the log-in page doesn't load the forms for managing people.

/** Limits of what staff type; lengths in code points. */
export const staffBounds = {
  /** Longer than a customer's: a member of staff can refund money. */
  password: { min: 12, max: bounds.password.max },
  label: { min: 1, max: 60 },
  /** Lengths of an invitation code and of a recovery code, in characters. */
  inviteCode: 32,
  recoveryCode: 24,
} as const;

/** A secret to check: its length is limited, and it is never trimmed. */
export const secret = (emptyMessage: string) =>
  z
    .string({ error: emptyMessage })
    .check(
      z.minLength(1, { error: emptyMessage }),
      z.maxLength(staffBounds.password.max * 4, { error: 'This password is too long. Enter a shorter one' }),
    );

/** A code of letters and digits, as typed or pasted. */
export const typedCode = (length: number, message: string) =>
  z
    .string({ error: message })
    .check(z.overwrite(readCode), z.regex(new RegExp(`^[0-9A-HJKMNP-TV-Z]{${length}}$`), { error: message }));

const recoveryCode = typedCode(staffBounds.recoveryCode, 'Enter one of your recovery codes');
export const sixDigits = z
  .string({ error: 'Enter the six-digit code' })
  .check(z.overwrite(lettersAndDigits), z.regex(/^\d{6}$/, { error: 'Enter the six-digit code' }));
export const encoded = (most: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(most));
export const challengeId = z.uuid({ error: 'Invalid challenge ID. Start again' });
const assertion = z.object({
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded(8_000),
    authenticatorData: encoded(8_000),
    signature: encoded(8_000),
    userHandle: z.optional(encoded(200)),
  }),
});
export type Assertion = z.output<typeof assertion>;
const passkeyProof = z.strictObject({ id: challengeId, response: assertion });
export const passkeyLoginBody = passkeyProof;
export const passwordLoginBody = z.strictObject({
  email: emailAddress(),
  password: secret('Enter your password'),
  code: sixDigits,
});
export const recoverBody = z.strictObject({ email: emailAddress(), recoveryCode });
export const proofBody = z
  .strictObject({ passkey: z.optional(passkeyProof), code: z.optional(sixDigits) })
  .check(
    z.refine(({ passkey, code }) => (passkey === undefined) !== (code === undefined), {
      error: 'Use your passkey or a code',
    }),
  );
export type ProofBody = z.output<typeof proofBody>;
