import type { PaymentAttempt, PaymentLink, Schema } from '#server/database/schema.ts';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { isLiveIn } from './reduce-snapshot.ts';
import { type OrderPrice, pricesOfLines } from './order-price.ts';
import { amountSentBack } from './returned-amount.ts';

/**
 * A captured payment. `room`: the amount still refundable to its card, in minor units. `isDisputed`: the provider rejects refunds
 * until the dispute is decided.
 */
export type Card = { id: string; room: bigint; isDisputed: boolean };

type LockedLink = {
  linkId: bigint;
  number: string;
  purpose: Selectable<PaymentLink>['purpose'];
  status: Selectable<PaymentLink>['status'];
  customerId: bigint;
  currency: string;
  livemode: boolean;
  amount: bigint;
  captured: bigint;
  refunded: bigint;
  disputed: bigint;
  lost: bigint;
  /** When a dispute of one of the order's payments was lost. */
  chargedBackAt: Date | null;
  lines: { days: number }[];
  cash: bigint;
  debt: bigint;
};

export type LockedAttempt = {
  id: string;
  provider: string;
  status: Selectable<PaymentAttempt>['status'];
  held: bigint;
  capturedAmount: bigint | null;
  capturedCurrency: string | null;
  /** Whether the payment was received before the order was paid, and so is part of its price. A later one is on the balance. */
  isInPrice: boolean;
};

/**
 * A payment link, its customer's balances and the attempt by which it was found, all locked. Minor units. `attempt`: undefined
 * when the link was found by its own number or ID.
 */
export type LockedPayment = LockedLink & {
  /** The captured amount less what was sent back (`amountSentBack`). */
  received: bigint;
  /** Whether the link has a live attempt. */
  isTried: boolean;
  price: OrderPrice;
  /** The link's captured payments, newest first. */
  cards: Card[];
  attempt: LockedAttempt | undefined;
};

type FoundByRef = LockedLink & {
  attemptId: string;
  provider: string;
  attemptStatus: LockedAttempt['status'];
  held: bigint;
  capturedAmount: bigint | null;
  capturedCurrency: string | null;
};

type Facts = {
  returned: bigint;
  is_tried: boolean;
  completed: bigint;
  ordered: bigint;
  is_in_price: boolean;
  card_id: string | null;
  room: bigint | null;
  is_disputed: boolean | null;
};

const linkColumns = sql`l.id as "linkId", l.number, l.purpose, l.status, l.customer_id as "customerId", l.currency, l.livemode,
  l.amount, l.captured, l.refunded, l.disputed, l.lost, l.charged_back_at as "chargedBackAt", l.lines`;

// A function locks and reads the balances after the rows are locked. A subquery would return their values from before this
// transaction waited for another payment of the same customer.
const balances = (money: RawBuilder<unknown>) =>
  sql`cross join lateral ledger_lock_balances(locked."customerId", ${money}, locked.livemode) as balance`;

async function lockAttempt(
  tx: Kysely<Schema>,
  provider: string,
  ref: string,
): Promise<FoundByRef | undefined> {
  const { rows } = await sql<FoundByRef>`
    with locked as (
      select ${linkColumns}, a.id as "attemptId", a.provider, a.status as "attemptStatus", a.held,
        a.captured_amount as "capturedAmount", a.captured_currency as "capturedCurrency"
      from payment_attempt a join payment_link l on l.id = a.payment_link_id
      where a.provider = ${provider} and a.provider_ref = ${ref} for update of a, l
    )
    select locked.*, balance.cash, balance.debt
    from locked ${balances(sql`coalesce(locked."capturedCurrency", locked.currency)`)}`.execute(tx);
  return rows[0];
}

async function lockLink(tx: Kysely<Schema>, where: RawBuilder<unknown>): Promise<LockedLink | undefined> {
  const { rows } = await sql<LockedLink>`
    with locked as (select ${linkColumns} from payment_link l where ${where} for update)
    select locked.*, balance.cash, balance.debt from locked ${balances(sql.ref('locked.currency'))}`.execute(
    tx,
  );
  return rows[0];
}

