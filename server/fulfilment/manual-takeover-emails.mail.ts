import { formatDay } from '#contract/delivery-date.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { greeting, payersName } from '#server/mail/greeting.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { sql } from 'kysely';
import { nameWork, workAgain } from '#server/orders/name-work.ts';

/** Emails that automatic work failed and a person takes it over. */
export const takenOver = jobKind<{ number: string; position: number; to: 'customer' | 'operator' }>(
  'mail.handed-over',
);

type Facts = {
  title: string;
  client: string;
  order_type: number;
  email: string;
  first_name: string;
  due_on: string;
  /** Whether any part of the order was delivered, so that the customer can’t cancel the order. */
  is_delivered: boolean;
};

export function sendTakeoverEmails(
  { db, publicUrl, catalogue }: OrderDeps,
  mail: Mail,
  operatorEmail: string,
): JobHandlers {
  return takenOver.handledBy(async ({ number, position, to }) => {
    const { rows } =
      await sql<Facts>`select l.title, l.order_type, coalesce(l.details -> 'brief' ->> 'brandName', '') as client, c.email, ${payersName} as first_name, l.due_on::text,
        exists (select from delivery d where d.order_id = o.id) as is_delivered
      from customer_order o join customer c on c.id = o.customer_id join order_line l on l.order_id = o.id
      where o.number = ${number} and l.position = ${position}`.execute(db);
    const { title, client, order_type: orderType, email, first_name: firstName, due_on: due } = rows[0]!;
    const ifLate = rows[0]!.is_delivered
      ? 'If we’re late, contact us, and we’ll refund this part.'
      : 'If our first delivery is more than 5 business days late, you can cancel the order for a full refund.';
    const by = formatDay(due);
    const work = nameWork(catalogue(), orderType, title, client);
    await mail.send(
      composeEmail({
        id: `handed-over-${number}-${position}-${to}`,
        ...(to === 'operator'
          ? {
              to: operatorEmail,
              subject: `Deliver manually: ${number}, ${title}`,
              title: `${number}: automatic delivery of ${title} failed`,
              blocks: [
                {
                  paragraph: `Automatic delivery failed twice. The reason is in the log. Deliver line ${position} by ${by}. We’ve emailed the customer.`,
                },
              ],
            }
          : {
              to: email,
              about: number,
              subject: `We need a little longer for ${work} (${number})`,
              title: 'Our team is taking over',
              blocks: [
                greeting(firstName),
                {
                  paragraph: `We couldn’t finish ${work} automatically, so our team is taking over. You’ll have ${workAgain(work)} by ${by}. You don’t need to do anything. ${ifLate}`,
                },
                { button: 'See the order', url: `${publicUrl}/cabinet/history?order=${number}` },
              ],
            }),
      }),
    );
  });
}
