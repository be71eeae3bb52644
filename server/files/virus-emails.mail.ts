import type { Schema } from '#server/database/schema.ts';
import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import { confirmedName, greeting } from '#server/mail/greeting.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Emails the customer who added the file or received it. */
const customerEmail = jobKind<{ file: string }>('mail.virus-customer');
/** Emails a member of staff. `to`: their ID, or 0 for the operator. */
const teamEmail = jobKind<{ file: string; to: string }>('mail.virus-team');

type Facts = {
  name: string;
  virus: string | null;
  is_from_customer: boolean;
  kind: string | null;
  number: string | null;
  position: number | null;
  title: string | null;
  /** The customer's address; null for a draft's file, which the customer hasn't received. */
  email: string | null;
  first_name: string | null;
  customer_name: string | null;
  is_erased: boolean | null;
  uploader: string | null;
};

async function findFacts(db: Kysely<Schema>, id: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select f.name, f.virus, f.customer_id is not null as is_from_customer, a.kind, o.number, a.position, l.title,
      c.email, ${confirmedName} as first_name, rtrim(c.first_name || ' ' || c.last_name) as customer_name, c.erased_at is not null as is_erased,
      s.name as uploader
    from file f left join attachment a on a.file_id = f.id
    left join customer_order o on o.id = a.order_id
    left join order_line l on l.order_id = a.order_id and l.position = a.position
    left join staff s on s.id = f.staff_id
    left join customer c on c.id = coalesce(f.customer_id, case when a.kind in ('delivery', 'message') then o.customer_id end)
    where f.id = ${id}::uuid and f.scan = 'infected'`.execute(db);
  return rows[0];
}

/**
 * The write that enqueues emails about a virus: to the customer, the operator, the member of staff who uploaded the file, and the
 * line's assignee.
 */
export async function queueVirusEmails(
  db: Kysely<Schema>,
  id: string,
  now: Date,
): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ id: bigint }>`
    select t.id from staff t where t.locked_at is null and t.left_at is null and t.id in (
      select f.staff_id from file f where f.id = ${id}::uuid
      union all
      select l.assignee_id from attachment a join order_line l on l.order_id = a.order_id and l.position = a.position
      where a.file_id = ${id}::uuid
    )`.execute(db);
  return enqueue([
    customerEmail.at(now, { file: id }),
    ...['0', ...rows.map(({ id: staffId }) => String(staffId))].map((to) =>
      teamEmail.at(now, { file: id, to }),
    ),
  ]);
}

const placeOf = ({ number, title }: Facts, joint: 'to' | 'with') =>
  number === null ? '' : ` ${joint} order ${number}${title === null ? '' : ` (${title})`}`;

function wordsForCustomer(facts: Facts): { title: string; text: string } {
  const { name, is_from_customer: isTheirs } = facts;
  if (isTheirs)
    return {
      title: 'We deleted a file that you added',
      text: `Our virus scanner found a virus in “${name}”, which you added${placeOf(facts, 'to')}, so we deleted the file. Scan your device for viruses. If we need the file for your order, add a clean copy.`,
    };
  return {
    title: 'We deleted a file that we sent you',
    text: `Our virus scanner found a virus in “${name}”, which we sent you${placeOf(facts, 'with')}, so we deleted the file. If you downloaded it, don’t open it: delete it, and scan your device for viruses. Write to us if you need the file again.`,
  };
}

function wordsForTeam(facts: Facts): string {
  const {
    name,
    virus,
    is_from_customer: isTheirs,
    customer_name: customer,
    uploader,
    number,
    position,
  } = facts;
  const by = isTheirs ? `the customer ${customer ?? ''}` : (uploader ?? 'someone on the team');
  const where =
    number === null
      ? 'It isn’t part of an order yet.'
      : `It’s part of order ${number}${position === null ? '' : `, line ${position}`}.`;
  return `The virus scanner found “${virus ?? ''}” in “${name}”, so the shop deleted the file. It was uploaded by ${by}. ${where}`;
}

type Deps = { db: Kysely<Schema>; publicUrl: string; operatorEmail: string };

/** Sends emails about viruses. Skips customers whose data was erased, and those who never received the file. */
export function sendVirusEmails({ db, publicUrl, operatorEmail }: Deps, mail: Mail): JobHandlers {
  return {
    ...customerEmail.handledBy(async ({ file }) => {
      const facts = await findFacts(db, file);
      if (!facts || facts.email === null || facts.is_erased) return;
      const { title, text } = wordsForCustomer(facts);
      await mail.send(
        composeEmail({
          id: `virus-${file}`,
          to: facts.email,
          ...(facts.number === null ? {} : { about: facts.number }),
          subject: facts.number === null ? title : `${title} (${facts.number})`,
          title,
          blocks: [
            greeting(facts.first_name),
            { paragraph: text },
            ...(facts.number === null
              ? []
              : [{ button: 'See the order', url: `${publicUrl}/cabinet/history?order=${facts.number}` }]),
          ],
        }),
      );
    }),
    ...teamEmail.handledBy(async ({ file, to }) => {
      const facts = await findFacts(db, file);
      if (!facts) return;
      const { rows } = await sql<{ email: string }>`
        select email from staff where id = ${BigInt(to)} and locked_at is null and left_at is null`.execute(
        db,
      );
      const address = to === '0' ? operatorEmail : rows[0]?.email;
      if (address === undefined) return;
      await mail.send(
        composeEmail({
          id: `virus-team-${file}-${to}`,
          to: address,
          subject:
            facts.number === null
              ? 'Virus found in an uploaded file'
              : `Virus found in a file on order ${facts.number}`,
          title: 'Virus found',
          blocks: [
            { paragraph: wordsForTeam(facts) },
            {
              paragraph:
                'The shop never opens uploaded files, so the server is safe. Anyone who downloaded the file should delete it and scan their device for viruses.',
            },
          ],
        }),
      );
    }),
  };
}
