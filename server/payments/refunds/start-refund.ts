import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { currency as shopCurrency, least } from '#contract/money.ts';
import type { Schema } from '#server/database/schema.ts';
import { enqueue } from '#server/jobs/job.ts';
import type { Posting, Transfer } from '#server/ledger/post.ts';
import { posting } from '#server/ledger/postings.ts';
import { readActorKind, writeActor } from '#server/process/actor.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Refund, type RefundedLink, refundToBalance } from './refund-to-balance.ts';
import type { Card, LockedPayment } from '#server/payments/lock-payment.ts';
import { type OrderPrice, takeFromPrice } from '#server/payments/order-price.ts';
import { refundEmail } from './refund-email.mail.ts';
import { submitRefund } from './submit-refund.ts';

export type RefundEffects = { postings: Posting[]; writes: RawBuilder<unknown>[] };

/** Payments whose provider accepts a refund now. */
export const refundablePayments = (cards: readonly Card[]): Card[] =>
  cards.filter(({ isDisputed }) => !isDisputed);

/** The writes that start a card refund, with money from the order's price or the balance. A job submits it to the provider. */
export function refundToCard(
  link: Omit<RefundedLink, 'price'>,
  card: { id: string; from: OrderPrice | 'cash' },
  { id, amount, by, reason, approvalId }: Refund,
  now: Date,
  about: 'card' | 'aboveLimit' = 'card',
): RefundEffects {
  const refundId = id ?? crypto.randomUUID();
  const fromOrder = card.from === 'cash' ? 0n : amount;
  const transfers: Transfer[] =
    card.from === 'cash'
      ? [{ from: 'cash', to: 'refunds_pending', amount }]
      : takeFromPrice(card.from, amount, 'refunds_pending').transfers;
  return {
    postings: posting('refund_start', refundId, link, { by, at: now }, transfers),
    writes: [
      sql`insert into refund (id, payment_link_id, payment_attempt_id, amount, from_order, origin, actor, status, reason, created_at, approval_id)
        values (${refundId}::uuid, ${link.linkId}, ${card.id}::uuid, ${amount}, ${fromOrder}, ${readActorKind(by.kind)}, ${writeActor(by)}, 'requested',
          ${reason}, ${now}, ${approvalId ?? null})`,
      enqueue([submitRefund.at(now, { refundId }), refundEmail.at(now, { refundId, about })]),
    ],
  };
}

/** The amount, in minor units, that can be credited before the balance reaches the shop's ceiling. */
async function roomOnBalance(
  tx: Kysely<Schema>,
  link: RefundedLink,
  { ceilingCents }: Catalogue['balance'],
): Promise<bigint> {
  const { customerId, currency, livemode } = link;
  const { rows } = await sql<{ room: bigint }>`
    select (${ceilingCents} - coalesce(sum(b.amount), 0))::bigint as room
    from ledger_account a join ledger_balance b on b.account_id = a.id
    where a.customer_id = ${customerId} and a.currency = ${currency} and a.livemode = ${livemode}`.execute(
    tx,
  );
  const { room } = rows[0]!;
  return room > 0n ? room : 0n;
}

// The ceiling is in the shop's currency, so balances in other currencies have none.
const roomFor = async (
  tx: Kysely<Schema>,
  link: RefundedLink,
  rules: Catalogue['balance'],
  amount: bigint,
): Promise<bigint> => (link.currency === shopCurrency ? roomOnBalance(tx, link, rules) : amount);

/** `original`: to the original payment methods, cards first. `balance`: to the balance, up to its ceiling. */
export type RefundTo = 'original' | 'balance';

/**
 * Refunds a part of a paid order. `original`: to the cards first, the rest to the balance. `balance`: to the balance up to its
 * ceiling, the rest to the cards; what exceeds the card payments goes to the balance all the same. The caller has locked the
 * payments, the link and the balances, has checked that the price has as much left, and updates the link's refunded amount.
 * @returns the writes; `toCards`: the amount for cards in minor units
 */
export async function giveBack(
  tx: Kysely<Schema>,
  payment: LockedPayment,
  refund: Refund,
  { balance }: Catalogue,
  now: Date,
  to: RefundTo = 'balance',
): Promise<RefundEffects & { toCards: bigint }> {
  const { price, cards } = payment;
  const priceAfter = (taken: bigint) => ({ ...price, left: price.left - taken });
  const room = to === 'original' ? 0n : await roomFor(tx, payment, balance, refund.amount);
  const effects: RefundEffects[] = [];
  let toCards = 0n;
  if (refund.amount > room)
    for (const card of refundablePayments(cards)) {
      const amount = least(refund.amount - room - toCards, card.room);
      if (amount > 0n)
        effects.push(
          refundToCard(
            payment,
            { id: card.id, from: priceAfter(toCards) },
            { ...refund, id: undefined, amount },
            now,
            to === 'original' ? 'card' : 'aboveLimit',
          ),
        );
      toCards += amount;
    }
  const toBalance = refund.amount - toCards;
  if (toBalance > 0n)
    effects.push(
      refundToBalance({ ...payment, price: priceAfter(toCards) }, { ...refund, amount: toBalance }, now),
    );
  return {
    postings: effects.flatMap(({ postings }) => postings),
    writes: effects.flatMap(({ writes }) => writes),
    toCards,
  };
}
