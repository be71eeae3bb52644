import * as z from 'zod/mini';
import { newPassword } from './accounts.ts';
import { bounds } from './bounds.ts';
import { permissionNames } from './permissions.ts';
import { emailAddress, text } from './text.ts';

/** Bounds of what staff type; lengths in code points. */
export const staffBounds = {
  /** Longer than a customer's: a member of staff can refund money. */
  password: { min: 12, max: bounds.password.max },
  label: { min: 1, max: 60 },
  /** Characters of a link's code and of a recovery code. */
  inviteCode: 32,
  recoveryCode: 24,
} as const;

const name = text({ label: 'Name', ...bounds.name, emptyMessage: 'Enter your name' });
const passkeyLabel = text({
  label: 'Passkey’s name',
  ...staffBounds.label,
  emptyMessage: 'Enter a name for the passkey',
});

/** A secret to check: bounded, never trimmed. */
const secret = (emptyMessage: string) =>
  z
    .string({ error: emptyMessage })
    .check(
      z.minLength(1, { error: emptyMessage }),
      z.maxLength(staffBounds.password.max * 4, { error: 'This is too long' }),
    );

/** A code of letters and digits as typed: O counts as 0, I and L as 1. */
const typedCode = (length: number, message: string) =>
  z.string({ error: message }).check(
    z.maxLength(200, { error: message }),
    z.overwrite((typed) =>
      typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1'),
    ),
    z.regex(new RegExp(`^[0-9A-HJKMNP-TV-Z]{${length}}$`), { error: message }),
  );

const inviteCode = typedCode(staffBounds.inviteCode, 'Part of the link is missing');
const recoveryCode = typedCode(staffBounds.recoveryCode, 'Enter one of your recovery codes');
const sixDigits = z.string({ error: 'Enter the six-digit code' }).check(
  z.maxLength(20, { error: 'Enter the six-digit code' }),
  z.overwrite((typed) => typed.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, { error: 'Enter the six-digit code' }),
);
/** 160 bits in base32 (RFC 4226, 4). */
const codeSecret = z
  .string()
  .check(z.regex(/^[A-Z2-7]{32}$/, { error: 'This setup has expired. Start again' }));

const encoded = (most: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(most));
const challengeId = z.uuid({ error: 'Start again' });
// other members that browsers send are left out
const registration = z.object({
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded(8_000),
    attestationObject: encoded(16_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
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
export type Registration = z.output<typeof registration>;
export type Assertion = z.output<typeof assertion>;

const id = z.string().check(z.regex(/^\d{1,18}$/, { error: 'Unknown person' }));
export const personParams = z.strictObject({ id });
export const sessionParams = z.strictObject({ id: z.uuid({ error: 'Unknown session' }) });
export const passkeyParams = z.strictObject({ id: encoded(1_400) });
export const invitationParams = z.strictObject({
  id: z.string().check(z.regex(/^[\da-f]{64}$/, { error: 'Unknown link' })),
});
export const roleParams = z.strictObject({ key: z.string().check(z.maxLength(60)) });

const passkeyProof = z.strictObject({ id: challengeId, response: assertion });
export const passkeyLoginBody = passkeyProof;
export const passwordLoginBody = z.strictObject({
  email: emailAddress(),
  password: secret('Enter your password'),
  code: sixDigits,
});
export const recoverBody = z.strictObject({ email: emailAddress(), recoveryCode });
export const inviteCodeBody = z.strictObject({ code: inviteCode });

const newPasskey = z.strictObject({
  id: challengeId,
  response: registration,
  label: passkeyLabel,
});
const passwordWithCode = z.strictObject({
  password: newPassword,
  secret: codeSecret,
  code: sixDigits,
});
/** Each factor is one of two: a passkey, or a password with an authenticator app. */
const exactlyOne = z.refine<{ passkey?: unknown; password?: unknown }>(
  ({ passkey, password }) => (passkey === undefined) !== (password === undefined),
  { error: 'Choose a passkey, or a password with an authenticator app' },
);
export const welcomeBody = z
  .strictObject({
    code: inviteCode,
    /** For a new person only. */
    name: z.optional(name),
    email: z.optional(emailAddress()),
    passkey: z.optional(newPasskey),
    password: z.optional(passwordWithCode),
  })
  .check(exactlyOne);
/** The forms of the pages that make these bodies. */
export const newPersonForm = z.object({ name, email: emailAddress() });
export const passkeyForm = z.object({ label: passkeyLabel });
export const codeForm = z.object({ password: secret('Enter a password'), code: sixDigits });
export type NewPasskey = z.output<typeof newPasskey>;
export type NewPassword = z.output<typeof passwordWithCode>;
export type WelcomeBody = z.output<typeof welcomeBody>;

export const proofBody = z
  .strictObject({ passkey: z.optional(passkeyProof), code: z.optional(sixDigits) })
  .check(
    z.refine(({ passkey, code }) => (passkey === undefined) !== (code === undefined), {
      error: 'Use your passkey or a code',
    }),
  );
export type ProofBody = z.output<typeof proofBody>;

export const preferencesBody = z.strictObject({
  publicName: z.nullable(text({ label: 'Name for customers', min: 1, max: bounds.name.max })),
  singleKeys: z.boolean(),
});
export const newPasskeyBody = newPasskey;
export const newPasswordBody = passwordWithCode;

const amount = z.nullable(z.int().check(z.minimum(0), z.maximum(100_000_000)));
export const limits = z.strictObject({ refund: amount, adjust: amount });
const roleKey = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,39}$/, { error: 'Choose a role' }));
export const inviteBody = z.strictObject({ role: roleKey });
/** `limits`: the person's own; null: the role's. */
export const personBody = z.strictObject({ role: roleKey, limits: z.nullable(limits) });
export const roleBody = z.strictObject({
  label: text({ label: 'Name', ...staffBounds.label, emptyMessage: 'Enter a name for the role' }),
  permissions: z.array(z.enum(permissionNames as [string, ...string[]], { error: 'Unknown permission' })),
  limits,
});

