import type { Catalogue } from '#contract/catalogue.ts';
import { createHash } from 'node:crypto';
import { currency, formatMoney, least } from '#contract/money.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { spendable } from '#server/ledger/available-balance.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import type { Actor } from '#server/process/actor.ts';
import { type Kysely, sql } from 'kysely';
import { type Card, type LockedPayment, lockPayment } from '#server/payments/lock-payment.ts';
import { giveBack, openCards, type RefundEffects, refundToCard } from './give-back.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { countRefunded, refundToBalance } from './refund-to-balance.ts';

/**
 * `balance`: from an order's price to the balance, and the part above its ceiling to the card. `card`: from an order's price, the card
 * part to the card and the rest to the balance. `unspent`: money a payment left on the balance (a deposit, a late payment or an
 * overpayment), to its card.
 */
export const refundWays = ['balance', 'card', 'unspent'] as const;
export type RefundWay = (typeof refundWays)[number];

/** `amount` in minor units of the shop's currency; `reason` is shown to the customer. */
export type Refunding = {
  number: string;
  amount: bigint;
  way: RefundWay;
  reason: string;
  by: Actor;
};

type Locked = LockedPayment & {
  /** Part of the price that is not refunded or charged back. */
  left: bigint;
};

const refuse = (detail: string) => new ProblemReply(409, detail);

async function lock(tx: Kysely<Schema>, number: string): Promise<Locked> {
  const payment = await lockPayment(tx, { number });
  if (!payment) throw refuse(`There is no order or deposit ${number}.`);
  const { purpose, status, chargedBackAt, amount, refunded, disputed } = payment;
  const hasPrice = purpose === 'order' && status === 'paid' && chargedBackAt === null;
  return { ...payment, left: hasPrice ? amount - refunded - disputed : 0n };
}

const roomOf = (cards: readonly Card[]) => cards.reduce((sum, { room }) => sum + room, 0n);

/** Money that a payment left on the balance and that is still there. */
function unspentOf({ captured, left, cards, cash, debt }: Locked): bigint {
  const inOrder = least(captured, left);
  const outside = roomOf(cards) - inOrder;
  return outside > 0n ? least(outside, spendable({ cash, debt })) : 0n;
}

/** The refund ids of one command: the same command on the same day (UTC) makes the same ids. */
function refundIds({ number, amount, way, reason }: Refunding, now: Date): (part: number) => string {
  const said = JSON.stringify([number, String(amount), way, reason, now.toISOString().slice(0, 10)]);
  return (part) => {
    const hash = createHash('sha256').update(`${said}:${part}`).digest('hex');
    return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  };
}

// Refunds the newest payment first; the part that no card accepts goes to the balance, if allowed.
async function plan(
  tx: Kysely<Schema>,
  refunding: Refunding,
  { locked, idOf, catalogue }: { locked: Locked; idOf: (part: number) => string; catalogue: Catalogue },
  now: Date,
): Promise<RefundEffects[]> {
  const { number, amount, way, reason, by } = refunding;
  const { cards, priceIn } = locked;
  if (locked.currency !== currency)
    throw refuse(
      `${number} is in ${locked.currency.toUpperCase()}, not in the shop’s currency. Refund it on the provider’s site.`,
    );
  const money = (value: bigint) => formatMoney(value, currency);
  const isFromOrder = way !== 'unspent';
  const most = isFromOrder ? locked.left : unspentOf(locked);
  if (amount > most)
    throw refuse(
      isFromOrder
        ? `You can refund up to ${money(most)} for ${number}.`
        : `You can refund up to ${money(most)} of unspent payments for ${number}.`,
    );
  const refund = (part: number, value: bigint) => ({ id: idOf(part), amount: value, by, reason });
  const counted = isFromOrder ? [{ postings: [], writes: [countRefunded(locked.linkId, amount)] }] : [];
  if (way === 'balance') return [await giveBack(tx, locked, refund(0, amount), catalogue, now), ...counted];
  const open = openCards(cards);
  if (amount > roomOf(open) && roomOf(cards) > roomOf(open))
    throw refuse(
      `A payment for ${number} is disputed. Until the banks decide, you can refund up to ${money(roomOf(open))} to a card.`,
    );
  const effects: RefundEffects[] = [];
  let rest = amount;
  for (const { id, room } of open) {
    const part = least(rest, room);
    const card = { id, from: isFromOrder ? priceIn : ('cash' as const) };
    if (part > 0n) effects.push(refundToCard(locked, card, refund(effects.length, part), now));
    rest -= part;
  }
  if (rest > 0n) effects.push(refundToBalance(locked, refund(effects.length, rest), now));
  return [...effects, ...counted];
}

/**
 * Refunds money at the operator's command. Money for a card leaves the balance or the order at once, and a
 * job submits the refund to the provider. Answers false when the same command already ran on the same day.
 * @throws ProblemReply 409 that names the refundable amount.
 */
export async function refundPayment(
  { db, clock, jobs, catalogue }: PaymentDeps,
  refunding: Refunding,
): Promise<boolean> {
  const now = clock();
  const idOf = refundIds(refunding, now);
  const isBooked = await inTransaction(db, async (tx) => {
    const locked = await lock(tx, refunding.number);
    const { rows: known } = await sql`select 1 from refund where id = ${idOf(0)}::uuid`.execute(tx);
    if (known.length > 0) return false;
    const effects = await plan(tx, refunding, { locked, idOf, catalogue: catalogue() }, now);
    await writeInOneStatement(
      tx,
      [
        ...effects.flatMap(({ writes }) => writes),
        ...auditEntry(refunding.by, now, {
          action: 'refund',
          subject: `${locked.purpose} ${refunding.number}`,
          detail: { amount: String(refunding.amount), currency, way: refunding.way, refund: idOf(0) },
        }),
      ],
      ledgerPost(effects.flatMap(({ postings }) => postings)),
    );
    return true;
  });
  jobs.wake();
  return isBooked;
}
