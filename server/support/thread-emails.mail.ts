import { formatDeadline } from '#contract/deadline.ts';
import { businessCalendar } from '#contract/shop.ts';
import type { Database } from '#server/database/open-database.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import { confirmedName, greeting } from '#server/mail/greeting.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { sql } from 'kysely';

/** To the operator: what a customer wrote about an order. */
export const messageCopy = jobKind<{ message: string }>('mail.order-message');
/** To the customer: what we wrote about their order. */
export const answerEmail = jobKind<{ message: string }>('mail.order-answer');

type Written = {
  number: string;
  ticket_number: string;
  titles: string;
  name: string;
  first_name: string | null;
  email: string;
  is_erased: boolean;
  public_name: string | null;
  text: string;
  at: Date;
};

async function findWritten(db: Database['db'], message: string): Promise<Written | undefined> {
  const { rows } = await sql<Written>`
    select o.number, t.number as ticket_number, t.name, ${confirmedName} as first_name, c.email, c.erased_at is not null as is_erased,
      s.public_name, m.text, m.at,
      (select string_agg(l.title, ', ' order by l.position) from order_line l where l.order_id = o.id) as titles
    from ticket_message m join ticket t on t.id = m.ticket_id join customer_order o on o.id = t.order_id
    join customer c on c.id = o.customer_id left join staff s on s.id = m.staff_id
    where m.id = ${BigInt(message)}`.execute(db);
  return rows[0];
}

type Deps = {
  db: Database['db'];
  publicUrl: string;
  operatorEmail: string;
  /** The origin of the desk; undefined without one. */
  deskOrigin?: string;
};

/** Emails about the messages of an order. Nothing is sent about a customer whose data was erased meanwhile. */
export function sendThreadEmails(
  { db, publicUrl, operatorEmail, deskOrigin }: Deps,
  mail: Mail,
): JobHandlers {
  return {
    ...answerEmail.handledBy(async ({ message }) => {
      const written = await findWritten(db, message);
      if (!written || written.is_erased) return;
      const { number, email, first_name: firstName, titles, public_name: name, text } = written;
      await mail.send(
        composeEmail({
          id: `order-answer-${number}-${message}`,
          to: email,
          subject: `We wrote to you about your order ${number}`,
          title: 'A message about your order',
          blocks: [
            greeting(firstName),
            { paragraph: `This is about order ${number}: ${titles}.` },
            { quote: text, label: name === null ? 'Our team wrote' : `${name} from our team wrote` },
            {
              button: 'Read and answer',
              url: `${publicUrl}/cabinet/history?order=${number}#messages-${number}`,
            },
          ],
        }),
      );
    }),
    ...messageCopy.handledBy(async ({ message }) => {
      const written = await findWritten(db, message);
      if (!written || written.is_erased) return;
      const { number, ticket_number: ticket, name, email, titles, text, at } = written;
      await mail.send(
        composeEmail({
          id: `order-message-${number}-${message}`,
          to: operatorEmail,
          replyTo: email,
          subject: `Message about ${number} (${ticket})`,
          title: `${number}: the customer wrote`,
          blocks: [
            {
              rows: [
                ['From', name],
                ['Email', email],
                ['Order', `${number}, ${titles}`],
                ['Sent', formatDeadline(at, businessCalendar)],
              ],
            },
            { label: 'Message', quote: text },
            ...(deskOrigin === undefined
              ? []
              : [{ button: 'Answer at the desk', url: `${deskOrigin}/desk/orders/${number}#messages` }]),
          ],
        }),
      );
    }),
  };
}
