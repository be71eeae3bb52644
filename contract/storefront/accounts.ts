import * as z from 'zod/mini';
import { bounds } from '#contract/bounds.ts';
import { countryCodes } from './countries.ts';
import { readCode } from '#contract/plain-form.ts';
import { emailAddress } from '#contract/email-address.ts';
import { addProblem, codePoints, problemBeforeNormalizing, text } from '#contract/text.ts';

/** The last name may be empty: not everybody has two names. */
export const personFields = {
  firstName: text({ label: 'First name', ...bounds.name, emptyMessage: 'Enter your first name' }),
  lastName: z._default(text({ label: 'Last name', max: bounds.name.max }), ''),
};

export const countryField = z.enum(countryCodes as [string, ...string[]], { error: 'Select your country' });

export const consent = (message: string) => z.literal(true, { error: message });

/** Maximum length of a typed password, in UTF-16 units. Normalizing can shorten it to the maximum in code points. */
const longestSecret = bounds.password.max * 4;

/** A secret to check: its length is limited; it is not trimmed or checked for strength. */
const secret = (emptyMessage: string) =>
  z
    .string({ error: emptyMessage })
    .check(
      z.minLength(1, { error: emptyMessage }),
      z.maxLength(longestSecret, { error: 'Your entry is too long' }),
    );

/** A new password: NFKC, `min` to 128 code points, any characters; the server adds the blocklist and the strength check. */
export const newPasswordOf = (min: number) =>
  z.string({ error: 'Enter a password' }).check(
    // ends the checks of this field at the first problem
    z.check((context) => {
      const problem = problemBeforeNormalizing(context.value, {
        label: 'Password',
        max: bounds.password.max,
      });
      if (problem) addProblem(context, [], problem);
    }),
    z.overwrite((value) => value.normalize('NFKC')),
    z.check((context) => {
      const length = codePoints(context.value);
      const { max } = bounds.password;
      if (length === 0) addProblem(context, [], 'Enter a password');
      else if (!context.value.isWellFormed() || context.value.includes('\0'))
        addProblem(context, [], 'Password contains characters we can’t use');
      else if (length < min) addProblem(context, [], `Password must be at least ${min} characters`);
      else if (length > max) addProblem(context, [], `Password must be ${max} characters or fewer`);
    }),
  );
const newPassword = newPasswordOf(bounds.password.min);

const repeatedPassword = secret('Confirm your password');

function samePasswords(context: {
  issues: z.core.$ZodRawIssue[];
  value: { password: string; repeatedPassword: string };
}) {
  const { password, repeatedPassword: repeated } = context.value;
  if (typeof password !== 'string' || typeof repeated !== 'string' || repeated === '') return;
  // a longer text is rejected at its own field, and not normalized
  if (password.length > longestSecret || repeated.length > longestSecret) return;
  if (password.normalize('NFKC') !== repeated.normalize('NFKC'))
    addProblem(context, ['repeatedPassword'], 'Passwords don’t match');
}

/** The emailed code, as typed or pasted. */
export const emailedCode = z.string({ error: 'Enter the code from our email' }).check(
  z.overwrite(readCode),
  z.minLength(1, { error: 'Enter the code from our email' }),
  z.regex(/^[0-9A-HJKMNP-TV-Z]{8,32}$/, {
    error: 'Enter the code exactly as it appears in our email',
    abort: true,
  }),
);

export const registerBody = z
  .strictObject({
    ...personFields,
    email: emailAddress(),
    password: newPassword,
    repeatedPassword,
    agreedToPrivacyPolicy: consent('Agree to the privacy policy'),
  })
  .check(z.check(samePasswords, { when: () => true }));
export type RegisterBody = z.output<typeof registerBody>;

/** `ownWords`: the customer's name and address as typed so far, which make a password easy to guess. */
export const checkPasswordBody = z.strictObject({
  password: newPassword,
  ownWords: z._default(z.array(z.string().check(z.maxLength(bounds.email.max))).check(z.maxLength(5)), []),
});
/** `problem`: why the password would be rejected; null when it wouldn't be. */
export const checkedPassword = z.object({ problem: z.nullable(z.string()) });

export const confirmEmailBody = z.strictObject({ email: emailAddress(), code: emailedCode });
export type ConfirmEmailBody = z.output<typeof confirmEmailBody>;

export const updateProfileBody = z.strictObject({
  ...personFields,
  /** "" for no country. */
  country: z.enum(['', ...countryCodes], { error: 'Select your country' }),
});
export type UpdateProfileBody = z.output<typeof updateProfileBody>;

export const currentPassword = secret('Enter your current password');

export const changePasswordBody = z
  .strictObject({
    currentPassword,
    password: newPassword,
    repeatedPassword,
  })
  .check(z.check(samePasswords, { when: () => true }));
export type ChangePasswordBody = z.output<typeof changePasswordBody>;

export const forgotPasswordBody = z.strictObject({ email: emailAddress() });
export type ForgotPasswordBody = z.output<typeof forgotPasswordBody>;

export const resetPasswordBody = z
  .strictObject({ email: emailAddress(), password: newPassword, repeatedPassword, code: emailedCode })
  .check(z.check(samePasswords, { when: () => true }));
export type ResetPasswordBody = z.output<typeof resetPasswordBody>;

const timeZoneProblem = 'Time zone must be a name like Europe/Berlin';

export const loginBody = z.strictObject({
  email: emailAddress(),
  password: secret('Enter your password'),
  /** Whether the session has the longer lifetimes of "remember me". */
  rememberMe: z._default(z.boolean(), false),
  /** The browser's time zone, such as Europe/Berlin; "" when unknown. */
  timeZone: z._default(
    z
      .string({ error: timeZoneProblem })
      .check(z.regex(/^(?:[\w+-]{1,32}(?:\/[\w+-]{1,32}){0,2})?$/, { error: timeZoneProblem })),
    '',
  ),
});
export type LoginBody = z.output<typeof loginBody>;

export const refreshBody = z.strictObject({ refreshToken: secret('Enter the refresh token') });

export const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type Tokens = z.output<typeof tokens>;

export const profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  country: z.nullable(z.string()),
  email: z.string(),
  emailConfirmed: z.boolean(),
  /** The new address, which replaces `email` once its code is entered; null without a requested change. */
  newEmail: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
});
export type Profile = z.output<typeof profile>;

/** A logged-in browser. */
const accountSession = z.object({
  id: z.string(),
  /** The browser and system in words, such as "Firefox on Linux". */
  device: z.string(),
  /** The browser's time zone at login in words, such as "Berlin time"; null when unknown. */
  place: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** The session that sent the request. */
  current: z.boolean(),
});
export const sessionList = z.object({ sessions: z.array(accountSession) });
export type SessionList = z.output<typeof sessionList>;

export const endSessionBody = z.strictObject({
  // not z.uuid, whose code each page would load
  sessionId: z
    .string({ error: 'Invalid session ID' })
    .check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, { error: 'Invalid session ID' })),
  currentPassword,
});
export type EndSessionBody = z.output<typeof endSessionBody>;

export const logoutEverywhereBody = z.strictObject({ currentPassword });
export type LogoutEverywhereBody = z.output<typeof logoutEverywhereBody>;
