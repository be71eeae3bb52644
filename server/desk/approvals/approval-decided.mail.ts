import type { ApprovalStatus } from '#contract/desk/approvals.ts';
import { formatMoney } from '#contract/money.ts';
import type { Database } from '#server/database/open-database.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { sql } from 'kysely';

/** Emails the person who requested an approval that somebody else decided it or that it expired. */
export const approvalDecided = jobKind<{ approval: string }>('mail.approval-decided');

type Facts = {
  name: string;
  email: string;
  decider: string | null;
  amount: bigint;
  currency: string;
  subject: string;
  what: string;
  status: ApprovalStatus;
  decision: string;
};

/** The outcome in words: `short` follows the amount in the subject; `sentence` is the email's text. */
function outcomeOf({ status, decider, decision }: Facts): { short: string; sentence: string } {
  const by = decider ?? 'A colleague';
  switch (status) {
    case 'done':
      return { short: 'was approved', sentence: `${by} approved your request, and it was carried out.` };
    case 'declined':
      return { short: 'was declined', sentence: `${by} declined your request. Nothing has changed.` };
    case 'failed':
      return {
        short: 'couldn’t be carried out',
        sentence: `${by} approved your request, but it couldn’t be carried out: ${decision}`,
      };
    default:
      return {
        short: 'wasn’t approved in time',
        sentence:
          'Nobody decided on your request within 7 days, so it has expired. Nothing has changed. If it’s still needed, request it again.',
      };
  }
}

/** The job handler of `approvalDecided`. The requester gets an email because a customer may wait for their answer. */
export const sendApprovalDecided = (
  { db, deskUrl }: { db: Database['db']; deskUrl: string },
  mail: Mail,
): JobHandlers =>
  approvalDecided.handledBy(async ({ approval }) => {
    const { rows } = await sql<Facts>`
      select s.name, s.email, d.name as decider, a.amount, a.currency, a.subject, coalesce(a.request ->> 'direction', a.kind) as what,
        a.status, a.decision
      from approval a join staff s on s.id = a.asked_by left join staff d on d.id = a.decided_by
      where a.id = ${approval}::bigint and s.locked_at is null and s.left_at is null`.execute(db);
    const [facts] = rows;
    if (!facts) return;
    const { name, email, amount, currency, subject, what, status, decision } = facts;
    const { short, sentence } = outcomeOf(facts);
    const money = formatMoney(amount, currency);
    await mail.send(
      composeEmail({
        id: `approval-decided-${approval}`,
        to: email,
        subject: `Your request for a ${what} of ${money} ${short}`,
        title: `The ${what} of ${money} ${short}`,
        blocks: [
          { paragraph: `Hello ${name},` },
          { paragraph: sentence },
          ...(status === 'declined' ? [{ label: 'Note', quote: decision }] : []),
          {
            rows: [
              ['Amount', money],
              ['For', subject],
            ],
          },
          { button: 'See the request', url: `${deskUrl}/approvals/${approval}` },
        ],
      }),
    );
  });
