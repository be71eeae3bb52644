import type { DeskAnswerOf, DeskParamsOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import type { MoneyEntry, MoneyList } from '#contract/desk/money-lists.ts';
import { holds } from '#contract/desk/permissions.ts';
import { daysAfter, startOf } from '#server/books/day-bounds.ts';
import { checkPeriod, type Period } from '#server/books/show-books.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { shownName } from '#server/desk/line-columns.ts';
import { actorWords, nameWithRequester, refunderName } from '#server/desk/name-actors.ts';
import { lateReason } from '#server/payments/refunds/refund-email.mail.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';

type Found = Omit<MoneyEntry, 'at' | 'customer' | 'customerId' | 'amount' | 'lost' | 'fee' | 'by'> & {
  at: Date;
  customer_id: bigint;
  first_name: string;
  last_name: string;
  amount: bigint;
  actor: string | null;
  actor_name: string | null;
  lost: bigint | null;
  fee: bigint | null;
};

/** A period as instants. `before`: the last entry of the previous page. */
type Range = { starts: Date; ends: Date; before?: { at: Date; id: string } };

/** The instants of a period of days in the operator's time zone. The days needn't be closed. */
export const rangeOf = ({ from, to }: Period): Range => ({
  starts: startOf(from),
  ends: startOf(daysAfter(to, 1)),
});

/** SQL condition: the row is in the range and older than the entry `before`, by time and then ID. `type`: SQL type of the ID. */
const inRange = (
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  { starts, ends, before }: Range,
  type: RawBuilder<unknown>,
) =>
  sql`${at} >= ${starts} and ${at} < ${ends}${before ? sql` and (${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::${type})` : sql``}`;

const linkAndCustomer = sql`lateral (select * from payment_link where id = r.payment_link_id offset 0) as l,
  lateral (select first_name, last_name from customer where id = l.customer_id offset 0) as c`;

/** SQL: the refunds of the range for which `where` holds. `limit`: null for all. */
const refunds = (kind: string, where: RawBuilder<unknown>, range: Range, limit: number | null) => sql`
  select r.id::text as id, r.created_at as at, ${kind}::text as kind, l.number, l.customer_id, c.first_name, c.last_name, r.amount,
    coalesce(a.captured_currency, l.currency) as currency, l.livemode, case when r.payment_attempt_id is null then 'balance' else 'card' end as to,
    a.provider, r.status, r.reason, coalesce(r.actor, r.origin) as actor, ${refunderName} as actor_name,
    null::bigint as lost, null::bigint as fee
  from (select * from refund r where ${where} and ${inRange(sql`r.created_at`, sql`r.id`, range, sql`uuid`)}
    order by r.created_at desc, r.id desc limit ${limit}) as r
    left join lateral (select provider, captured_currency from payment_attempt where id = r.payment_attempt_id offset 0) as a on true,
    ${linkAndCustomer}`;

const disputes = (range: Range, limit: number | null) => sql`
  select r.id::text as id, r.created_at as at, 'dispute' as kind, l.number, l.customer_id, c.first_name, c.last_name, r.amount,
    coalesce(r.captured_currency, l.currency) as currency, l.livemode, null::text as to, r.provider, r.status, coalesce(r.reason, '') as reason,
    'staff:' || r.answered_by as actor, (select name from staff where id = r.answered_by) as actor_name,
    (r.withdrawn - r.reinstated) as lost, r.fee
  from (
    select d.*, a.payment_link_id, a.captured_currency
    from (select * from dispute d where ${inRange(sql`d.created_at`, sql`d.id`, range, sql`bigint`)}
      order by d.created_at desc, d.id desc limit ${limit}) as d,
      lateral (select payment_link_id, captured_currency from payment_attempt where id = d.payment_attempt_id offset 0) as a
  ) as r, ${linkAndCustomer}`;

const adjustments = (range: Range, limit: number | null) => sql`
  select t.id::text as id, t.posted_at as at, case x.is_credit when true then 'credit' else 'debit' end as kind, null::text as number,
    x.customer_id, c.first_name, c.last_name, x.amount, x.currency, x.livemode, 'balance' as to, null::text as provider, null::text as status,
    coalesce(t.memo, '') as reason, t.actor,
    ${nameWithRequester(sql`t.actor`, sql`q.effect = t.source_id`)} as actor_name, null::bigint as lost, null::bigint as fee
  from (select * from ledger_tx t where t.kind = 'adjustment' and ${inRange(sql`t.posted_at`, sql`t.id`, range, sql`bigint`)}
    order by t.posted_at desc, t.id desc limit ${limit}) as t, lateral (
    select coalesce(f.customer_id, o.customer_id) as customer_id, f.customer_id is null as is_credit, x.currency, x.livemode,
      sum(x.amount)::bigint as amount
    from ledger_transfer x, lateral (select customer_id from ledger_account where id = x.from_account offset 0) as f,
      lateral (select customer_id from ledger_account where id = x.to_account offset 0) as o
    where x.tx_id = t.id group by 1, 2, 3, 4 offset 0
  ) as x, lateral (select first_name, last_name from customer where id = x.customer_id offset 0) as c`;

/**
 * SQL: credits, debits and refunded express surcharges. Their IDs begin with a letter, so that one cursor covers both tables: of
 * entries at the same instant, refunds come first.
 */
function goodwill({ before, ...range }: Range, limit: number | null) {
  const [kind, id] = [before?.id[0], before?.id.slice(1)];
  const own = (letter: 'r' | 't', least: string): Range => {
    if (!before) return range;
    if (kind === letter) return { ...range, before: { at: before.at, id: id! } };
    // Refunds sort first within an instant. So after a credit, no refund of its instant is left; after a refund, all credits are.
    return letter === 'r'
      ? { ...range, before: { at: before.at, id: least } }
      : { ...range, ends: new Date(Math.min(range.ends.getTime(), before.at.getTime() + 1)) };
  };
  const surcharge = sql`r.origin = 'system' and r.reason = ${lateReason}`;
  return sql`
    select 'r' || id as id, at, kind, number, customer_id, first_name, last_name, amount, currency, livemode, "to", provider, status,
      reason, actor, actor_name, lost, fee
    from (${refunds('surcharge', surcharge, own('r', '00000000-0000-0000-0000-000000000000'), limit)}) as r
    union all select 't' || id, at, kind, number, customer_id, first_name, last_name, amount, currency, livemode, "to", provider, status,
      reason, actor, actor_name, lost, fee
    from (${adjustments(own('t', '0'), limit)}) as t`;
}

function entriesOf(list: MoneyList, range: Range, limit: number | null): RawBuilder<unknown> {
  switch (list) {
    case 'refunds':
      return refunds('refund', sql`true`, range, limit);
    case 'disputes':
      return disputes(range, limit);
    case 'goodwill':
      return goodwill(range, limit);
  }
}

/** SQL: the sort order of each list. Entries of one instant are sorted by ID, as their tables' keys are. */
const newestFirst: Record<MoneyList, RawBuilder<unknown>> = {
  refunds: sql`at desc, id::uuid desc`,
  disputes: sql`at desc, id::bigint desc`,
  goodwill: sql`at desc, left(id, 1), case when id like 't%' then substr(id, 2)::bigint end desc,
    case when id like 'r%' then substr(id, 2)::uuid end desc`,
};

/** Up to `limit` entries of a list, newest first. */
export async function readEntries(
  { db }: Pick<DeskDeps, 'db'>,
  caller: Pick<StaffCaller, 'permissions'>,
  { list, range, limit }: { list: MoneyList; range: Range; limit: number },
): Promise<MoneyEntry[]> {
  const { rows } = await sql<Found>`
    select * from (${entriesOf(list, range, limit)}) as e order by ${newestFirst[list]} limit ${limit}`.execute(
    db,
  );
  const seesNames = holds(caller.permissions, 'customer.see');
  return rows.map(
    ({ at, customer_id: customerId, first_name, last_name, actor, actor_name: name, ...row }) => ({
      ...row,
      at: at.toISOString(),
      customer: seesNames ? shownName(caller, { first_name, last_name }) : null,
      customerId: String(customerId),
      amount: Number(row.amount),
      by: actor === null ? null : actorWords(actor, name),
      lost: row.lost === null ? null : Number(row.lost),
      fee: row.fee === null ? null : Number(row.fee),
    }),
  );
}

/** The part of a range that follows this entry. */
export const rangeAfter = (range: Range, { at, id }: Pick<MoneyEntry, 'at' | 'id'>): Range => ({
  ...range,
  before: { at: new Date(at), id },
});

/** The format of each list's IDs. A cursor with another ID is ignored. */
const idOf: Record<MoneyList, RegExp> = {
  refunds: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  disputes: /^\d{1,18}$/,
  goodwill: /^(?:t\d{1,18}|r[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/,
};

/**
 * The refunds, disputes or goodwill of a period, newest first, by keyset. The first page has the sums of the whole period.
 * @throws Refusal for a period that is too long
 */
export async function listMoneyEntries(
  deps: Pick<DeskDeps, 'db'>,
  caller: StaffCaller,
  { list, from, to, cursor, limit }: DeskParamsOf<'listMoneyEntries'> & DeskQueryOf<'listMoneyEntries'>,
): Promise<DeskAnswerOf<'listMoneyEntries'>> {
  checkPeriod({ from, to });
  const whole = rangeOf({ from, to });
  const [at = '', id = ''] = cursor?.split('_') ?? [];
  const isNext = idOf[list].test(id);
  const range = isNext ? rangeAfter(whole, { at, id }) : whole;
  const found = await readEntries(deps, caller, { list, range, limit: limit + 1 });
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return {
    entries,
    nextCursor: found.length > limit && last ? `${last.at}_${last.id}` : null,
    totals: isNext ? null : await addUpEntries(deps, list, whole),
  };
}

async function addUpEntries(
  { db }: Pick<DeskDeps, 'db'>,
  list: MoneyList,
  range: Range,
): Promise<NonNullable<DeskAnswerOf<'listMoneyEntries'>['totals']>> {
  const { rows } = await sql<{
    kind: string;
    currency: string;
    livemode: boolean;
    count: number;
    amount: bigint;
  }>`
    select kind, currency, livemode, count(*)::int as count, sum(amount)::bigint as amount
    from (${entriesOf(list, range, null)}) as e group by 1, 2, 3 order by 2, 3 desc, 1`.execute(db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
