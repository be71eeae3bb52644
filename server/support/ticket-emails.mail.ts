import { formatDeadline } from '#contract/deadline.ts';
import { businessCalendar, shop } from '#contract/shop.ts';
import type { Database } from '#server/database/open-database.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { sql } from 'kysely';

/** To the sender: we have received the message. */
export const ticketReceived = jobKind<{ number: string }>('mail.ticket-received');
/** To the operator: the message; a reply goes to its sender. */
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

export function sendTicketEmails(db: Database['db'], mail: Mail, operatorEmail: string): JobHandlers {
  return {
    ...ticketReceived.handledBy(async ({ number }) => {
      const ticket = await loadTicket(db, number);
      // once a day: an attacker must not flood an inbox with the form, or send it their own text
      if (ticket.answered_today) return;
      await mail.send(
        composeEmail({
          id: `ticket-received-${number}`,
          to: ticket.email_canonical,
          subject: `We have your message (${number})`,
          title: 'We have your message',
          blocks: [
            {
              paragraph: `Your reference is ${number}. A real person will reply to this address within ${shop.answerTime}.`,
            },
            {
              paragraph:
                'If you didn’t contact us, someone used your address, and you can ignore this email.',
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
          subject: `Ticket ${number}`,
          title: `Ticket ${number}`,
          blocks: [
            {
              rows: [
                ['From', name],
                ['Email', email],
                ['Sent', formatDeadline(created_at, businessCalendar)],
              ],
            },
            { label: 'Message', quote: message },
          ],
        }),
      );
    }),
  };
}
