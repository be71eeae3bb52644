import { explainedAccounts } from '#contract/desk/money-lists.ts';
import { day } from '#contract/durations.ts';
import { formatMoney } from '#contract/money.ts';
import type { Schema } from '#server/database/schema.ts';
import { sourceTypes } from '#server/ledger/postings.ts';
import { waitMs } from '#server/payments/movements/find-owners.ts';
import {
  effectOfEntry,
  explainedPart,
  isExchangedEntry,
  isUnexplained,
  originalOfEntry,
  ownOfEntry,
  sourceOfEntry,
} from '#server/payments/movements/movement-postings.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** The amount that should be booked and the amount that is. Minor units. */
export type Difference = { what: string; currency: string; expected: bigint; booked: bigint };

const kinds = Object.entries(sourceTypes)
  .filter(([, type]) => type === 'provider_entry')
  .map(([kind]) => kind);

/** SQL: the sum of `amount` over the entries in the currency and mode of account `a`; for a clearing account, of its provider. */
export const entriesAt = (amount: RawBuilder<unknown>, currency = sql`e.currency`) => sql`coalesce((
    select sum(${amount}) from provider_entry e
    where ${currency} = a.currency and e.livemode = a.livemode and (a.code not like 'clearing:%' or e.provider = substr(a.code, 10))
  ), 0)::bigint`;

/** SQL: the amounts that providers exchanged into the currency of account `a`, and out of it. */
export const exchangedInto = entriesAt(sql`case when ${isExchangedEntry} then e.amount else 0 end`);
export const exchangedFrom = entriesAt(
  sql`case when ${isExchangedEntry} then e.original else 0 end`,
  sql`e.original_currency`,
);

/**
 * SQL: for each payment, refund and dispute, the sum of the provider's movements (`moved`) and the booked amount (`booked`). A
 * positive amount increases the provider's balance.
 */
const owners = sql`(
  select a.provider, a.livemode, coalesce(a.captured_currency, a.currency) as currency, 'the payment ' || a.id as name, a.payment_link_id as link_id,
    case when a.status in ('captured', 'review') then a.captured_amount else 0 end as booked, a.closed_at as changed_at,
    e.moved, e.newest
  from payment_attempt a left join lateral (
    select sum(${originalOfEntry})::bigint as moved, max(e.created_at) as newest from provider_entry e where e.attempt_id = a.id
  ) as e on true
  where a.status in ('captured', 'review') or e.newest is not null
  union all
  select a.provider, a.livemode, coalesce(a.captured_currency, a.currency), 'the refund ' || r.id, a.payment_link_id,
    case when r.status = 'succeeded' then -r.amount else 0 end, coalesce(r.closed_at, 'infinity'), e.moved, e.newest
  from refund r join payment_attempt a on a.id = r.payment_attempt_id left join lateral (
    select sum(${originalOfEntry})::bigint as moved, max(e.created_at) as newest from provider_entry e where e.refund_id = r.id
  ) as e on true
  union all
  select a.provider, a.livemode, coalesce(a.captured_currency, a.currency), 'the dispute ' || d.id, a.payment_link_id,
    d.reinstated - d.withdrawn - d.fee, (
      select max(x.posted_at) from generate_series(1, d.steps) as step, ledger_tx x
      where x.kind = any(array['dispute_withdrawn', 'dispute_reinstated']) and x.source_type = 'dispute' and x.source_id = d.id || ':' || step
    ), e.moved, e.newest
  from dispute d join payment_attempt a on a.id = d.payment_attempt_id left join lateral (
    select sum(${originalOfEntry})::bigint as moved, max(e.created_at) as newest from provider_entry e where e.dispute_id = d.id
  ) as e on true
)`;

/** SQL: the account of the explanation that staff gave for entry `e`. */
const accountOf = sql`(${JSON.stringify(explainedAccounts)}::jsonb ->> e.explained_as)`;

/** The invariants of movements, as queries for their violations. `what` begins the finding's sentence. */
export const movementInvariants: RawBuilder<Difference>[] = [
  // each movement's postings match its row, in the balance's currency and in the payment's
  sql`select 'The transaction ' || e.id || ' of ' || e.provider as what, m.currency, m.expected, coalesce(booked.amount, 0)::bigint as booked
    from provider_entry e, lateral (
      select e.currency, ${effectOfEntry} as expected
      union all select e.original_currency, -e.original where ${isExchangedEntry}
    ) as m left join lateral (
      select sum(case f.code when 'clearing:' || e.provider then t.amount else -t.amount end) as amount
      from ledger_tx x join ledger_transfer t on t.tx_id = x.id
        join ledger_account f on f.id = t.from_account join ledger_account o on o.id = t.to_account
      where x.kind = any(${kinds}::text[]) and x.source_type = 'provider_entry' and x.source_id = ${sourceOfEntry}
        and t.currency = m.currency and 'clearing:' || e.provider in (f.code, o.code)
    ) as booked on true`,
  // each explained movement is posted to its explanation's account, unless its owner became known since
  sql`select 'The explanation of the transaction ' || e.id || ' of ' || e.provider as what, e.currency, ${explainedPart()} as expected,
      coalesce(booked.amount, 0)::bigint as booked
    from provider_entry e left join lateral (
      select sum(case when o.code = ${accountOf} then t.amount when f.code = ${accountOf} then -t.amount else 0 end) as amount
      from ledger_tx x join ledger_transfer t on t.tx_id = x.id
        join ledger_account f on f.id = t.from_account join ledger_account o on o.id = t.to_account
      where x.kind = any(array['explained_by_staff', 'explanation_undone']) and x.source_type = 'provider_entry' and x.source_id = ${sourceOfEntry}
    ) as booked on true
    where e.explained_at is not null`,
  // a provider's movements for a payment, a refund or a dispute equal its bookings, once the import has had time to list them
  sql`select 'The amount that ' || w.provider || ' moved for ' || w.name || ' of ' || l.number as what, w.currency, coalesce(w.moved, 0) as expected, w.booked
    from ${owners} as w join payment_link l on l.id = w.link_id
      join provider_import i on i.provider = w.provider and i.livemode = w.livemode
    where coalesce(w.moved, 0) <> w.booked
      and greatest(w.changed_at, w.newest) < i.complete_to - make_interval(secs => ${waitMs / 1000})`,
];

