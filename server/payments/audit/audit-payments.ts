import { formatMoney } from '#contract/money.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type Difference,
  entriesAt,
  exchangedFrom,
  exchangedInto,
  movementInvariants,
} from './audit-movements.ts';
import { lacksJob } from './lacks-job.ts';
import { pricesOfLines } from '#server/payments/order-price.ts';
import {
  effectOfEntry,
  explainedPart,
  feeOfEntry,
  isUnexplained,
  ownOfEntry,
  sourceOfEntry,
} from '#server/payments/movements/movement-postings.ts';
import { isWaiting } from '#server/payments/webhooks/waiting-events.ts';
import { isLiveIn } from '#server/payments/reduce-snapshot.ts';

/** SQL: `earnedOf` of order-price.ts: the part of a price that is revenue, for link `l` and its lines' prices `work`. */
const earnedShare = sql`((l.amount - l.refunded - l.lost) * work.completed / work.ordered)`;

/** SQL: the sum of `sum` over the disputes in the currency and mode of account `a`; for a clearing account, of its provider. */
const disputesAt = (sum: RawBuilder<unknown>) => sql`coalesce((
    select sum(${sum}) from dispute d join payment_attempt p on p.id = d.payment_attempt_id
    where coalesce(p.captured_currency, p.currency) = a.currency and p.livemode = a.livemode and (a.code not like 'clearing:%' or d.provider = substr(a.code, 10))
  ), 0)::bigint`;

