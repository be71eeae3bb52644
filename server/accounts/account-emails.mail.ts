import { bounds } from '#contract/bounds.ts';
import { formatDeadline } from '#contract/deadline.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { shop } from '#contract/shop.ts';
import { emailChangeMinutes } from '#contract/storefront/email-change.ts';
import { canonicalEmail } from '#server/database/email-address.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Database } from '#server/database/open-database.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import type { Keys } from '#server/process/derived-keys.ts';
import { confirmedName, greeting } from '#server/mail/greeting.ts';
import { type Block, composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { sql } from 'kysely';
import { emailCode } from './email-codes.ts';
import { findCustomer } from './find-customer.ts';

/** The ID of an email to a customer. An email with the same ID is sent only once. */
export const emailOf = (customerId: bigint) => ({
  customerId: String(customerId),
  letterId: crypto.randomUUID(),
});
type EmailOf = ReturnType<typeof emailOf>;

/** Emails the confirmation link to a new account. */
export const confirmAddress = jobKind<{ codeId: string }>('mail.confirm-address');
/** Emails an address that already has an account and was registered again. */
export const alreadyRegistered = jobKind<EmailOf>('mail.already-registered');
/** Emails a code for a new password. */
export const resetCode = jobKind<{ codeId: string }>('mail.reset-code');
/** Emails a code to the new address of a change. */
export const newEmailCode = jobKind<{ codeId: string }>('mail.new-email-code');
/** Warns the current address that a change of address was requested. */
export const emailChangeAsked = jobKind<{ codeId: string }>('mail.email-change-asked');
/** Warns a replaced address; `former` is its row in former_email. */
export const emailChanged = jobKind<{ former: string }>('mail.email-changed');
export const passwordChanged = jobKind<EmailOf & { at: string }>('mail.password-changed');
/** Emails the customer about a login from a kind of browser that is new to the account. */
export const newSignIn = jobKind<{ sessionId: string }>('mail.new-sign-in');
/** Emails the customer that a refresh token was reused and its session ended. */
export const sessionStolen = jobKind<{ sessionId: string }>('mail.session-stolen');

type Deps = {
  db: Database['db'];
  clock: Clock;
  mail: Mail;
  publicUrl: string;
  codeKeys: Keys;
  limits: Pick<RateLimits, 'emailsToUnconfirmed'>;
};
type Owner = { email: string; first_name: string | null };
type OwnerWithCode = Owner & { customer_id: bigint; new_email: string | null; expires_at: Date };
type FormerOwner = Owner & { replaced_at: Date; is_confirmed: boolean };
type OwnerWithSession = Owner & { device: string; created_at: Date };

const shopTime = (date: Date) => formatDeadline(date, businessCalendar);

/** Functions that read an email's recipient and send the email. */
function openSender({ db, clock, mail, publicUrl, limits }: Deps) {
  const page = (path: string) => `${publicUrl}${path}`;

  async function customer({ customerId }: EmailOf): Promise<Owner | undefined> {
    const { rows } = await sql<Owner>`select c.email, ${confirmedName} as first_name from customer c
      where c.id = ${BigInt(customerId)} and erased_at is null`.execute(db);
    return rows[0];
  }
  // a replaced or expired code needs no email
  async function ownerOfCode(id: string): Promise<OwnerWithCode | undefined> {
    const { rows } =
      await sql<OwnerWithCode>`select c.email, ${confirmedName} as first_name, e.customer_id, e.new_email, e.expires_at
      from email_code e join customer c on c.id = e.customer_id
      where e.id = ${id} and e.used_at is null and e.expires_at > ${clock()} and c.erased_at is null and not exists (
        select from email_code n where n.customer_id = e.customer_id and n.purpose = e.purpose
          and (n.created_at, n.id) > (e.created_at, e.id)
      )`.execute(db);
    return rows[0];
  }
  // the new address was confirmed, but perhaps not the replaced one
  async function formerOwner(id: string): Promise<FormerOwner | undefined> {
    const { rows } = await sql<FormerOwner>`
      select f.email, case when f.is_confirmed then c.first_name end as first_name, f.replaced_at, f.is_confirmed
      from former_email f join customer c on c.id = f.customer_id where f.id = ${id} and c.erased_at is null`.execute(
      db,
    );
    return rows[0];
  }
  async function ownerOfSession(id: string): Promise<OwnerWithSession | undefined> {
    const { rows } =
      await sql<OwnerWithSession>`select c.email, ${confirmedName} as first_name, s.device, s.created_at
      from customer c join session s on s.customer_id = c.id where s.id = ${id} and c.erased_at is null`.execute(
        db,
      );
    return rows[0];
  }

  const send = (owner: Owner, id: string, subject: string, blocks: Block[]) =>
    mail.send(
      composeEmail({
        id,
        to: owner.email,
        subject,
        title: subject,
        blocks: [greeting(owner.first_name), ...blocks],
      }),
    );
  // limits emails to an unconfirmed address, so that an attacker who registers a foreign address can't fill its inbox
  const sendSparingly = async (owner: Owner, ...letter: [id: string, subject: string, blocks: Block[]]) => {
    const isConfirmed = owner.first_name !== null;
    if (isConfirmed || (await limits.emailsToUnconfirmed.allows(canonicalEmail(owner.email))))
      await send(owner, ...letter);
  };
  const changePassword = {
    paragraph: `If this wasn’t you, set a new password now at ${page('/account/recovery-password')}. That logs out every browser.`,
  };

  return { page, customer, ownerOfCode, formerOwner, ownerOfSession, send, sendSparingly, changePassword };
}
type Sender = ReturnType<typeof openSender>;

function registrationEmails(
  { page, customer, ownerOfCode, send, sendSparingly }: Sender,
  { codeKeys }: Deps,
): JobHandlers {
  return {
    ...confirmAddress.handledBy(async ({ codeId }) => {
      const owner = await ownerOfCode(codeId);
      if (!owner) return;
      const values = { confirm: emailCode(codeKeys, 'confirmEmail', codeId), email: owner.email };
      await sendSparingly(owner, `confirm-address-${codeId}`, 'Confirm your email address', [
        {
          paragraph: 'Your account is ready. Confirm your email address so we can always reach you.',
        },
        {
          button: 'Confirm my email address',
          url: page(`/account/login#${new URLSearchParams(values).toString()}`),
        },
        { paragraph: `The link expires on ${shopTime(owner.expires_at)}.` },
        {
          paragraph: 'If you didn’t sign up, you can ignore this email.',
        },
      ]);
    }),

    ...alreadyRegistered.handledBy(async (letter) => {
      const owner = await customer(letter);
      if (!owner) return;
      await send(owner, `already-registered-${letter.letterId}`, 'You already have an account with us', [
        {
          paragraph:
            'Someone, most likely you, tried to create an account with this email address. You already have an account, so nothing has changed. Log in with your password, or set a new one.',
        },
        { button: 'Log in', url: page('/account/login') },
        { button: 'Set a new password', url: page('/account/recovery-password') },
        { paragraph: 'If this wasn’t you, you can ignore this email. No one accessed your account.' },
      ]);
    }),
  };
}

function passwordEmails(
  { page, customer, ownerOfCode, send, sendSparingly, changePassword }: Sender,
  { codeKeys }: Deps,
): JobHandlers {
  return {
    ...resetCode.handledBy(async ({ codeId }) => {
      const owner = await ownerOfCode(codeId);
      if (!owner) return;
      const code = emailCode(codeKeys, 'resetPassword', codeId);
      const values = { email: owner.email, code };
      await send(owner, `reset-code-${codeId}`, 'Set a new password', [
        {
          paragraph: `Someone, most likely you, asked to reset your password. This code works once and expires in ${bounds.resetCode.ttlMinutes} minutes.`,
        },
        { rows: [['Code', code]] },
        {
          button: 'Set a new password',
          url: page(`/account/reset#${new URLSearchParams(values).toString()}`),
        },
        {
          paragraph:
            'If this wasn’t you, you don’t need to do anything. Your password hasn’t changed. Never share this code. Nobody from our team will ask you for it.',
        },
      ]);
    }),

    ...passwordChanged.handledBy(async (letter) => {
      const owner = await customer(letter);
      if (!owner) return;
      await sendSparingly(owner, `password-changed-${letter.letterId}`, 'Your password was changed', [
        {
          paragraph: `Your password was changed on ${shopTime(new Date(letter.at))}. All earlier logins have ended. Use your new password to log in on your other devices.`,
        },
        changePassword,
      ]);
    }),
  };
}

function addressEmails(
  { page, ownerOfCode, formerOwner, sendSparingly }: Sender,
  { db, codeKeys }: Deps,
): JobHandlers {
  return {
    ...newEmailCode.handledBy(async ({ codeId }) => {
      const owner = await ownerOfCode(codeId);
      const email = owner?.new_email;
      if (!owner || !email) return;
      const known = await findCustomer(db, email);
      const code = emailCode(codeKeys, 'changeEmail', codeId);
      // without a name, as every email to an unconfirmed address
      const stranger = { email, first_name: null };
      if (known && known.id !== owner.customer_id)
        await sendSparingly(
          stranger,
          `new-email-code-${codeId}`,
          'This email address already has an account',
          [
            {
              paragraph:
                'Someone, most likely you, asked to use this email address for another account with us. This address already has an account, so nothing has changed. Log in with this address, or set a new password.',
            },
            { button: 'Log in', url: page('/account/login') },
            { button: 'Set a new password', url: page('/account/recovery-password') },
            { paragraph: 'If this wasn’t you, you can ignore this email. No one accessed your account.' },
          ],
        );
      else
        await sendSparingly(stranger, `new-email-code-${codeId}`, 'Confirm your new email address', [
          {
            paragraph: `Someone, most likely you, asked to use this email address for their account with us. Enter this code under “Account details.” It works once and expires in ${emailChangeMinutes} minutes.`,
          },
          { rows: [['Code', code]] },
          { button: 'Enter the code', url: page('/cabinet/account-details#new-email') },
          {
            paragraph:
              'If this wasn’t you, you can ignore this email. Nothing changes without the code. Never share it. Nobody from our team will ask you for it.',
          },
        ]);
    }),

    ...emailChangeAsked.handledBy(async ({ codeId }) => {
      const owner = await ownerOfCode(codeId);
      if (!owner) return;
      await sendSparingly(owner, `email-change-asked-${codeId}`, 'Request to change your email address', [
        {
          paragraph:
            'Someone, most likely you, asked to change your account’s email address. Nothing has changed yet. The address changes only after you log in and enter the code that we sent to the new address.',
        },
        {
          paragraph: `If this wasn’t you, someone knows your password. Set a new one now at ${page('/account/recovery-password')}. That stops the change and logs out every browser.`,
        },
      ]);
    }),

    ...emailChanged.handledBy(async ({ former }) => {
      const owner = await formerOwner(former);
      if (!owner) return;
      await sendSparingly(owner, `email-changed-${former}`, 'Your email address was changed', [
        {
          paragraph: `Your account’s email address was changed on ${shopTime(owner.replaced_at)}. From now on, we send emails to the new address, and you log in with it. We logged out every other browser.`,
        },
        {
          paragraph: `If this wasn’t you, write to us right away at ${shop.supportEmail}. ${owner.is_confirmed ? 'We can lock the account and restore this address.' : 'We can lock the account.'}`,
        },
      ]);
    }),
  };
}

function loginEmails({ page, ownerOfSession, sendSparingly, changePassword }: Sender): JobHandlers {
  return {
    ...newSignIn.handledBy(async ({ sessionId }) => {
      const owner = await ownerOfSession(sessionId);
      if (!owner) return;
      await sendSparingly(owner, `new-sign-in-${sessionId}`, 'New login to your account', [
        {
          paragraph:
            'Someone, most likely you, logged in from a browser we haven’t seen on your account before.',
        },
        {
          rows: [
            ['Browser', owner.device],
            ['Time', shopTime(owner.created_at)],
          ],
        },
        changePassword,
      ]);
    }),

    ...sessionStolen.handledBy(async ({ sessionId }) => {
      const owner = await ownerOfSession(sessionId);
      if (!owner) return;
      await sendSparingly(owner, `session-stolen-${sessionId}`, 'We logged out one of your browsers', [
        {
          paragraph: `An old copy of your login was used on ${owner.device.replace(/^Unknown/, 'an unknown')}. Someone may have stolen the copy, or the browser may have been restored from a backup. To be safe, we ended that login.`,
        },
        {
          paragraph:
            'You can log in again. If you didn’t restore that browser from a backup, change your password too. That logs out every other browser.',
        },
        { button: 'Log in', url: page('/account/login') },
      ]);
    }),
  };
}

/** The job handlers of the emails about accounts. They read the data when they send, so that jobs hold no personal data. */
export function sendAccountEmails(deps: Deps): JobHandlers {
  const sender = openSender(deps);
  return {
    ...registrationEmails(sender, deps),
    ...passwordEmails(sender, deps),
    ...addressEmails(sender, deps),
    ...loginEmails(sender),
  };
}
