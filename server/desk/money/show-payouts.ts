import type { MovementKind } from '#contract/desk/money.ts';
import type {
  ExplainedMovement,
  Explanation,
  FeeTotals,
  Payout,
  ShownPayouts,
  ProviderBalanceComparison,
  UnexplainedMovement,
} from '#contract/desk/money-lists.ts';
import { checkPeriod, type Period } from '#server/books/show-books.ts';
import type { Schema } from '#server/database/schema.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { explainedPart, isUnexplained, ownOfEntry } from '#server/payments/movements/movement-postings.ts';
import { type Kysely, sql } from 'kysely';
import { rangeOf } from './money-entries.ts';

/** Maximum number of payouts: more than two providers make in a year of daily payouts. */
const mostPayouts = 1_000;
/** Maximum number of unexplained movements listed. */
const mostUnexplained = 100;

/** SQL: whether payout `p` was returned. */
const isReturned = sql<boolean>`exists (
  select from provider_entry b where b.kind = 'payout' and b.about = p.about and b.provider = p.provider and b.livemode = p.livemode
    and b.amount > 0
)`;

/** SQL: the payout that includes entry `e`, as JSON; no row without one. */
export const payoutOfEntry = sql`(
  select jsonb_build_object('reference', p.about, 'arrivesOn', p.arrives_on, 'isReturned', ${isReturned}) as payout
  from provider_entry p
  where p.kind = 'payout' and p.about = e.payout_ref and p.provider = e.provider and p.livemode = e.livemode and p.amount < 0 limit 1
)`;

/** SQL: the number of the order or deposit to which entry `e` belongs, as `l`; no row without one. */
const linkOfEntry = sql`lateral (
  select number from payment_link where id = coalesce(
    (select payment_link_id from payment_attempt where id = e.attempt_id),
    (select payment_link_id from refund where id = e.refund_id),
    (select a.payment_link_id from dispute d join payment_attempt a on a.id = d.payment_attempt_id where d.id = e.dispute_id)
  ) offset 0
) as l`;

/** SQL: entry `e` as JSON, in the form of a movement that is or was unexplained. */
const shownEntry = sql`jsonb_build_object('provider', e.provider, 'livemode', e.livemode, 'currency', e.currency, 'id', e.id,
  'kind', e.kind, 'word', e.word, 'amount', ${ownOfEntry}, 'at', e.created_at, 'about', e.about)`;

type Found = {
  ties: (Omit<ProviderBalanceComparison, 'checkedAt'> & { checkedAt: string })[];
  imports: ShownPayouts['imports'];
  fees: FeeTotals[];
  payouts: Payout[];
  unexplained: { total: number; rows: UnexplainedMovement[] };
  explained: ExplainedMovement[];
};

const utc = (time: string) => new Date(time).toISOString();
const utcOrNull = (time: string | null) => (time === null ? null : utc(time));

/**
 * The payouts and fees of a period (by the provider's time), the newest comparison of each provider's balance, all unexplained
 * movements, and those explained in the period.
 * @throws Refusal for a period that is too long
 */
