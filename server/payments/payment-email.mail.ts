import { formatMoney } from '#contract/money.ts';
import { canonicalEmail } from '#server/database/email-address.ts';
import type { Schema } from '#server/database/schema.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { confirmedName, greeting, payersName } from '#server/mail/greeting.ts';
import { type Block, composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { Kysely } from 'kysely';
import { paymentUrl } from './payment-url.ts';

/** Why money stayed on the balance: too little, too much, or the link was already paid, expired or cancelled. */
export type CreditedBecause = 'short' | 'over' | 'paid' | 'expired' | 'cancelled';
type About = 'processing' | 'failed' | CreditedBecause;

/** The email about a payment that didn't simply pay its link. `difference`: the missing or excess amount in minor units. */
export const paymentEmail = jobKind<{ attemptId: string; about: About; difference: number }>('mail.payment');

type Facts = {
  /** What the payment is for, such as “order R-7K3M-Q2XA”. */
  what: string;
  amount: string;
  difference: string;
  url: string;
  balanceUrl: string;
  open: boolean;
  /** Whether the link expired or was canceled without a full payment. */
  hasEndedUnpaid: boolean;
};

function content(
  about: About,
  { what, amount, difference, url, balanceUrl, open, hasEndedUnpaid }: Facts,
): { subject: string; title: string; blocks: Block[] } {
  switch (about) {
    case 'processing':
      return {
        subject: `Your payment for ${what} is being processed`,
        title: 'Your payment is being processed',
        blocks: [
          {
            paragraph: `Your bank is still processing the payment of ${amount} for ${what}. This can take a few days. You don’t need to do anything; we’ll email you when it goes through or fails.`,
          },
          { button: 'See the payment', url },
        ],
      };
    case 'failed':
      return {
        subject: `Your payment for ${what} didn’t go through`,
        title: 'Your payment didn’t go through',
        blocks: [
          {
            paragraph: `Your bank didn’t complete the payment of ${amount} for ${what}. You weren’t charged.`,
          },
          ...(open ? [{ button: 'Pay again', url }] : []),
        ],
      };
    case 'short':
      if (!open)
        return {
          subject: `Your payment of ${amount} arrived`,
          title: `${amount} arrived`,
          blocks: [
            {
              paragraph: `We received ${amount} for ${what}, ${difference} less than was due. We added the money to your balance. ${hasEndedUnpaid ? canUse : 'The order has since been paid.'}`,
            },
            { button: 'See your balance', url: balanceUrl },
          ],
        };
      return {
        subject: `We added your payment of ${amount} to your balance`,
        title: `${difference} is still due`,
        blocks: [
          {
            paragraph: `We received ${amount} for ${what}, but ${difference} is still due. What you paid is in your balance and counts toward this order when you pay the rest. If you don’t want the order, contact us for a refund to your original payment method.`,
          },
          { button: `Pay ${difference}`, url },
        ],
      };
    case 'over':
      return {
        subject: `We added ${difference} of your payment to your balance`,
        title: `We added ${difference} to your balance`,
        blocks: [
          {
            paragraph: `We received ${amount} for ${what}, which was ${difference} too much. Your order is paid, and we added the extra to your balance. ${canUse}`,
          },
          { button: 'See your balance', url: balanceUrl },
        ],
      };
    case 'paid':
    case 'expired':
    case 'cancelled':
      return {
        subject: `We added your payment of ${amount} to your balance`,
        title: 'We added your payment to your balance',
        blocks: [
          {
            paragraph: `We received ${amount} for ${what}, but ${lateLabels[about]}. We added the money to your balance. ${canUse}`,
          },
          { button: 'See your balance', url: balanceUrl },
        ],
      };
  }
}

/** What a customer can do with money on the balance, as in the terms of service. */
const canUse = 'You can use it right away, or contact us for a refund to your original payment method.';

const lateLabels = {
  paid: 'it was already paid',
  expired: 'its payment link had expired by then',
  cancelled: 'it had been canceled by then',
};

type Deps = {
  db: Kysely<Schema>;
  mail: Mail;
  publicUrl: string;
  limits: Pick<RateLimits, 'emailsToUnconfirmed'>;
};

export function sendPaymentEmail({ db, mail, publicUrl, limits }: Deps): JobHandlers {
  return paymentEmail.handledBy(async ({ attemptId, about, difference }) => {
    const attempt = await db
      .selectFrom('payment_attempt as a')
      .innerJoin('payment_link as l', 'l.id', 'a.payment_link_id')
      .innerJoin('customer as c', 'c.id', 'l.customer_id')
      .select([
        'a.amount',
        'a.captured_amount',
        'a.currency',
        'l.number',
        'l.purpose',
        'l.token',
        'l.status',
        'a.status as attempt_status',
        'c.email',
        'c.email_confirmed_at',
        confirmedName.as('first_name'),
        payersName.as('payers_name'),
      ])
      .where('a.id', '=', attemptId)
      .executeTakeFirstOrThrow();
    // skips an outdated email: the attempt's later status has its own
    if (about === 'processing' && attempt.attempt_status !== 'processing') return;
    // limits emails that cost the sender no payment, so that nobody can fill another person's inbox with them
    const isFree = about === 'processing' || about === 'failed';
    if (
      isFree &&
      attempt.email_confirmed_at === null &&
      !(await limits.emailsToUnconfirmed.allows(canonicalEmail(attempt.email)))
    )
      return;
    const { subject, title, blocks } = content(about, {
      what: `${attempt.purpose} ${attempt.number}`,
      amount: formatMoney(attempt.captured_amount ?? attempt.amount, attempt.currency),
      difference: formatMoney(difference, attempt.currency),
      url: paymentUrl(publicUrl, attempt.token),
      balanceUrl: `${publicUrl}/cabinet/balance`,
      open: attempt.status === 'awaitingPayment',
      hasEndedUnpaid: attempt.status === 'expired' || attempt.status === 'cancelled',
    });
    await mail.send(
      composeEmail({
        id: `payment-${about}-${attemptId}`,
        about: attempt.number,
        to: attempt.email,
        subject,
        title,
        blocks: [greeting(isFree ? attempt.first_name : attempt.payers_name), ...blocks],
      }),
    );
  });
}
