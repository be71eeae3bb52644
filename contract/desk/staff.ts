import * as z from 'zod/mini';
import { newPasswordOf } from '#contract/storefront/accounts.ts';
import { bounds } from '#contract/bounds.ts';
import { permissionNames } from './permissions.ts';
import { challengeId, encoded, secret, sixDigits, staffBounds, typedCode } from './staff-log-in.ts';
import { emailAddress } from '#contract/email-address.ts';
import { text } from '#contract/text.ts';

const name = text({ label: 'Name', ...bounds.name, emptyMessage: 'Enter your name' });
const passkeyLabel = text({
  label: 'Passkey name',
  ...staffBounds.label,
  emptyMessage: 'Enter a name for the passkey',
});

const inviteCode = typedCode(staffBounds.inviteCode, 'Part of the link is missing. Copy the whole link');
/** 160 bits in base32 (RFC 4226, section 4). */
const codeSecret = z
  .string()
  .check(z.regex(/^[A-Z2-7]{32}$/, { error: 'This setup has expired. Start again' }));

// drops other members that browsers send
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
export type Registration = z.output<typeof registration>;

const id = z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid person ID' }));
export const personParams = z.strictObject({ id });
export const sessionParams = z.strictObject({ id: z.uuid({ error: 'Invalid session ID' }) });
export const passkeyParams = z.strictObject({ id: encoded(1_400) });
export const invitationParams = z.strictObject({
  id: z.string().check(z.regex(/^[\da-f]{64}$/, { error: 'Invalid link ID' })),
});
export const roleParams = z.strictObject({ key: z.string().check(z.maxLength(60)) });

export const inviteCodeBody = z.strictObject({ code: inviteCode });

const newPasskey = z.strictObject({
  id: challengeId,
  response: registration,
  label: passkeyLabel,
});
const passwordWithCode = z.strictObject({
  password: newPasswordOf(staffBounds.password.min),
  secret: codeSecret,
  code: sixDigits,
});
/** Exactly one of two is required: a passkey, or a password with an authenticator app. */
const exactlyOne = z.refine<{ passkey?: unknown; password?: unknown }>(
  ({ passkey, password }) => (passkey === undefined) !== (password === undefined),
  { error: 'Choose a passkey, or a password with an authenticator app' },
);
export const welcomeBody = z
  .strictObject({
    code: inviteCode,
    /** For new people only. */
    name: z.optional(name),
    email: z.optional(emailAddress()),
    passkey: z.optional(newPasskey),
    password: z.optional(passwordWithCode),
  })
  .check(exactlyOne);
/** The schemas of the pages' forms, whose values become these bodies. */
export const newPersonForm = z.object({ name, email: emailAddress() });
export const passkeyForm = z.object({ label: passkeyLabel });
export const codeForm = z.object({ password: secret('Enter a password'), code: sixDigits });
export type NewPasskey = z.output<typeof newPasskey>;
export type NewPassword = z.output<typeof passwordWithCode>;
export type WelcomeBody = z.output<typeof welcomeBody>;

/** `name`: the name for colleagues. An omitted field stays unchanged. */
export const preferencesBody = z.strictObject({
  name: z.optional(name),
  publicName: z.nullable(text({ label: 'Name shown to customers', min: 1, max: bounds.name.max })),
  singleKeys: z.boolean(),
});
export const newPasskeyBody = newPasskey;
export const newPasswordBody = passwordWithCode;

/** The largest limit, in minor units; anything larger must be entered as "no limit". */
export const largestLimit = 100_000_000;
const amount = z.nullable(z.int().check(z.minimum(0), z.maximum(largestLimit)));
export const limits = z.strictObject({ refund: amount, adjust: amount });
const roleKey = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,39}$/, { error: 'Choose a role' }));
export const inviteBody = z.strictObject({ role: roleKey });
/** Order types of the catalogue. */
const orderTypes = z
  .array(z.int({ error: 'Invalid service ID' }).check(z.minimum(1), z.maximum(100_000)))
  .check(z.maxLength(200));
/**
 * `limits`: the person's own; null: those of the role. `orderTypes`: the services whose unassigned lines the person may take;
 * empty: all. An omitted field stays unchanged.
 */
export const personBody = z.strictObject({
  role: roleKey,
  limits: z.nullable(limits),
  orderTypes: z.optional(orderTypes),
});
export const roleBody = z.strictObject({
  label: text({ label: 'Name', ...staffBounds.label, emptyMessage: 'Enter a name for the role' }),
  permissions: z.array(z.enum(permissionNames as [string, ...string[]], { error: 'Invalid permission' })),
  limits,
});
/** `seen`: the role that the caller edited, to detect a concurrent change. */
export const changedRoleBody = z.extend(roleBody, { seen: roleBody });

const network = z.string().check(z.maxLength(60, { error: 'A network must be 60 characters or fewer' }));
/**
 * `networks`: CIDR blocks or single addresses; empty: the desk answers every address. `seen`: the list that the caller
 * edited, to detect a concurrent change.
 */
export const networksBody = z.strictObject({
  networks: z.array(network).check(z.maxLength(200, { error: 'The list can have up to 100 networks' })),
  seen: z.array(network).check(z.maxLength(200)),
});

/** The page's form: one network per line. */
export const networksForm = z.object({ networks: z.string() });

/** An OpenAPI document. */
export const apiDescription = z.record(z.string(), z.unknown());
const time = z.string();
/** A WebAuthn ceremony: its ID and the options for `navigator.credentials`. */
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
  /** Titles of the services whose unassigned lines the person may take; empty: all. */
  services: z.array(z.string()),
  passkeys: z.array(passkey),
  hasCode: z.boolean(),
  recoveryCodesLeft: z.int(),
  singleKeys: z.boolean(),
  /** The kinds of notices that the person gets by email. */
  emailNotices: z.array(z.string()),
  /** The first day after the time away (ISO date); null: not away. */
  backOn: z.nullable(z.string()),
  /** Whether the shop takes real money, rather than the provider's test money. */
  livemode: z.boolean(),
  /** Seconds until the next change needs a new proof. */
  freshFor: z.int(),
});
/** `me`: null when not logged in. `passkeys`: whether passkeys work at this address; `reason`: why not, as text for people. */
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
/**
 * `services`: all that the shop sells. `orderTypes`: the services whose unassigned lines the person may take; empty: all. `minutesPerDay`: for work
 * on lines. `mostOpenLines`: at how many open lines they take no more; null: no limit. `backOn`: the first day after the person's time away.
 */
export const people = z.object({
  services: z.array(z.object({ orderType: z.int(), title: z.string() })),
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.string(),
      status: z.enum(['active', 'locked', 'left']),
      limits: z.nullable(limits),
      orderTypes: z.array(z.int()),
      minutesPerDay: z.int(),
      mostOpenLines: z.nullable(z.int()),
      backOn: z.nullable(z.string()),
      passkeys: z.int(),
      hasCode: z.boolean(),
      sessions: z.int(),
      lastSeenAt: z.nullable(time),
    }),
  ),
});
/**
 * Unused, unexpired invitations. `person`: the member of staff who regains access; null for a new person. `invitedBy`: an
 * actor, such as `staff:12`.
 */
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
/** Shown once. The first person who opens the link can use it. */
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
/** `yours`: the caller's address, and the network around it that an internet provider usually assigns to one subscriber. */
export const deskNetworks = z.object({
  networks: z.array(z.string()),
  yours: z.object({ address: z.string(), network: z.string() }),
});
export const newRole = z.object({ key: z.string() });
export type Me = z.output<typeof me>;
export type DeskSession = z.output<typeof deskSession>;
