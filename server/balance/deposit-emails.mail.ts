import { formatMoney } from '#contract/money.ts';
import type { Database } from '#server/database/open-database.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { greeting, payersName } from '#server/mail/greeting.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { sql } from 'kysely';
import { drawForEmail } from '#server/pdf/draw-for-email.ts';
import { findBalance } from './find-balance.ts';
import { showDepositReceipt } from './show-deposit-receipt.ts';

/** Emails the customer that a deposit was credited. */
export const depositCredited = jobKind<{ number: string }>('mail.deposit-credited');

type Credited = {
  customer_id: bigint;
  email: string;
  first_name: string;
  captured: bigint;
  currency: string;
  livemode: boolean;
};

export function sendDepositEmails(db: Database['db'], mail: Mail, publicUrl: string): JobHandlers {
  return depositCredited.handledBy(async ({ number }) => {
    const { rows } = await sql<Credited>`
      select l.customer_id, c.email, ${payersName} as first_name, l.captured, l.currency, l.livemode
      from payment_link l join customer c on c.id = l.customer_id where l.number = ${number}`.execute(db);
    const deposit = rows[0];
    if (!deposit) throw new Error(`There is no deposit ${number}`);
    const { available } = await findBalance(db, deposit.customer_id, deposit.livemode);
    const amount = formatMoney(deposit.captured, deposit.currency);
    await mail.send(
      composeEmail({
        id: `deposit-credited-${number}`,
        about: number,
        to: deposit.email,
        file: () => drawForEmail(() => showDepositReceipt({ db }, deposit.customer_id, number)),
        subject: `We added ${amount} to your balance`,
        title: `We added ${amount} to your balance`,
        blocks: [
          greeting(deposit.first_name),
          { paragraph: 'Thanks. Your deposit has arrived, and you can use it right away.' },
          {
            rows: [
              ['Deposit', number],
              ['Amount', amount],
              ['New balance', formatMoney(available, deposit.currency)],
            ],
          },
          { button: 'See your balance', url: `${publicUrl}/cabinet/balance` },
        ],
      }),
    );
  });
}