/** An OpenAPI document. */
export const apiDescription = z.record(z.string(), z.unknown());
const time = z.string();
/** A ceremony of the browser: its id, and what `navigator.credentials` is called with. */
export const ceremony = z.object({ id: z.string(), publicKey: z.record(z.string(), z.unknown()) });
const passkey = z.object({
  id: z.string(),
  label: z.string(),
  isSynced: z.boolean(),
  createdAt: time,
  lastUsedAt: z.nullable(time),
});
export const me = z.object({
  id: z.string(),
  name: z.string(),
  publicName: z.nullable(z.string()),
  email: z.string(),
  role: z.string(),
  roleLabel: z.string(),
  /** '*': all. */
  permissions: z.array(z.string()),
  limits,
  passkeys: z.array(passkey),
  hasCode: z.boolean(),
  recoveryCodesLeft: z.int(),
  singleKeys: z.boolean(),
  /** Seconds for which no proof is asked for. */
  freshFor: z.int(),
});
/** `passkeys`: whether they work at this address; `reason`: why not, for people. */
export const deskSession = z.object({
  me: z.nullable(me),
  isEmpty: z.boolean(),
  passkeys: z.object({ possible: z.boolean(), reason: z.nullable(z.string()) }),
});
export const loggedIn = z.object({ me });
export const welcomed = z.object({ me, recoveryCodes: z.array(z.string()) });
/** `name`: null for a new person. */
export const invitation = z.object({ role: z.string(), roleLabel: z.string(), name: z.nullable(z.string()) });
export const freshness = z.object({ freshFor: z.int() });
/** `uri`: for the QR code of an authenticator app. */
export const codeOffer = z.object({ secret: z.string(), uri: z.string() });
export const recoveryCodes = z.object({ codes: z.array(z.string()) });
export const staffSessions = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      network: z.string(),
      createdAt: time,
      lastUsedAt: time,
      isCurrent: z.boolean(),
    }),
  ),
});
export const people = z.object({
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.string(),
      status: z.enum(['active', 'locked', 'left']),
      limits: z.nullable(limits),
      passkeys: z.int(),
      hasCode: z.boolean(),
      sessions: z.int(),
      lastSeenAt: z.nullable(time),
    }),
  ),
});
/** Links that still work. `person`: who returns with it; null for a new person. `invitedBy`: an actor, such as `staff:12`. */
export const invitations = z.object({
  invitations: z.array(
    z.object({
      id: z.string(),
      role: z.nullable(z.string()),
      person: z.nullable(z.string()),
      invitedBy: z.string(),
      expiresAt: time,
    }),
  ),
});
/** Shown once; whoever opens it first joins. */
export const inviteLink = z.object({ url: z.string(), expiresAt: time });
export const roles = z.object({
  roles: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      isBuiltIn: z.boolean(),
      permissions: z.array(z.string()),
      limits,
      people: z.int(),
    }),
  ),
});
export const newRole = z.object({ key: z.string() });
export type Me = z.output<typeof me>;
export type DeskSession = z.output<typeof deskSession>;