type Unexplained = {
  provider: string;
  word: string;
  currency: string;
  count: number;
  amount: bigint;
  ids: string[];
};
type Late = { provider: string; failure: string | null; complete_to: Date | null };

/** How long an unexplained movement is reported as a finding. Its money stays in `suspense` afterwards. */
const reportMs = 31 * day;
/** Age at which the last complete import is reported as late. */
const lateMs = 2 * day;
const mostIds = 5;

/** Findings about movements that match nothing in the shop, and about imports that are late or failed. */
export async function auditImports(db: Kysely<Schema>, now: Date): Promise<string[]> {
  const { rows: unexplained } = await sql<Unexplained>`
    select e.provider, e.word, e.currency, count(*)::int as count, sum(${ownOfEntry})::bigint as amount,
      (array_agg(e.id order by e.created_at desc, e.id))[1:${mostIds}] as ids
    from provider_entry e where ${isUnexplained} and e.created_at > ${new Date(now.getTime() - reportMs)}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  const { rows: late } = await sql<Late>`
    select provider, failure, complete_to from provider_import
    where failure is not null or coalesce(complete_to, began_at) < ${new Date(now.getTime() - lateMs)}
    order by provider, livemode`.execute(db);
  return [
    ...unexplained.map(
      ({ provider, word, currency, count, amount, ids }) =>
        `At ${provider}, ${count === 1 ? '1 transaction' : `${count} transactions`} (${word}, ${formatMoney(amount, currency)}) ${count === 1 ? 'matches' : 'match'} nothing in the shop: ${ids.join(', ')}${count > mostIds ? ', …' : ''}.`,
    ),
    ...late.map(({ provider, failure, complete_to: to }) =>
      failure === null
        ? `The transactions of ${provider} are imported only up to ${to?.toISOString().slice(0, 10) ?? 'their first page'}.`
        : `The transactions of ${provider} can’t be imported: ${failure}.`,
    ),
  ];
}

/**
 * SQL: each provider's balance by the books and by its movements, by mode and currency, and the known parts of the difference.
 */
const ties = sql`
  with part as (
    select provider, livemode, currency, booked - coalesce(moved, 0) as difference,
      case when newest is null then 'not_imported' when booked = 0 then 'not_booked' else 'other' end as because
    from ${owners} as w
    union all
    select e.provider, e.livemode, e.currency, -${ownOfEntry}, 'not_booked' from provider_entry e
    where e.kind in ('payment', 'refund', 'dispute') and e.attempt_id is null and e.refund_id is null and e.dispute_id is null
      and e.unexplained_at is null
  ), held as (
    select provider, livemode, currency, sum(amount - fee)::bigint as held from provider_entry group by 1, 2, 3
  ), booked as (
    select substr(code, 10) as provider, livemode, currency, -summed as booked from ledger_audit where code like 'clearing:%'
  )
  select provider, livemode, currency, coalesce(b.booked, 0)::bigint as booked, coalesce(h.held, 0)::bigint as held,
    coalesce(sum(p.difference) filter (where because = 'not_imported'), 0)::bigint as not_imported,
    coalesce(sum(p.difference) filter (where because = 'not_booked'), 0)::bigint as not_booked
  from provider_import i join (booked b full join held h using (provider, livemode, currency)) using (provider, livemode)
    left join part p using (provider, livemode, currency)
  where i.complete_to is not null
  group by provider, livemode, currency, b.booked, h.held`;

/** The write that stores each provider's balance by the books and by its movements, for the desk. Reads whole tables. */
export const recordProviderBalances = (now: Date): RawBuilder<unknown> => sql`
  insert into provider_tie (provider, livemode, currency, checked_at, booked, held, not_imported, not_booked, other)
  select provider, livemode, currency, ${now}, booked, held, not_imported, not_booked, booked - held - not_imported - not_booked
  from (${ties}) as t
  on conflict (provider, livemode, currency) do update set checked_at = excluded.checked_at, booked = excluded.booked, held = excluded.held,
    not_imported = excluded.not_imported, not_booked = excluded.not_booked, other = excluded.other`;
