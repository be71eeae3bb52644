import { formatDeadline } from '#contract/deadline.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { Schema } from '#server/database/schema.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { type Block, composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { type Kysely, sql } from 'kysely';
import { invitePerson, inviteUrl, recoveryMs } from './invitations.ts';
import type { StaffDeps } from './staff-deps.ts';

/** Emails a member of staff about their own account. `about`: the new session or the change, which makes the email unique. */
export const staffEmail = jobKind<{ staffId: string; what: 'newLogin' | 'wayChanged'; about: string }>(
  'mail.staff',
);
/** Emails people who manage staff that a person has set up a new way to log in. */
export const staffReturned = jobKind<{ to: string; staffId: string; about: string }>('mail.staff-returned');
/** Emails a link after a recovery code was used. `about`: that use. */
export const staffRecovery = jobKind<{ staffId: string; about: string }>('mail.staff-recovery');

type Person = { name: string; email: string };

async function findPerson(db: Kysely<Schema>, id: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select name, email from staff where id = ${BigInt(id)} and left_at is null`.execute(db);
  return rows[0];
}

/** The job handlers of the emails to staff. They read the data when they send, so that jobs hold no personal data. */
export function sendStaffEmails(deps: Pick<StaffDeps, 'db' | 'clock' | 'origin'>, mail: Mail): JobHandlers {
  const { db, clock, origin } = deps;
  const send = (person: Person, id: string, subject: string, blocks: Block[]) =>
    mail.send(
      composeEmail({
        id,
        to: person.email,
        subject,
        title: subject,
        blocks: [{ paragraph: `Hello ${person.name},` }, ...blocks],
      }),
    );
  const wasNotYou = {
    paragraph:
      'If this wasn’t you, ask someone who manages the team to lock your account now, or run this on the shop’s server: npm run operator -- staff lock EMAIL',
  };

  return {
    ...staffEmail.handledBy(async ({ staffId, what, about }) => {
      const person = await findPerson(db, staffId);
      if (!person) return;
      if (what === 'wayChanged') {
        await send(person, `staff-way-changed-${about}`, 'Your desk login methods were changed', [
          { paragraph: 'A passkey, password or set of recovery codes was added, replaced or removed.' },
          wasNotYou,
        ]);
        return;
      }
      const { rows } = await sql<{ device: string; network: string; created_at: Date }>`
        select device, network::text as network, created_at from staff_session where id = ${about}::uuid`.execute(
        db,
      );
      const session = rows[0];
      if (!session) return;
      await send(person, `staff-new-login-${about}`, 'New login to the desk', [
        {
          rows: [
            ['Browser', session.device],
            ['Network', session.network],
            ['Time', formatDeadline(session.created_at, businessCalendar)],
          ],
        },
        wasNotYou,
      ]);
    }),

    ...staffReturned.handledBy(async ({ to, staffId, about }) => {
      const [manager, person] = [await findPerson(db, to), await findPerson(db, staffId)];
      if (!manager || !person) return;
      await send(
        manager,
        `staff-returned-${about}-${to}`,
        `${person.name} has a new login method for the desk`,
        [
          {
            paragraph: `${person.name} (${person.email}) used a link to set up a new passkey or password. The earlier ones no longer work. If ${person.name} didn’t do this, lock their account under “People” in the desk.`,
          },
        ],
      );
    }),

    ...staffRecovery.handledBy(async ({ staffId, about }) => {
      const person = await findPerson(db, staffId);
      if (!person) return;
      const expiresAt = new Date(clock().getTime() + recoveryMs);
      // each retry creates a new link, which ends the earlier one
      const code = await invitePerson(db, { staffId: BigInt(staffId) }, 'system', clock(), expiresAt);
      await send(person, `staff-recovery-${about}`, 'Set up a new login method for the desk', [
        { paragraph: 'Someone used one of your recovery codes to ask for this link.' },
        { button: 'Set up a login method', url: inviteUrl(origin, code) },
        {
          paragraph: `The link works once, until ${formatDeadline(expiresAt, businessCalendar)}. Your current passkeys and password work until you use the link.`,
        },
        wasNotYou,
      ]);
    }),
  };
}
