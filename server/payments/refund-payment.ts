import { currency, formatMoney, least } from '#contract/money.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeTogether } from '#server/database/write-together.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { spendable } from '#server/ledger/available-balance.ts';
import { ledgerPost, type Posting } from '#server/ledger/post.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PaymentDeps } from './payment-deps.ts';
import { countRefunded, findPrice, type PriceAccount, refundToBalance } from './refund-to-balance.ts';
import { refundLetter } from './refund-letter.mail.ts';
import { submitRefund } from './submit-refund.ts';

/**
 * `balance`: of an order's price, to the balance. `card`: of an order's price, the part paid by card to the card and the
 * rest to the balance. `unspent`: what a payment left on the balance (a deposit, a payment too late or too large), to its card.
 */
export const refundWays = ['balance', 'card', 'unspent'] as const;
export type RefundWay = (typeof refundWays)[number];

/** `amount` in minor units of the shop's currency. */
export type Refunding = { number: string; amount: bigint; way: RefundWay; reason: string };

type Link = {
  id: bigint;
  customer_id: bigint;
  currency: string;
  livemode: boolean;
  captured: bigint;
  /** What of its price is neither given back nor taken back. */
  left: bigint;
};
type Card = { id: string; room: bigint };
type Locked = { link: Link; cards: Card[]; cash: bigint; debt: bigint; priceIn: PriceAccount };

const refuse = (detail: string) => new ProblemReply(409, detail);

// attempts → link → balance; what is left of each card's payment is read after its lock
async function lock(tx: Kysely<Schema>, number: string): Promise<Locked> {
  await sql`select 1 from payment_attempt a join payment_link l on l.id = a.payment_link_id
    where l.number = ${number} and a.status = 'captured' order by a.id for update of a`.execute(tx);
  const { rows: links } = await sql<Link>`
    select id, customer_id, currency, livemode, captured,
      case when purpose = 'order' and status = 'paid' and charged_back_at is null then amount - refunded - disputed else 0 end as left
    from payment_link where number = ${number} for update`.execute(tx);
  const link = links[0];
  if (!link) throw refuse(`There is no order or deposit ${number}.`);
  const { rows: cards } = await sql<Card>`
    select a.id, (a.captured_amount - coalesce((
        select sum(amount) from refund where payment_attempt_id = a.id and status <> 'failed'
      ), 0) - coalesce((
        select sum(withdrawn - reinstated) from dispute where payment_attempt_id = a.id
      ), 0))::bigint as room
    from payment_attempt a where a.payment_link_id = ${link.id} and a.status = 'captured' order by a.created_at desc`.execute(
    tx,
  );
  const { rows } = await sql<{ cash: bigint; debt: bigint }>`
    select cash, debt from ledger_lock_balances(${link.customer_id}, ${link.currency}, ${link.livemode})`.execute(
    tx,
  );
  return { link, cards, ...rows[0]!, priceIn: await findPrice(tx, number) };
}

const roomOf = (cards: Card[]) => cards.reduce((sum, { room }) => sum + room, 0n);

/** What a payment left on the balance and is still there. */
function unspentOf({ link, cards, cash, debt }: Locked): bigint {
  const inOrder = least(link.captured, link.left);
  const outside = roomOf(cards) - inOrder;
  return outside > 0n ? least(outside, spendable({ cash, debt })) : 0n;
}

type Effects = { postings: Posting[]; writes: RawBuilder<unknown>[] };

function toCard(
  link: Link,
  cardId: string,
  amount: bigint,
  from: PriceAccount | 'cash',
  reason: string,
  now: Date,
): Effects {
  const id = crypto.randomUUID();
  const fromOrder = from === 'cash' ? 0n : amount;
  return {
    postings: [
      {
        kind: 'refund_start',
        sourceType: 'refund',
        sourceId: id,
        customerId: link.customer_id,
        currency: link.currency,
        livemode: link.livemode,
        actor: 'operator',
        postedAt: now,
        transfers: [{ from, to: 'refunds_pending', amount }],
      },
    ],
    writes: [
      sql`insert into refund (id, payment_link_id, payment_attempt_id, amount, from_order, origin, status, reason, created_at)
        values (${id}::uuid, ${link.id}, ${cardId}::uuid, ${amount}, ${fromOrder}, 'operator', 'requested', ${reason}, ${now})`,
      enqueue([
        submitRefund.at(now, { refundId: id }),
        refundLetter.at(now, { refundId: id, about: 'card' }),
      ]),
    ],
  };
}

// Newest payment first; what the cards do not take goes to the balance, if it may.
function plan({ number, amount, way, reason }: Refunding, locked: Locked, now: Date): Effects[] {
  const { link, cards, priceIn } = locked;
  if (link.currency !== currency)
    throw refuse(
      `${number} is in ${link.currency.toUpperCase()}, not in the shop's currency: give it back on the provider's own pages.`,
    );
  const money = (value: bigint) => formatMoney(value, link.currency);
  const isFromOrder = way !== 'unspent';
  const most = isFromOrder ? link.left : unspentOf(locked);
  if (amount > most)
    throw refuse(
      isFromOrder
        ? `${money(most)} of the price of ${number} can be given back.`
        : `${money(most)} of the payments for ${number} are unspent on the balance and can be given back.`,
    );
  const effects: Effects[] = [];
  let rest = amount;
  if (way !== 'balance')
    for (const { id, room } of cards) {
      const part = least(rest, room);
      if (part > 0n) effects.push(toCard(link, id, part, isFromOrder ? priceIn : 'cash', reason, now));
      rest -= part;
    }
  if (isFromOrder) effects.push({ postings: [], writes: [countRefunded(link.id, amount)] });
  if (rest > 0n) {
    const { id, customer_id: customerId, livemode } = link;
    effects.push(
      refundToBalance(
        { id, customerId, currency, livemode, priceIn },
        { amount: rest, origin: 'operator', reason },
        now,
      ),
    );
  }
  return effects;
}

/**
 * Gives money back, on the operator's word. Money that goes to a card leaves the balance or the order at once, and the
 * shop asks the provider for it.
 * @throws ProblemReply 409 that names what can be given back.
 */
export async function refundPayment({ db, clock, jobs }: PaymentDeps, refunding: Refunding): Promise<void> {
  await inTransaction(db, async (tx) => {
    const effects = plan(refunding, await lock(tx, refunding.number), clock());
    await writeTogether(
      tx,
      effects.flatMap(({ writes }) => writes),
      ledgerPost(effects.flatMap(({ postings }) => postings)),
    );
  });
  jobs.wake();
}
