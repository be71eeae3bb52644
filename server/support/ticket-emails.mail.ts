import { formatDeadline } from '#contract/deadline.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { shop } from '#contract/shop.ts';
import type { Database } from '#server/database/open-database.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { type Block, composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { sql } from 'kysely';

/** Emails the sender a confirmation of their message. */
export const ticketReceived = jobKind<{ number: string }>('mail.ticket-received');
/** Emails the operator the message, with its sender as the reply address. */
export const ticketCopy = jobKind<{ number: string }>('mail.ticket-copy');

type Ticket = {
  number: string;
  name: string;
  email: string;
  email_canonical: string;
  message: string;
  created_at: Date;
  answered_today: boolean;
};

async function loadTicket(db: Database['db'], number: string): Promise<Ticket> {
  const { rows } = await sql<Ticket>`
    select number, name, email, email_canonical, message, created_at, exists (
      select from ticket e where e.email_canonical = t.email_canonical and e.order_id is null and e.id < t.id and e.created_at > t.created_at - interval '24 hours'
    ) as answered_today
    from ticket t where number = ${number}`.execute(db);
  if (!rows[0]) throw new Error(`There is no ticket ${number}`);
  return rows[0];
}

/** A link to the ticket at the desk; empty without a desk. */
export const replyAtDesk = (deskOrigin: string | undefined, ticket: string): Block[] =>
  deskOrigin === undefined
    ? []
    : [{ button: 'Reply at the desk', url: `${deskOrigin}/desk/tickets/${ticket}` }];

type Deps = {
  db: Database['db'];
  operatorEmail: string;
  /** The origin of the desk; undefined without one. */
  deskOrigin?: string | undefined;
};

export function sendTicketEmails({ db, operatorEmail, deskOrigin }: Deps, mail: Mail): JobHandlers {
  return {
    ...ticketReceived.handledBy(async ({ number }) => {
      const ticket = await loadTicket(db, number);
      // one confirmation a day, so that an attacker can't flood an inbox by the form, or send it their own text
      if (ticket.answered_today) return;
      await mail.send(
        composeEmail({
          id: `ticket-received-${number}`,
          to: ticket.email_canonical,
          subject: `We have your message (${number})`,
          title: 'We have your message',
          blocks: [
            {
              paragraph: `A real person will reply to you within ${shop.answerTime}. Your reference is ${number}.`,
            },
            {
              paragraph:
                'If you didn’t contact us, someone else used your address. You can ignore this email.',
            },
          ],
        }),
      );
    }),
    ...ticketCopy.handledBy(async ({ number }) => {
      const { name, email, message, created_at } = await loadTicket(db, number);
      await mail.send(
        composeEmail({
          id: `ticket-copy-${number}`,
          to: operatorEmail,
          replyTo: email,
          subject: `Message from the contact form (${number})`,
          title: 'Message from the contact form',
          blocks: [
            {
              rows: [
                ['From', name],
                ['Email', email],
                ['Sent', formatDeadline(created_at, businessCalendar)],
              ],
            },
            { label: 'Message', quote: message },
            ...replyAtDesk(deskOrigin, number),
          ],
        }),
      );
    }),
  };
}
