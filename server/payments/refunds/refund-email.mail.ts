import { formatMoney } from '#contract/money.ts';
import type { Schema } from '#server/database/schema.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { greeting, payersName } from '#server/mail/greeting.ts';
import { type Block, composeEmail } from '#server/mail/compose-email.ts';
import { availableToOwner } from '#server/ledger/available-balance.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { readActorKind } from '#server/process/actor.ts';
import { type Kysely, sql } from 'kysely';

/** The reason of an express surcharge's refund. Its email also offers cancellation, as the terms of service do. */
export const lateReason = 'We were late, so we refunded your express surcharge';

type About = 'balance' | 'card' | 'aboveLimit' | 'failed';

/**
 * Money was refunded: to the balance (`balance`), to the card (`card`), to the card because the balance is at its ceiling
 * (`aboveLimit`), or to the balance because the card refund failed (`failed`).
 */
export const refundEmail = jobKind<{ refundId: string; about: About }>('mail.refund');

/**
 * `forWhat`: " for order R-…", or "" when the sentence before names the order. `nowThere`: the balance. `debt`: the same when it is
 * below zero, with a space before it, or else "".
 */
const words: Record<
  About,
  (amount: string, forWhat: string, nowThere: string, debt: string) => { title: string; text: string }
> = {
  balance: (amount, forWhat, nowThere) => ({
    title: `${amount} is back in your balance`,
    text: `We refunded ${amount}${forWhat} to your balance. ${nowThere}`,
  }),
  card: (amount, forWhat, _, debt) => ({
    title: `Your refund of ${amount} is on its way`,
    text: `We’re refunding ${amount}${forWhat} to your original payment method. It can take 5 to 10 business days to show up.${debt}`,
  }),
  aboveLimit: (amount, forWhat) => ({
    title: `Your refund of ${amount} is on its way`,
    text: `Your balance has reached its limit, so we’re refunding ${amount}${forWhat} to your original payment method. It can take 5 to 10 business days to show up.`,
  }),
  failed: (amount, forWhat, nowThere) => ({
    title: `We couldn’t refund ${amount} to your original payment method`,
    text: `We couldn’t refund ${amount}${forWhat} to your original payment method, so we added it to your balance instead. ${nowThere}`,
  }),
};

type Facts = {
  email: string;
  first_name: string;
  number: string;
  purpose: 'order' | 'deposit';
  actor: string;
  reason: string | null;
  amount: bigint;
  currency: string;
  balance_currency: string;
  available: bigint;
  /** Whether no more work is done for the refund's order. */
  is_canceled: boolean;
  /** Whether the refund's order has no delivery yet. */
  is_undelivered: boolean;
};

/** Whether customers see a refund's reason: not of their own cancellation, nor of a refund made in the provider's dashboard. */
export const isReasonShown = (actor: string): boolean => {
  const kind = readActorKind(actor);
  return kind !== 'customer' && kind !== 'provider';
};

function canceledWords({ actor, number, is_canceled }: Facts): string {
  const kind = readActorKind(actor);
  if (kind === 'customer') return `You canceled order ${number}. `;
  return kind === 'operator' && is_canceled ? `We canceled order ${number}. ` : '';
}

function buttonOf(publicUrl: string, about: About, { purpose, number }: Facts): Block {
  return (about === 'card' || about === 'aboveLimit') && purpose === 'order'
    ? { button: 'See the order', url: `${publicUrl}/cabinet/history?order=${number}` }
    : { button: 'See your balance', url: `${publicUrl}/cabinet/balance` };
}

export function sendRefundEmails(db: Kysely<Schema>, mail: Mail, publicUrl: string): JobHandlers {
  return refundEmail.handledBy(async ({ refundId, about }) => {
    const { rows } = await sql<Facts>`
      select c.email, ${payersName} as first_name, l.number, l.purpose, coalesce(r.actor, r.origin) as actor, r.reason, r.amount, coalesce(a.captured_currency, l.currency) as currency, l.currency as balance_currency, ${availableToOwner} as available,
        l.purpose = 'order' and not exists (
          select from customer_order o join order_line w on w.order_id = o.id
          where o.payment_link_id = l.id and w.work_status <> 'cancelled'
        ) as is_canceled,
        l.purpose = 'order' and not exists (
          select from customer_order o join delivery d on d.order_id = o.id where o.payment_link_id = l.id
        ) as is_undelivered
      from refund r join payment_link l on l.id = r.payment_link_id join customer c on c.id = l.customer_id
        left join payment_attempt a on a.id = r.payment_attempt_id
      where r.id = ${refundId}::uuid`.execute(db);
    const refund = rows[0];
    if (!refund) throw new Error(`There is no refund ${refundId}`);
    const { amount, available, currency, balance_currency, purpose, number } = refund;
    const nowThere = `Your balance is now ${formatMoney(available, balance_currency)}${available < 0n ? '. Add funds to bring it back to zero; then you can order again' : ''}.`;
    const canceled = canceledWords(refund);
    const forWhat = canceled === '' ? ` for ${purpose} ${number}` : '';
    const { title, text } = words[about](
      formatMoney(amount, currency),
      forWhat,
      nowThere,
      available < 0n ? ` ${nowThere}` : '',
    );
    await mail.send(
      composeEmail({
        id: `refund-${about}-${refundId}`,
        about: number,
        to: refund.email,
        subject: `${title} (${purpose} ${number})`,
        title,
        blocks: [
          greeting(refund.first_name),
          { paragraph: canceled + text },
          ...(refund.reason && isReasonShown(refund.actor)
            ? [{ paragraph: `Reason: ${refund.reason}` }]
            : []),
          ...(refund.reason === lateReason && refund.is_undelivered
            ? [
                {
                  paragraph:
                    'If our first delivery is more than 5 business days late, you can cancel the order for a full refund.',
                },
              ]
            : []),
          buttonOf(publicUrl, about, refund),
        ],
      }),
    );
  });
}
