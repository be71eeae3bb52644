import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { createHash } from 'node:crypto';
import type { RefundWay } from '#contract/desk/orders.ts';
import { deskProblems } from '#contract/desk/endpoint.ts';
import { day } from '#contract/durations.ts';
import { currency, formatMoney, least } from '#contract/money.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { spendable } from '#server/ledger/available-balance.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { type Actor, writeActor } from '#server/process/actor.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Card, type LockedPayment, lockPayment } from '#server/payments/lock-payment.ts';
import { giveBack, refundablePayments, type RefundEffects, refundToCard } from './start-refund.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { isAccountOfStaff } from './is-of-staff.ts';
import { countRefunded, refundToBalance } from './refund-to-balance.ts';
import { whyNotRefundable } from './why-not-refundable.ts';
import { type CarriedOutApproval, agreementDetail, assertWithinLimit } from './approval-limit.ts';

/** A refund of an order or a deposit. Amounts in minor units of the shop's currency. */
export type RefundInput = {
  number: string;
  amount: bigint;
  way: RefundWay;
  /** Shown to the customer. */
  reason: string;
  by: Actor;
  /** A repeated request refunds once. Without an ID, the same command refunds once a day (UTC). */
  requestId?: string;
  /** The most that this way could refund when the actor decided: another amount now rejects the refund. */
  seen?: bigint;
  /** The actor's limit for this customer in 24 hours. Null: no limit; undefined: not checked. */
  limit?: number | null;
  /** The approval that the refund carries out. */
  agreement?: CarriedOutApproval;
  /** Further writes in the refund's statement. */
  writes?: (now: Date) => RawBuilder<unknown>[];
};

type Locked = LockedPayment & {
  /** Part of the price that is not refunded or charged back. */
  left: bigint;
};

/**
 * The most that each way can refund now, in minor units. `toCard`: the part of `card` that is refunded to a card. `whyNot`: why no
 * way can refund anything; null if one can.
 */
export type Refundable = Record<RefundWay, bigint> & {
  toCard: bigint;
  whyNot: string | null;
  price: bigint;
  refunded: bigint;
  customerId: bigint;
};

/** `field`: the field of the request that is wrong, if any. */
const refuse = (detail: string, field?: 'amount' | 'way') =>
  new ProblemReply(409, detail, field ? { errors: { [field]: [detail] } } : {});

async function lock(tx: Kysely<Schema>, number: string): Promise<Locked> {
  const payment = await lockPayment(tx, { number });
  if (!payment) throw refuse(`We can’t find the order or deposit ${number}.`);
  const { purpose, status, chargedBackAt, amount, refunded, disputed } = payment;
  const hasPrice = purpose === 'order' && status === 'paid' && chargedBackAt === null;
  return { ...payment, left: hasPrice ? amount - refunded - disputed : 0n };
}

const roomOf = (cards: readonly Card[]) => cards.reduce((sum, { room }) => sum + room, 0n);

/** Money of the link's payments that went to the balance, not to the price, and can still be spent. */
function unspentOf({ captured, left, cards, cash, debt }: Locked): bigint {
  const inOrder = least(captured, left);
  const outside = roomOf(cards) - inOrder;
  return outside > 0n ? least(outside, spendable({ cash, debt })) : 0n;
}

const moved = (detail: string) =>
  new ProblemReply(409, detail, { type: deskProblems.moved, errors: { amount: [detail] } });

/** The most that each way can refund. A disputed payment can't be refunded to its card. */
function refundableOf(locked: Locked): Refundable {
  const { cards, left, customerId } = locked;
  const open = roomOf(refundablePayments(cards));
  const toCards = (amount: bigint) => (roomOf(cards) > open ? least(amount, open) : amount);
  const isInCurrency = locked.currency === currency;
  const card = isInCurrency ? toCards(left) : 0n;
  const balance = isInCurrency ? left : 0n;
  const unspent = isInCurrency ? toCards(unspentOf(locked)) : 0n;
  return {
    card,
    balance,
    unspent,
    toCard: least(card, open),
    whyNot: card + balance + unspent > 0n ? null : whyNotRefundable(locked),
    price: locked.amount,
    refunded: locked.refunded,
    customerId,
  };
}