/** Locks the captured attempts of the link with this number, in the order of their IDs, so that two calls can't deadlock. */
const lockCards = (tx: Kysely<Schema>, number: string) =>
  sql`select 1 from payment_attempt a join payment_link l on l.id = a.payment_link_id
    where l.number = ${number} and a.status = 'captured' order by a.id for update of a`.execute(tx);

// A separate statement, because a statement that waited for a lock still sees the old state of the rows that it didn't lock.
async function findFacts(
  tx: Kysely<Schema>,
  { linkId, number }: LockedLink,
  attemptId: string | null,
): Promise<Facts[]> {
  const { rows } = await sql<Facts>`
    select ${amountSentBack(linkId)} as returned,
      exists (select from payment_attempt where payment_link_id = ${linkId} and ${isLiveIn('status')}) as is_tried,
      coalesce(work.completed, 0)::bigint as completed, coalesce(work.ordered, 0)::bigint as ordered,
      exists (
        select from ledger_tx capture join ledger_tx paid on paid.id > capture.id
        where capture.kind = 'capture' and capture.source_type = 'payment_attempt' and capture.source_id = ${attemptId}::text
          and paid.kind = 'order_paid' and paid.source_type = 'payment_link' and paid.source_id = ${number}
      ) as is_in_price,
      card.id as card_id, card.room, card.is_disputed
    from (values (1)) as one
    left join lateral (
      select prices.* from customer_order o join payment_link l on l.id = o.payment_link_id, lateral ${pricesOfLines} as prices
      where o.payment_link_id = ${linkId} offset 0
    ) as work on true
    left join lateral (
      select a.id, a.created_at, greatest(0, a.captured_amount - coalesce((
          select sum(amount) from refund where payment_attempt_id = a.id and status <> 'failed'
        ), 0) - coalesce((
          select sum(withdrawn - reinstated) from dispute where payment_attempt_id = a.id
        ), 0))::bigint as room,
        exists (select from dispute where payment_attempt_id = a.id and receivable > 0) as is_disputed
      from payment_attempt a where a.payment_link_id = ${linkId} and a.status = 'captured'
    ) as card on true order by card.created_at desc`.execute(tx);
  return rows;
}

/**
 * Locks attempt, then link, then balances: the lock order of all money code. `ref`: one attempt, by the provider's reference,
 * and its link. `number`: the link and its captured attempts, for code that refunds them. `linkId`: only the link, for code
 * that writes no attempt. Code that needs only one attempt or only one link may lock that row itself. Undefined when the row
 * does not exist.
 */
export async function lockPayment(
  tx: Kysely<Schema>,
  by: { provider: string; ref: string } | { number: string } | { linkId: bigint },
): Promise<LockedPayment | undefined> {
  if ('number' in by) await lockCards(tx, by.number);
  const found = 'ref' in by ? await lockAttempt(tx, by.provider, by.ref) : undefined;
  const link =
    found ??
    ('number' in by
      ? await lockLink(tx, sql`l.number = ${by.number}`)
      : 'linkId' in by && (await lockLink(tx, sql`l.id = ${by.linkId}`)));
  if (!link) return undefined;
  const facts = await findFacts(tx, link, found?.attemptId ?? null);
  const { returned, is_tried: isTried, completed, ordered, is_in_price: isInPrice } = facts[0]!;
  const received = link.captured - returned;
  return {
    ...link,
    received: received > 0n ? received : 0n,
    isTried,
    price: { left: link.amount - link.refunded - link.lost, completed, ordered },
    cards: facts.flatMap(({ card_id: id, room, is_disputed: isDisputed }) =>
      id === null ? [] : [{ id, room: room ?? 0n, isDisputed: isDisputed === true }],
    ),
    attempt: found && {
      id: found.attemptId,
      provider: found.provider,
      status: found.attemptStatus,
      held: found.held,
      capturedAmount: found.capturedAmount,
      capturedCurrency: found.capturedCurrency,
      isInPrice,
    },
  };
}
