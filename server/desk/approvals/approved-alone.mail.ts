import { formatMoney } from '#contract/money.ts';
import type { Database } from '#server/database/open-database.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { sql } from 'kysely';

/** Emails that a person approved their own request, because nobody else may approve. */
export const approvedAlone = jobKind<{ approval: string }>('mail.approved-alone');

type Facts = { name: string; amount: bigint; currency: string; subject: string; what: string };

/** The job handler of `approvedAlone`. The operator gets the email, so that somebody outside the team knows of the approval. */
export const sendApprovedAlone = (
  { db, deskUrl }: { db: Database['db']; deskUrl: string },
  mail: Mail,
  operatorEmail: string,
): JobHandlers =>
  approvedAlone.handledBy(async ({ approval }) => {
    const { rows } = await sql<Facts>`
      select s.name, a.amount, a.currency, a.subject, coalesce(a.request ->> 'direction', a.kind) as what
      from approval a join staff s on s.id = a.asked_by where a.id = ${approval}::bigint`.execute(db);
    const { name, amount, currency, subject, what } = rows[0]!;
    const money = formatMoney(amount, currency);
    const title = `A ${what} of ${money} was approved by the person who requested it`;
    await mail.send(
      composeEmail({
        id: `approved-alone-${approval}`,
        to: operatorEmail,
        subject: title,
        title,
        blocks: [
          {
            paragraph: `${name} requested this ${what} and approved it themselves. The amount is above their limit, and nobody else on the team can approve refunds, credits or debits. Check the request. Then give another person a role with permission to approve.`,
          },
          {
            rows: [
              ['Amount', money],
              ['For', subject],
              ['Person', name],
            ],
          },
          { button: 'See the request', url: `${deskUrl}/approvals/${approval}` },
        ],
      }),
    );
  });