/**
 * Finds how much of an order or a deposit each way can refund now.
 * @throws ProblemReply 409 for an unknown number
 */
export const findRefundable = ({ db }: Pick<PaymentDeps, 'db'>, number: string): Promise<Refundable> =>
  // the same locks as a refund, so that both see the same state
  inTransaction(db, async (tx) => refundableOf(await lock(tx, number)));

/** The refund IDs of one request. Without a request ID, the same command on the same day (UTC) has the same IDs. */
function refundIds(
  { number, amount, way, reason, requestId }: RefundInput,
  now: Date,
): (part: number) => string {
  const said = JSON.stringify(
    requestId === undefined
      ? [number, String(amount), way, reason, now.toISOString().slice(0, 10)]
      : [number, requestId],
  );
  return (part) => {
    const hash = createHash('sha256').update(`${said}:${part}`).digest('hex');
    return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  };
}

/**
 * SQL expression: the total that the actor refunded to a customer in the last 24 hours (minor units), from the audit log.
 * `by`: undefined for everybody's refunds.
 */
export const refundedSum = (
  by: Actor | undefined,
  customerId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<bigint> => sql`(
  select coalesce(sum(made.amount), 0)::bigint from payment_link l, lateral (
    select (e.detail ->> 'amount')::bigint as amount from audit_entry e
    where e.subject = l.purpose || ' ' || l.number and e.action = 'refund' and ${by ? sql`e.actor = ${writeActor(by)}` : sql`true`}
      and e.detail ->> 'currency' = ${currency} and e.at > ${new Date(now.getTime() - day)} offset 0
  ) as made where l.customer_id = ${customerId})`;

/** Total that the actor refunded to this customer in the last 24 hours, in minor units. */
export async function refundedBy(
  db: Kysely<Schema>,
  by: Actor,
  customerId: bigint,
  now: Date,
): Promise<bigint> {
  const { rows } = await sql<{ refunded: bigint }>`
    select ${refundedSum(by, sql`${customerId}::bigint`, now)} as refunded`.execute(db);
  return rows[0]!.refunded;
}

async function assertWithinOwnLimit(
  tx: Kysely<Schema>,
  { by, amount, limit, agreement }: RefundInput,
  customerId: bigint,
  now: Date,
): Promise<void> {
  if (limit === undefined) return;
  const isOfStaff = agreement === undefined && (await isAccountOfStaff(tx, customerId));
  const most = isOfStaff ? 0 : limit;
  const used = most ? await refundedBy(tx, by, customerId, now) : 0n;
  assertWithinLimit(
    { limit: most, used, amount },
    {
      can: 'refund',
      cannot: isOfStaff ? 'refund a payment made by a team member' : 'make refunds',
      within: 'per customer in 24 hours',
      needs: 'money.refund',
    },
  );
}

/**
 * Whether the request was booked before. Reads the audit log, not the refunds: when the balance's ceiling diverts a refund to
 * cards, no refund has the request's first ID.
 * @throws ProblemReply 409 for a request ID that was booked with other values: its result would be wrong for this request
 */
async function isKnown(
  tx: Kysely<Schema>,
  { amount, way, reason, requestId }: RefundInput,
  { subject, refundId, linkId }: { subject: string; refundId: string; linkId: bigint },
): Promise<boolean> {
  const { rows } = await sql<{ is_same: boolean }>`
    select e.detail ->> 'amount' = ${String(amount)} and e.detail ->> 'way' = ${way} and exists (
      select from refund r where r.payment_link_id = ${linkId} and r.created_at = e.at and r.reason = ${reason}
    ) as is_same
    from audit_entry e where e.subject = ${subject} and e.action = 'refund' and e.detail ->> 'refund' = ${refundId}`.execute(
    tx,
  );
  if (requestId !== undefined && rows[0]?.is_same === false)
    throw refuse(
      'A refund was already made from this form with a different amount, refund method or reason. Check the existing refunds before you make another one.',
    );
  return rows.length > 0;
}

// Refunds the newest payment first. The part that exceeds the payments goes to the balance.
async function plan(
  tx: Kysely<Schema>,
  refunding: RefundInput,
  { locked, idOf, catalogue }: { locked: Locked; idOf: (part: number) => string; catalogue: Catalogue },
  now: Date,
): Promise<RefundEffects[]> {
  const { number, amount, way, reason, by, seen, agreement } = refunding;
  const { cards, price } = locked;
  if (locked.currency !== currency)
    throw refuse(
      `${number} is in ${locked.currency.toUpperCase()}, not in the shop’s currency. Refund it in the provider’s dashboard.`,
    );
  const money = (value: bigint) => formatMoney(value, currency);
  const isFromOrder = way !== 'unspent';
  const most = isFromOrder ? locked.left : unspentOf(locked);
  const possible = refundableOf(locked)[way];
  if (seen !== undefined && seen !== possible)
    throw moved(
      `The refundable amount changed from ${money(seen)} to ${money(possible)}. Check the amount, and then try again.`,
    );
  if (amount > most)
    throw refuse(
      isFromOrder
        ? `You can refund up to ${money(most)} for ${number}.`
        : `You can refund up to ${money(most)} of unspent payments for ${number}.`,
      'amount',
    );
  const approvalId = agreement?.approvalId;
  const refund = (part: number, value: bigint) => ({ id: idOf(part), amount: value, by, reason, approvalId });
  const counted = isFromOrder ? [{ postings: [], writes: [countRefunded(locked.linkId, amount)] }] : [];
  if (way === 'balance') return [await giveBack(tx, locked, refund(0, amount), catalogue, now), ...counted];
  const open = refundablePayments(cards);
  if (amount > roomOf(open) && roomOf(cards) > roomOf(open))
    throw refuse(
      `A payment for ${number} is disputed. Until the banks decide, you can refund up to ${money(roomOf(open))} to the original payment method.`,
      'amount',
    );
  const effects: RefundEffects[] = [];
  let rest = amount;
  const priceNow = () => ({ ...price, left: price.left - (amount - rest) });
  for (const { id, room } of open) {
    const part = least(rest, room);
    const card = { id, from: isFromOrder ? priceNow() : ('cash' as const) };
    if (part > 0n) effects.push(refundToCard(locked, card, refund(effects.length, part), now));
    rest -= part;
  }
  if (rest > 0n)
    effects.push(refundToBalance({ ...locked, price: priceNow() }, refund(effects.length, rest), now));
  return [...effects, ...counted];
}

/**
 * Refunds in the caller's transaction, and takes all locks. Money for a card leaves the balance or the order at once; a job
 * submits the refund to the provider, so the caller must wake the jobs after the commit.
 * @returns false when the same request, or the same command on the same day, was booked before
 * @throws ProblemReply 409 that names the refundable amount; AboveLimit for a possible refund above the actor's limit
 */
export async function bookRefund(
  tx: Kysely<Schema>,
  { catalogue }: Pick<PaymentDeps, 'catalogue'>,
  refunding: RefundInput,
  now: Date,
): Promise<boolean> {
  const idOf = refundIds(refunding, now);
  const locked = await lock(tx, refunding.number);
  const subject = `${locked.purpose} ${refunding.number}`;
  const refundId = idOf(0);
  if (await isKnown(tx, refunding, { subject, refundId, linkId: locked.linkId })) return false;
  const effects = await plan(tx, refunding, { locked, idOf, catalogue: catalogue() }, now);
  // checked after the locks, so that simultaneous requests can't exceed the limit together
  await assertWithinOwnLimit(tx, refunding, locked.customerId, now);
  const { amount, way, agreement } = refunding;
  await writeInOneStatement(
    tx,
    [
      ...effects.flatMap(({ writes }) => writes),
      ...auditEntry(refunding.by, now, {
        action: 'refund',
        subject,
        detail: { amount: String(amount), currency, way, refund: refundId, ...agreementDetail(agreement) },
      }),
      ...(refunding.writes?.(now) ?? []),
    ],
    ledgerPost(effects.flatMap(({ postings }) => postings)),
  );
  return true;
}

/**
 * Refunds in a transaction of its own.
 * @returns false when the same request, or the same command on the same day, was booked before
 * @throws ProblemReply 409 that names the refundable amount
 */
export async function refundPayment(deps: PaymentDeps, refunding: RefundInput): Promise<boolean> {
  const isBooked = await inTransaction(deps.db, (tx) => bookRefund(tx, deps, refunding, deps.clock()));
  deps.jobs.wake();
  return isBooked;
}
