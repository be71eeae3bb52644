import { formatMoney } from '#contract/money.ts';
import type { Schema } from '#server/database/schema.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { confirmedName, greeting } from '#server/mail/greeting.ts';
import { composeLetter } from '#server/mail/letter.ts';
import { availableToOwner } from '#server/ledger/available-balance.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { type Kysely, sql } from 'kysely';

type About = 'balance' | 'card' | 'failed';

/** Money was given back: to the balance, on its way to the card, or to the balance because the card did not take it. */
export const refundLetter = jobKind<{ refundId: string; about: About }>('mail.refund');

const words: Record<
  About,
  (amount: string, number: string, nowThere: string) => { title: string; subject: string; text: string }
> = {
  balance: (amount, number, nowThere) => ({
    subject: `${amount} of ${number} is back on your balance`,
    title: `${amount} is back on your balance`,
    text: `We refunded ${amount} of ${number} to your balance. ${nowThere}`,
  }),
  card: (amount, number) => ({
    subject: `${amount} of ${number} is on its way to your card`,
    title: `${amount} is on its way to your card`,
    text: `We refunded ${amount} of ${number} to the card you paid with. It can take your bank 5 to 10 days to show it.`,
  }),
  failed: (amount, number, nowThere) => ({
    subject: `${amount} of ${number} is on your balance instead of your card`,
    title: `We couldn’t refund ${amount} to your card`,
    text: `We couldn’t refund ${amount} of ${number} to the card you paid with, so it’s on your balance instead. ${nowThere}`,
  }),
};

type Facts = {
  email: string;
  first_name: string | null;
  number: string;
  amount: bigint;
  currency: string;
  balance_currency: string;
  available: bigint;
};

function endingOf(available: bigint): string {
  if (available === 0n) return '';
  return available < 0n ? '; what you add covers that first' : ', and yours to use';
}

export function sendRefundLetters(db: Kysely<Schema>, mail: Mail, publicUrl: string): JobHandlers {
  return refundLetter.handledBy(async ({ refundId, about }) => {
    const { rows } = await sql<Facts>`
      select c.email, ${confirmedName} as first_name, l.number, r.amount, coalesce(a.captured_currency, l.currency) as currency, l.currency as balance_currency, ${availableToOwner} as available
      from refund r join payment_link l on l.id = r.payment_link_id join customer c on c.id = l.customer_id
        left join payment_attempt a on a.id = r.payment_attempt_id
      where r.id = ${refundId}::uuid`.execute(db);
    const refund = rows[0];
    if (!refund) throw new Error(`There is no refund ${refundId}`);
    const { amount, available, currency, balance_currency, number } = refund;
    const nowThere = `Your balance is ${formatMoney(available, balance_currency)} now${endingOf(available)}.`;
    const { subject, title, text } = words[about](formatMoney(amount, currency), number, nowThere);
    await mail.send(
      composeLetter({
        id: `refund-${about}-${refundId}`,
        to: refund.email,
        subject,
        title,
        blocks: [
          greeting(refund.first_name),
          { paragraph: text },
          { button: 'See your balance', url: `${publicUrl}/cabinet/balance` },
        ],
      }),
    );
  });
}