/** The invariants between payments and the books, as queries for their violations. `what` begins the finding's sentence. */
const promises: RawBuilder<Difference>[] = [
  // a captured payment's money was booked once, in the provider's amount; another payment's was not
  sql`select 'The payment ' || a.id || ' for ' || l.number || ' (' || a.status || ')' as what, a.currency,
      case when a.status in ('captured', 'review') then a.captured_amount else 0 end as expected, coalesce(booked.amount, 0)::bigint as booked
    from payment_attempt a join payment_link l on l.id = a.payment_link_id
    left join lateral (
      select sum(t.amount) as amount from ledger_tx x join ledger_transfer t on t.tx_id = x.id
      where x.kind = 'capture' and x.source_type = 'payment_attempt' and x.source_id = a.id::text
    ) as booked on true`,
  // a link's received amount equals the captures of its payments
  sql`select 'The amount received through the payment link for ' || l.number as what, l.currency, l.captured as expected,
      coalesce((select sum(captured_amount) from payment_attempt where payment_link_id = l.id and status = 'captured'), 0)::bigint as booked
    from payment_link l`,
  // a paid order's whole price was booked once; an unpaid order's was not
  sql`select 'The order ' || l.number || ' (' || l.status || ')' as what, l.currency,
      case when l.status = 'paid' then l.amount else 0 end as expected, coalesce((
        select sum(t.amount) from ledger_tx x join ledger_transfer t on t.tx_id = x.id
        where x.kind = 'order_paid' and x.source_type = 'payment_link' and x.source_id = l.number
      ), 0)::bigint as booked
    from payment_link l where l.purpose = 'order'`,
  // a deposit is paid exactly when money was received for it
  sql`select 'The deposit ' || l.number || ' (' || l.status || ')' as what, l.currency,
      case when l.status = 'paid' then l.captured else 0 end as expected, l.captured as booked
    from payment_link l where l.purpose = 'deposit'`,
  // a link's refunded amount equals its refunds, and each of them was booked
  sql`select 'The amount refunded for ' || l.number as what, l.currency, l.refunded as expected,
      coalesce((select sum(from_order) from refund where payment_link_id = l.id), 0)::bigint as booked
    from payment_link l`,
  sql`select 'The refund ' || r.id || ' of ' || l.number as what, l.currency, r.amount as expected, coalesce((
        select sum(t.amount) from ledger_tx x join ledger_transfer t on t.tx_id = x.id
        where x.kind in ('refund_to_balance', 'refund_start', 'provider_refund') and x.source_type = 'refund' and x.source_id = r.id::text
      ), 0)::bigint as booked
    from refund r join payment_link l on l.id = r.payment_link_id`,
  sql`select 'The failed refund ' || r.id || ' of ' || l.number as what, l.currency,
      case when r.status = 'failed' then r.amount else 0 end as expected, coalesce((
        select sum(t.amount) from ledger_tx x join ledger_transfer t on t.tx_id = x.id
        where x.kind = 'refund_failed' and x.source_type = 'refund' and x.source_id = r.id::text
      ), 0)::bigint as booked
    from refund r join payment_link l on l.id = r.payment_link_id`,
  // the account of pending refunds equals the refunds that the provider hasn't completed
  sql`select 'The pending refunds' as what, a.currency, coalesce((
        select sum(r.amount) from refund r join payment_link l on l.id = r.payment_link_id
          left join payment_attempt p on p.id = r.payment_attempt_id
        where r.status in ('requested', 'pending') and coalesce(p.captured_currency, l.currency) = a.currency and l.livemode = a.livemode
      ), 0)::bigint as expected, a.summed::bigint as booked
    from ledger_audit a where a.code = 'refunds_pending'`,
  // the reserved money equals the holds of live payments
  sql`select 'The money reserved for customer ' || a.customer_id as what, a.currency, coalesce((
        select sum(p.held) from payment_attempt p join payment_link l on l.id = p.payment_link_id
        where l.customer_id = a.customer_id and p.currency = a.currency and p.livemode = a.livemode
          and ${isLiveIn('p.status')}
      ), 0)::bigint as expected, a.summed::bigint as booked
    from ledger_audit a where a.code = 'reserved'`,
  // the unearned money equals the prices of paid orders without the shares of completed lines
  sql`select 'The money for orders in progress' as what, a.currency, coalesce((
        select sum(l.amount - l.refunded - l.lost - ${earnedShare})
        from payment_link l join customer_order o on o.payment_link_id = l.id, lateral ${pricesOfLines} as work
        where l.status = 'paid' and l.currency = a.currency and l.livemode = a.livemode
      ), 0)::bigint as expected, a.summed::bigint as booked
    from ledger_audit a where a.code = 'unearned'`,
  // revenue equals the completed lines' shares of the prices of paid orders, less refunds and losses
  sql`select 'The money earned' as what, a.currency, coalesce((
        select sum(${earnedShare}) from payment_link l join customer_order o on o.payment_link_id = l.id, lateral ${pricesOfLines} as work
        where l.status = 'paid' and l.currency = a.currency and l.livemode = a.livemode
      ), 0)::bigint as expected, a.summed::bigint as booked
    from ledger_audit a where a.code = 'revenue'`,
  // the disputed money equals the amounts of undecided disputes; a part of it is set aside on balances
  sql`select 'The money in dispute' as what, a.currency, ${disputesAt(sql`d.receivable`)} as expected, (-a.summed)::bigint as booked
    from ledger_audit a where a.code = 'dispute_receivable'`,
  sql`select 'The shop’s losses from disputes' as what, a.currency, ${disputesAt(sql`d.borne`)} as expected, (-a.summed)::bigint as booked
    from ledger_audit a where a.code = 'chargeback_loss'`,
  // provider fees equal the fees of disputes plus those of movements
  sql`select 'The fees of payment providers' as what, a.currency, ${disputesAt(sql`d.fee`)} + ${entriesAt(sql`${feeOfEntry} - ${explainedPart('fee')}`)} as expected,
      (-a.summed)::bigint as booked
    from ledger_audit a where a.code = 'provider_fee'`,
  sql`select 'The money paid out to the bank' as what, a.currency, ${entriesAt(sql`case e.kind when 'payout' then -e.amount else 0 end - ${explainedPart('bank')}`)} as expected,
      (-a.summed)::bigint as booked
    from ledger_audit a where a.code = 'bank'`,
  sql`select 'The money exchanged at providers' as what, a.currency, ${exchangedInto} - ${exchangedFrom} as expected, a.summed::bigint as booked
    from ledger_audit a where a.code = 'exchange'`,
  sql`select 'The unexplained transactions' as what, a.currency,
      ${entriesAt(sql`case when ${isUnexplained} then ${ownOfEntry} else 0 end`)} as expected, coalesce((
        select sum(case when t.to_account = a.id then t.amount else -t.amount end) from ledger_tx x join ledger_transfer t on t.tx_id = x.id
        where x.source_type = 'provider_entry' and a.id in (t.from_account, t.to_account)
      ), 0)::bigint as booked
    from ledger_audit a where a.code = 'suspense'`,
  sql`select 'The owner’s money at providers' as what, a.currency, ${entriesAt(explainedPart('owner'))} as expected, a.summed::bigint as booked
    from ledger_audit a where a.code = 'owner'`,
  sql`select 'The other transactions explained by staff' as what, a.currency, ${entriesAt(explainedPart('other'))} as expected, a.summed::bigint as booked
    from ledger_audit a where a.code = 'other'`,
  sql`select 'The amount customer ' || a.customer_id || ' has on hold for disputes' as what, a.currency, coalesce((
        select sum(d.held) from dispute d join payment_attempt p on p.id = d.payment_attempt_id join payment_link l on l.id = p.payment_link_id
        where l.customer_id = a.customer_id and p.currency = a.currency and p.livemode = a.livemode
      ), 0)::bigint as expected, a.summed::bigint as booked
    from ledger_audit a where a.code = 'disputed'`,
  // a link's disputed amount equals the sum of its disputes
  sql`select 'The disputed amount of ' || l.number as what, l.currency, l.disputed as expected, coalesce((
        select sum(case l.purpose when 'order' then d.from_order else d.receivable end)
        from dispute d join payment_attempt p on p.id = d.payment_attempt_id where p.payment_link_id = l.id and p.status = 'captured'
      ), 0)::bigint as booked
    from payment_link l`,
  // money at a provider equals captured payments less refunds, chargebacks, fees and payouts
  sql`select 'The money at ' || substr(a.code, 10) as what, a.currency, coalesce((
        select sum(captured_amount) from payment_attempt
        where provider = substr(a.code, 10) and captured_currency = a.currency and livemode = a.livemode and status in ('captured', 'review')
      ), 0)::bigint - coalesce((
        select sum(r.amount) from refund r join payment_attempt p on p.id = r.payment_attempt_id
        where p.provider = substr(a.code, 10) and coalesce(p.captured_currency, p.currency) = a.currency and p.livemode = a.livemode and r.status = 'succeeded'
      ), 0)::bigint - ${disputesAt(sql`d.withdrawn - d.reinstated + d.fee`)} + ${entriesAt(effectOfEntry)} - ${exchangedFrom} as expected, (-a.summed)::bigint as booked
    from ledger_audit a where a.code like 'clearing:%'`,
  ...movementInvariants,
];

