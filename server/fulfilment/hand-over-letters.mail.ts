import { formatDay } from '#contract/delivery-date.ts';
import type { Database } from '#server/database/open-database.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { confirmedName, greeting } from '#server/mail/greeting.ts';
import { composeLetter } from '#server/mail/letter.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { sql } from 'kysely';

/** Work that the shop could not make itself is a person's now. */
export const handedOver = jobKind<{ number: string; position: number; to: 'customer' | 'operator' }>(
  'mail.handed-over',
);

type Facts = { title: string; email: string; first_name: string | null; due_on: string };

export function sendHandOverLetters(
  db: Database['db'],
  mail: Mail,
  publicUrl: string,
  operatorEmail: string,
): JobHandlers {
  return handedOver.handledBy(async ({ number, position, to }) => {
    const { rows } = await sql<Facts>`select l.title, c.email, ${confirmedName} as first_name, l.due_on::text
      from customer_order o join customer c on c.id = o.customer_id join order_line l on l.order_id = o.id
      where o.number = ${number} and l.position = ${position}`.execute(db);
    const { title, email, first_name: firstName, due_on: due } = rows[0]!;
    const by = formatDay(due);
    await mail.send(
      composeLetter({
        id: `handed-over-${number}-${position}-${to}`,
        ...(to === 'operator'
          ? {
              to: operatorEmail,
              subject: `Do by hand: ${number}, ${title}`,
              title: `${number}: the program could not do ${title}`,
              blocks: [
                {
                  paragraph: `It failed twice; the log says why. Deliver line ${position} by ${by}. The customer was told.`,
                },
              ],
            }
          : {
              to: email,
              subject: `${title} takes a little longer (${number})`,
              title: 'A person is on it',
              blocks: [
                greeting(firstName),
                {
                  paragraph: `Our program could not finish ${title}, so one of us does it. You will have it by ${by}. There is nothing to do.`,
                },
                { button: 'See the order', url: `${publicUrl}/cabinet/history?order=${number}` },
              ],
            }),
      }),
    );
  });
}
