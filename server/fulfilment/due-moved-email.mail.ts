import { formatDay } from '#contract/delivery-date.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import { greeting, payersName } from '#server/mail/greeting.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { nameWork } from '#server/orders/name-work.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { sql } from 'kysely';

/** Emails the customer that the team moved the expected day of a line to a later one. `from`, `to`: ISO dates. */
export const dueMovedEmail = jobKind<{ number: string; position: number; from: string; to: string }>(
  'mail.due-moved',
);

type Facts = {
  title: string;
  client: string;
  order_type: number;
  email: string;
  first_name: string;
  promised_on: string;
  is_revision: boolean;
  expected_on: string | null;
  move_reason: string | null;
};

export function sendDueMovedEmails({ db, publicUrl, catalogue }: OrderDeps, mail: Mail): JobHandlers {
  return dueMovedEmail.handledBy(async ({ number, position, from, to }) => {
    const { rows } = await sql<Facts>`
      select l.title, l.order_type, coalesce(l.details -> 'brief' ->> 'brandName', '') as client, c.email, ${payersName} as first_name,
        coalesce(l.revise_by, l.due_on)::text as promised_on, l.revise_by is not null as is_revision, l.expected_on::text, l.move_reason
      from customer_order o join customer c on c.id = o.customer_id,
        lateral (select * from order_line where order_id = o.id and position = ${position} offset 0) as l
      where o.number = ${number}`.execute(db);
    const line = rows[0]!;
    // a later change has an email of its own, and delivered work needs none
    if (line.expected_on !== to || line.move_reason === null) return;
    const work = nameWork(catalogue(), line.order_type, line.title, line.client);
    await mail.send(
      composeEmail({
        id: `due-moved-${number}-${position}-${from}-${to}`,
        to: line.email,
        about: number,
        subject: `A later date for ${work}: ${formatDay(to)} (${number})`,
        title: 'We need a little longer',
        blocks: [
          greeting(line.first_name),
          {
            paragraph: `We’re sorry: you’ll have ${work} by ${formatDay(to)} instead of ${formatDay(from)}.`,
          },
          { quote: line.move_reason, label: 'The reason' },
          // a late revision has neither
          ...(line.is_revision
            ? []
            : [
                {
                  paragraph: `If we’re late, refunds and cancellations still depend on the original date, ${formatDay(line.promised_on)}.`,
                },
              ]),
          { button: 'See the order', url: `${publicUrl}/cabinet/history?order=${number}` },
        ],
      }),
    );
  });
}