/** Queries for postings and links without their owner, live rows without their job, and webhook events that weren't applied. */
const orphans: RawBuilder<{ words: string }>[] = [
  sql`select 'The posting ' || x.kind || ' ' || x.id || ' doesn’t belong to any payment (' || x.source_type || ' ' || x.source_id || ').' as words
    from ledger_tx x
    where (x.source_type = 'payment_attempt' and not exists (select from payment_attempt where id::text = x.source_id))
      or (x.source_type = 'payment_link' and not exists (select from payment_link where number = split_part(x.source_id, ':', 1)))
      or (x.source_type = 'dispute' and not exists (select from dispute where id::text = split_part(x.source_id, ':', 1)))
      or (x.source_type = 'refund' and not exists (select from refund where id::text = x.source_id))
      or (x.source_type = 'provider_entry' and not exists (select from provider_entry e where ${sourceOfEntry} = x.source_id))`,
  sql`select 'The payment link of ' || l.number || ' doesn’t belong to any ' || l.purpose || '.' as words from payment_link l
    where case l.purpose when 'order' then not exists (select from customer_order where payment_link_id = l.id)
      else not exists (select from deposit where payment_link_id = l.id) end`,
  sql`select 'The payment ' || a.id || ' for ' || l.number || ' is ' || a.status || ', but no job is handling it.' as words
    from payment_attempt a join payment_link l on l.id = a.payment_link_id
    where ${isLiveIn('a.status')} and ${lacksJob('payment.poll', sql`a.id::text`)}`,
  sql`select 'The refund ' || r.id || ' of ' || l.number || ' is ' || r.status || ', but no job is handling it.' as words
    from refund r join payment_link l on l.id = r.payment_link_id
    where r.status = 'requested' and ${lacksJob('payment.refund', sql`r.id::text`)}`,
  sql`select 'The payment link of ' || l.number || ' is waiting for payment, but no job will close it.' as words from payment_link l
    where l.status = 'awaitingPayment' and ${lacksJob('payment.expire', sql`l.number`)}`,
  sql`select 'The webhook event ' || event_id || ' of ' || provider || ' wasn’t applied: ' || coalesce(last_error, 'not tried yet') || '.' as words
    from provider_notice n where ${isWaiting(sql`now()`)} and (last_error is not null or not exists (
      -- one that has just come is no finding
      select from job where kind = 'payment.notice' and payload ->> 'provider' = n.provider and payload ->> 'eventId' = n.event_id
        and dead_at is null
    ))`,
];

const inWords = ({ what, currency, expected, booked }: Difference) =>
  `${what} should be ${formatMoney(expected, currency)}, but ${formatMoney(booked, currency)} is posted.`;

/** Differences between the books and the payments, in words. */
export async function auditPayments(db: Kysely<Schema>): Promise<string[]> {
  const findings: string[] = [];
  for (const promise of promises) {
    const { rows } = await sql<Difference>`select * from (${promise}) as p where expected <> booked`.execute(
      db,
    );
    findings.push(...rows.map(inWords));
  }
  for (const orphan of orphans) {
    const { rows } = await orphan.execute(db);
    findings.push(...rows.map(({ words }) => words));
  }
  return findings;
}
