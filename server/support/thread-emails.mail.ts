import { formatDeadline } from '#contract/deadline.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { Database } from '#server/database/open-database.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { type Block, composeEmail } from '#server/mail/compose-email.ts';
import { confirmedName, greeting } from '#server/mail/greeting.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { sql } from 'kysely';
import { ticketAddress } from './ticket-address.ts';
import { replyAtDesk } from './ticket-emails.mail.ts';

/** Emails the operator a customer's message. */
export const messageCopy = jobKind<{ message: string }>('mail.order-message');
/** Emails the customer the team's message. */
export const answerEmail = jobKind<{ message: string }>('mail.order-answer');

/** `order`: the number of the order, `titles`: those of its lines; both null for a ticket of the contact form. */
type Written = {
  ticket: string;
  order: string | null;
  titles: string | null;
  name: string;
  first_name: string | null;
  email: string;
  is_erased: boolean;
  is_guest: boolean;
  public_name: string | null;
  text: string;
  /** The names of the message's files, such as “menu.pdf”, “plan.docx”; null without files. */
  files: string | null;
  at: Date;
};

async function findWritten(db: Database['db'], message: string): Promise<Written | undefined> {
  const { rows } = await sql<Written>`
    select t.number as ticket, o.number as "order", t.name, ${confirmedName} as first_name,
      ${ticketAddress} as email, c.erased_at is not null as is_erased,
      c.id is null as is_guest,
      s.public_name, m.text, m.at,
      (select string_agg('“' || f.name || '”', ', ' order by f.created_at) from attachment a join file f on f.id = a.file_id
        where a.message_id = m.id and f.scan <> 'infected') as files,
      (select string_agg(l.title, ', ' order by l.position) from order_line l where l.order_id = o.id) as titles
    from ticket_message m join ticket t on t.id = m.ticket_id left join customer_order o on o.id = t.order_id
    left join customer c on c.id = t.customer_id left join staff s on s.id = m.staff_id
    where m.id = ${BigInt(message)}`.execute(db);
  return rows[0];
}

type Deps = {
  db: Database['db'];
  publicUrl: string;
  operatorEmail: string;
  /** The origin of the desk; undefined without one. */
  deskOrigin?: string | undefined;
};

/** The words of an email about an order's messages, and the customer's page of them. */
function aboutOrder(order: string, titles: string | null, publicUrl: string) {
  const what = `about your order ${order}`;
  return {
    id: `order-answer-${order}`,
    subject: `A message ${what}`,
    title: 'A message about your order',
    about: `This is about order ${order}: ${titles ?? ''}.`,
    further: {
      button: 'Read and reply',
      url: `${publicUrl}/cabinet/history?order=${order}#messages-${order}`,
    } satisfies Block,
  };
}

/**
 * The words of an email about a ticket of the contact form. A guest has no page for replies. Doesn't quote the guest's message,
 * because anyone can enter any address.
 */
const aboutTicket = (ticket: string, isGuest: boolean, publicUrl: string) => ({
  id: `ticket-answer-${ticket}`,
  subject: `Our reply to your message ${ticket}`,
  title: 'Our reply to your message',
  about: `This is about message ${ticket}, which you sent with our contact form.`,
  further: (isGuest
    ? { paragraph: 'To write back, reply to this email.' }
    : { button: 'Read and reply', url: `${publicUrl}/cabinet/messages?ticket=${ticket}` }) satisfies Block,
});

/** The job handlers of the emails about messages. They skip customers whose data has been erased. */
export function sendThreadEmails(
  { db, publicUrl, operatorEmail, deskOrigin }: Deps,
  mail: Mail,
): JobHandlers {
  return {
    ...answerEmail.handledBy(async ({ message }) => {
      const written = await findWritten(db, message);
      if (!written || written.is_erased) return;
      const { ticket, order, email, first_name: firstName, titles, public_name: name, text, files } = written;
      const { id, subject, title, about, further } =
        order === null
          ? aboutTicket(ticket, written.is_guest, publicUrl)
          : aboutOrder(order, titles, publicUrl);
      await mail.send(
        composeEmail({
          id: `${id}-${message}`,
          to: email,
          ...(order === null ? {} : { about: order }),
          subject,
          title,
          blocks: [
            greeting(firstName),
            { paragraph: about },
            { quote: text, label: name === null ? 'Our team wrote' : `${name} from our team wrote` },
            ...(files === null
              ? []
              : [{ paragraph: `Attached files: ${files}. Open your order to download them.` }]),
            further,
          ],
        }),
      );
    }),
    ...messageCopy.handledBy(async ({ message }) => {
      const written = await findWritten(db, message);
      if (!written || written.is_erased) return;
      const { order, ticket, name, email, titles, text, files, at } = written;
      await mail.send(
        composeEmail({
          id: order === null ? `ticket-message-${ticket}-${message}` : `order-message-${order}-${message}`,
          to: operatorEmail,
          replyTo: email,
          subject:
            order === null ? `New message in conversation ${ticket}` : `Message about ${order} (${ticket})`,
          title:
            order === null ? `New message in conversation ${ticket}` : `New message about order ${order}`,
          blocks: [
            {
              rows: [
                ['From', name],
                ['Email', email],
                ...(order === null ? [] : [['Order', `${order}, ${titles}`] satisfies [string, string]]),
                ['Sent', formatDeadline(at, businessCalendar)],
                ...(files === null ? [] : [['Files', files] satisfies [string, string]]),
              ],
            },
            { label: 'Message', quote: text },
            ...replyAtDesk(deskOrigin, ticket),
          ],
        }),
      );
    }),
  };
}
