import { currency, formatMoney } from '#contract/money.ts';
import type { Database } from '#server/database/open-database.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { greeting, payersName } from '#server/mail/greeting.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { sql } from 'kysely';

/** Emails the customer that the operator credited or debited the balance. `amount` in minor units. */
export const adjustmentEmail = jobKind<{
  source: string;
  customerId: string;
  direction: 'credit' | 'debit';
  amount: number;
}>('mail.adjustment');

type Facts = { email: string; first_name: string | null; reason: string };

export function sendAdjustmentEmails(db: Database['db'], mail: Mail, publicUrl: string): JobHandlers {
  return adjustmentEmail.handledBy(async ({ source, customerId, direction, amount }) => {
    const { rows } = await sql<Facts>`
      select c.email, ${payersName} as first_name, x.memo as reason from customer c, ledger_tx x
      where c.id = ${customerId}::bigint and x.kind = 'adjustment' and x.source_type = 'adjustment' and x.source_id = ${source}`.execute(
      db,
    );
    const { email, first_name: firstName, reason } = rows[0]!;
    const money = formatMoney(amount, currency);
    const title =
      direction === 'credit'
        ? `${money} was added to your balance`
        : `${money} was deducted from your balance`;
    await mail.send(
      composeEmail({
        id: `adjustment-${source}`,
        to: email,
        subject: title,
        title,
        blocks: [
          greeting(firstName),
          {
            paragraph: `We ${direction === 'credit' ? `added ${money} to` : `deducted ${money} from`} your balance.`,
          },
          { label: 'Reason', quote: reason },
          { button: 'See your balance', url: `${publicUrl}/cabinet/balance` },
        ],
      }),
    );
  });
}
