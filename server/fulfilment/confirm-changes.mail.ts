import { formatDay } from '#contract/delivery-date.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import { greeting, payersName } from '#server/mail/greeting.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { sql } from 'kysely';
import { nameWork, workIs } from '#server/orders/name-work.ts';

/** A revision request. `at` (ISO, UTC) identifies its event. */
type Request = { number: string; position: number; at: string };
/**
 * Emails the customer a confirmation of the requested changes. It is a job of its own, so that its retry doesn't send the
 * operator's email again.
 */
export const changesEmail = jobKind<Request>('mail.changes');

type Facts = {
  email: string;
  first_name: string;
  title: string;
  client: string;
  order_type: number;
  reason: string;
  revise_by: string | null;
  revisions_left: number;
};

function roundsWords(left: number): string {
  if (left === 0) return 'This was your last revision round.';
  return `After this round, you’ll have ${left} revision ${left === 1 ? 'round' : 'rounds'} left.`;
}

/** The job handler of `changesEmail`. */
export function sendChangesEmails({ db, publicUrl, catalogue }: OrderDeps, mail: Mail): JobHandlers {
  return changesEmail.handledBy(async ({ number, position, at }) => {
    const { rows } = await sql<Facts>`
      select c.email, ${payersName} as first_name, l.title, l.order_type, coalesce(l.details -> 'brief' ->> 'brandName', '') as client, e.reason, l.revise_by::text,
        l.revision_rounds - l.revisions_used as revisions_left
      from customer_order o join customer c on c.id = o.customer_id join order_line l on l.order_id = o.id
      join order_event e on e.order_id = o.id and e.line_position = l.position and e.at = ${at}::timestamptz and e.to_status = 'revisionRequested'
      where o.number = ${number} and l.position = ${position}`.execute(db);
    const { email, first_name: firstName, title, order_type: orderType, ...facts } = rows[0]!;
    const work = nameWork(catalogue(), orderType, title, facts.client);
    const byWhen = facts.revise_by ? ` You’ll have the next version by ${formatDay(facts.revise_by)}.` : '';
    await mail.send(
      composeEmail({
        id: `changes-${number}-${position}-${Date.parse(at)}`,
        about: number,
        to: email,
        subject: `${workIs(work)} being revised (${number})`,
        title: 'We’ve got your revision request',
        blocks: [
          greeting(firstName),
          { paragraph: `You requested changes to ${work}.${byWhen} ${roundsWords(facts.revisions_left)}` },
          { quote: facts.reason, label: 'Changes you requested' },
          { button: 'See the order', url: `${publicUrl}/cabinet/history?order=${number}` },
        ],
      }),
    );
  });
}