export async function showPayouts(
  { db, payments: { providers } }: Pick<DeskDeps, 'db'> & { payments: Pick<PaymentDeps, 'providers'> },
  period: Period,
): Promise<ShownPayouts> {
  checkPeriod(period);
  const { starts, ends } = rangeOf(period);
  const inPeriod = (entry: string) =>
    sql`${sql.ref(`${entry}.created_at`)} >= ${starts} and ${sql.ref(`${entry}.created_at`)} < ${ends}`;
  const { rows } = await sql<Found>`select
    (select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'livemode', livemode, 'currency', currency, 'checkedAt', checked_at,
        'booked', booked, 'held', held, 'notImported', not_imported, 'notBooked', not_booked, 'other', other)
        order by provider, livemode desc, currency), '[]') from provider_tie) as ties,
    (select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'livemode', livemode, 'importedTo', complete_to, 'failure', failure)
        order by provider, livemode desc), '[]') from provider_import) as imports,
    (select coalesce(jsonb_agg(to_jsonb(f) order by f.provider, f.livemode desc, f.currency, f.amount desc), '[]') from (
      select e.provider, e.livemode, e.currency, e.kind, count(*) as count,
        sum(case e.kind when 'fee' then e.fee - e.amount else e.fee end - ${explainedPart('fee')}) as amount
      from provider_entry e where ${inPeriod('e')} and (e.kind = 'fee' or e.fee <> 0 or ${explainedPart('fee')} <> 0) group by 1, 2, 3, 4
    ) as f) as fees,
    (select coalesce(jsonb_agg(to_jsonb(o) order by o.at desc, o.id), '[]') from (
      select p.id, p.provider, p.livemode, p.currency, p.about as reference, p.created_at as at, abs(p.amount) as amount,
        p.arrives_on as "arrivesOn", case when p.amount > 0 then 'back' when ${isReturned} then 'returned' else 'sent' end as state
      from provider_entry p where p.kind = 'payout' and ${inPeriod('p')} order by p.created_at desc, p.id limit ${mostPayouts + 1}
    ) as o) as payouts,
    (select jsonb_build_object('total', coalesce(max(total), 0), 'rows', coalesce(jsonb_agg(movement order by created_at desc, id), '[]')) from (
      select e.created_at, e.id, ${shownEntry} as movement, count(*) over () as total
      from provider_entry e where ${isUnexplained} order by e.created_at desc, e.id limit ${mostUnexplained}
    ) as u) as unexplained,
    (select coalesce(jsonb_agg(movement order by explained_at desc, id), '[]') from (
      select e.explained_at, e.id, ${shownEntry} || jsonb_build_object('explanation', e.explained_as, 'note', e.explanation,
        'by', (select name from staff where id = e.explained_by), 'explainedAt', e.explained_at, 'number', l.number) as movement
      from provider_entry e left join ${linkOfEntry} on true
      where e.explained_at >= ${starts} and e.explained_at < ${ends} order by e.explained_at desc, e.id limit ${mostPayouts}
    ) as x) as explained`.execute(db);
  const { ties, imports, fees, payouts, unexplained, explained } = rows[0]!;
  const atUtc = <Row extends { at: string }>(row: Row): Row => ({ ...row, at: utc(row.at) });
  return {
    ties: ties.map((tie) => ({ ...tie, checkedAt: utc(tie.checkedAt) })),
    imports: imports.map((one) => ({ ...one, importedTo: utcOrNull(one.importedTo) })),
    withoutImport: providers
      .filter((provider) => !('movements' in provider))
      .map(({ name, livemode }) => ({ provider: name, livemode })),
    fees,
    payouts: payouts
      .slice(0, mostPayouts)
      .map((payout) => ({ ...atUtc(payout), arrivesOn: utcOrNull(payout.arrivesOn) })),
    hasMore: payouts.length > mostPayouts,
    unexplained: { total: unexplained.total, rows: unexplained.rows.map(atUtc) },
    explained: explained.map((row) => ({ ...atUtc(row), explainedAt: utc(row.explainedAt) })),
  };
}

/** A movement of a provider's balance for the CSV file. Amounts in minor units. `number`: the order or deposit. */
export type MovementRow = {
  provider: string;
  livemode: boolean;
  id: string;
  kind: MovementKind;
  word: string;
  currency: string;
  amount: bigint;
  fee: bigint;
  created_at: Date;
  number: string | null;
  payout: string | null;
  arrives_on: Date | null;
  explained_as: Explanation | null;
  explanation: string;
};

/** Up to `limit` movements of a period, oldest first, after the given one. */
export async function readMovements(
  db: Kysely<Schema>,
  period: Period,
  after: MovementRow | undefined,
  limit: number,
): Promise<MovementRow[]> {
  const { starts, ends } = rangeOf(period);
  const isNext = after
    ? sql`(e.created_at, e.provider, e.livemode, e.id) > (${after.created_at}, ${after.provider}, ${after.livemode}, ${after.id})`
    : sql`true`;
  const { rows } = await sql<MovementRow>`
    select e.provider, e.livemode, e.id, e.kind, e.word, e.currency, e.amount, e.fee, e.created_at, l.number,
      coalesce(e.payout_ref, case e.kind when 'payout' then e.about end) as payout, coalesce(e.arrives_on, (p.payout ->> 'arrivesOn')::timestamptz) as arrives_on,
      case when l.number is null then e.explained_as end as explained_as, case when l.number is null then e.explanation else '' end as explanation
    from (
      select * from provider_entry e where e.created_at >= ${starts} and e.created_at < ${ends} and ${isNext}
      order by e.created_at, e.provider, e.livemode, e.id limit ${limit}
    ) as e left join lateral ${payoutOfEntry} as p on true left join ${linkOfEntry} on true
    order by e.created_at, e.provider, e.livemode, e.id`.execute(db);
  return rows;
}
