import type { BytesAnswer } from '#contract/endpoint.ts';
import { brandOf, orderName } from '#contract/storefront/line-name.ts';
import { currency } from '#contract/money.ts';
import type { MonthlyStatement } from '#contract/storefront/monthly-statement.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { statementFile } from '#server/pdf/statement-file.ts';
import { sql } from 'kysely';
import type { BalanceDeps } from './balance-deps.ts';
import { type EntryRow, findEntries, toEntry } from './show-balance.ts';

type Deps = Pick<BalanceDeps, 'db' | 'livemode'>;
/** SQL condition: an instant is in the month, in the operator's time zone. */
type InMonth = (instant: string) => ReturnType<typeof sql<boolean>>;

type Money = {
  at: Date;
  number: string;
  purpose: 'order' | 'deposit';
  kind: 'payment' | 'refund' | 'failedRefund' | 'reversal' | 'restored';
  /** Amount paid online or returned to the shop, in minor units; negative for refunds and chargebacks. */
  online: bigint;
  attempt_id: string | null;
  refund_id: string | null;
};
type Line = Pick<Order['lines'][number], 'position' | 'title' | 'amount' | 'details'>;
/** `bought_at`: when the order was paid; null when that wasn't in the month. */
type OrderRow = { number: string; bought_at: Date | null; reference: string; lines: Line[] };

/**
 * SQL: the amount (minor units) of ledger transaction `x` that a bank reversed by a lost dispute, negative, or paid again after it,
 * as `m`.
 */
const reversedByBank = sql`(
  select sum(case x.kind when 'dispute_lost' then -t.amount else t.amount end)::bigint as online
  from ledger_transfer t join ledger_account f on f.id = t.from_account join ledger_account r on r.id = t.to_account
  where t.tx_id = x.id and case x.kind
    when 'dispute_lost' then r.code = 'dispute_receivable'
    else f.code like 'clearing:%' and r.code not in ('dispute_receivable', 'provider_fee')
  end
)`;

/**
 * Online movements of the month: payments, refunds to cards, those that failed in a later month, and what banks reversed or paid
 * again. Without payments in a currency that isn't the shop's, which count nowhere.
 */
async function findOnline({ db, livemode }: Deps, customerId: bigint, inMonth: InMonth): Promise<Money[]> {
  const { rows } = await sql<Money>`
    with link as materialized (
      select id, number, purpose from payment_link
      where customer_id = ${customerId} and currency = ${currency} and livemode = ${livemode}
    )
    select a.closed_at as at, l.number, l.purpose, 'payment' as kind, coalesce(a.captured_amount, a.amount) as online, a.id as attempt_id,
      null as refund_id
    from link l join payment_attempt a on a.payment_link_id = l.id where a.status = 'captured' and ${inMonth('a.closed_at')}
    union all
    select r.created_at, l.number, l.purpose, 'refund', -r.amount, null, r.id
    from link l join refund r on r.payment_link_id = l.id join payment_attempt a on a.id = r.payment_attempt_id
    where a.status = 'captured' and ${inMonth('r.created_at')} and (r.status <> 'failed' or not ${inMonth('r.closed_at')})
    union all
    select r.closed_at, l.number, l.purpose, 'failedRefund', r.amount, null, r.id
    from link l join refund r on r.payment_link_id = l.id join payment_attempt a on a.id = r.payment_attempt_id
    where a.status = 'captured' and r.status = 'failed' and ${inMonth('r.closed_at')} and not ${inMonth('r.created_at')}
    union all
    select x.posted_at, l.number, l.purpose, case when m.online < 0 then 'reversal' else 'restored' end, m.online, null, null
    from link l join payment_attempt a on a.payment_link_id = l.id join dispute d on d.payment_attempt_id = a.id,
      generate_series(1, d.steps) as step, ledger_tx x, lateral ${reversedByBank} as m
    where a.status = 'captured' and x.kind in ('dispute_lost', 'dispute_reinstated') and x.source_type = 'dispute'
      and x.source_id = d.id || ':' || step and ${inMonth('x.posted_at')} and m.online <> 0
    order by 1`.execute(db);
  return rows;
}

/** Orders with their lines: those paid in the month, and those in `numbers`. */
async function findOrders(
  { db, livemode }: Deps,
  customerId: bigint,
  inMonth: InMonth,
  numbers: readonly string[],
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select o.number, case when ${inMonth('o.paid_at')} then o.paid_at end as bought_at, coalesce(o.billing ->> 'reference', '') as reference, (
      select jsonb_agg(jsonb_build_object('position', position, 'title', title, 'amount', amount, 'details', details) order by position)
      from order_line where order_id = o.id
    ) as lines
    from customer_order o join payment_link p on p.id = o.payment_link_id
    where o.customer_id = ${customerId} and o.currency = ${currency} and p.livemode = ${livemode} and (${inMonth('o.paid_at')} or o.number = any(${numbers}::text[]))
    order by o.paid_at`.execute(db);
  return rows;
}

type Frame = { first: string; billing: Order['billing'] | null; opening: bigint | null };

async function findFrame({ db, livemode }: Deps, customerId: bigint, month: string): Promise<Frame> {
  const { timeZone } = businessCalendar;
  const start = sql`(${`${month}-01`}::timestamp at time zone ${timeZone})`;
  const end = sql`((${`${month}-01`}::timestamp + interval '1 month') at time zone ${timeZone})`;
  const { rows } = await sql<Frame>`
    select to_char(c.created_at at time zone ${timeZone}, 'YYYY-MM') as first, (
      select billing from (
        (select o.billing, o.created_at from customer_order o where o.customer_id = c.id and o.created_at < ${end} order by o.id desc limit 1)
        union all
        (select d.billing, d.created_at from deposit d where d.customer_id = c.id and d.created_at < ${end} order by d.id desc limit 1)
      ) as billed order by created_at desc limit 1
    ) as billing, (
      select e.balance from balance_entry e join ledger_tx x on x.id = e.id
      where e.customer_id = c.id and e.currency = ${currency} and e.livemode = ${livemode} and x.posted_at < ${start} order by e.id desc limit 1
    ) as opening
    from customer c where c.id = ${customerId}`.execute(db);
  return rows[0]!;
}

/**
 * Whether a balance entry and an online movement belong to the same payment or refund, so that they are one row of the statement.
 */
const isSame = (entry: EntryRow, money: Money): boolean =>
  (money.attempt_id !== null &&
    entry.attempt_id === money.attempt_id &&
    entry.kinds.some((kind) => kind === 'capture' || kind === 'order_paid')) ||
  (money.refund_id !== null &&
    entry.refund_id === money.refund_id &&
    entry.amount < 0n === money.online < 0n);

/** Titles for the customer. `what`: "order R-…" or "deposit D-…". */
const onlineTitles: Record<Money['kind'], (what: string) => string> = {
  payment: (what) => what.replace(/^./, (letter) => letter.toUpperCase()),
  refund: (what) => `Refund for ${what}`,
  failedRefund: (what) => `Refund for ${what} failed`,
  reversal: (what) => `Payment for ${what} reversed by your bank`,
  restored: (what) => `Payment for ${what} restored by your bank`,
};

/** A customer's payments, purchases and balance entries of a month. */
export async function showMonthlyStatement(
  deps: Deps,
  customerId: bigint,
  month: string,
): Promise<MonthlyStatement> {
  const { timeZone } = businessCalendar;
  const inMonth: InMonth = (instant) => sql<boolean>`(
    ${sql.ref(instant)} >= (${`${month}-01`}::timestamp at time zone ${timeZone})
    and ${sql.ref(instant)} < ((${`${month}-01`}::timestamp + interval '1 month') at time zone ${timeZone}))`;
  const isIn = sql`exists (select from ledger_tx x where x.id = balance_entry.id and ${inMonth('x.posted_at')})`;
  const [frame, newest, online] = await Promise.all([
    findFrame(deps, customerId, month),
    findEntries(deps, customerId, isIn, 1_000_000),
    findOnline(deps, customerId, inMonth),
  ]);
  const entries = newest.toReversed();
  const alone = new Set(online);
  const withBalance = entries.map((entry) => {
    const money = online.find((one) => alone.has(one) && isSame(entry, one));
    if (money) alone.delete(money);
    const { at, type, title, orderNumber, depositNumber, amount, balance } = toEntry(entry);
    return {
      at,
      title,
      number: orderNumber ?? depositNumber ?? '',
      online: Number(money?.online ?? 0),
      isPayment: money?.kind === 'payment',
      type,
      change: amount,
      balance,
    };
  });
  const onlyOnline = [...alone].map((money) => ({
    at: money.at.toISOString(),
    title: onlineTitles[money.kind](`${money.purpose} ${money.number}`),
    number: money.number,
    online: Number(money.online),
    isPayment: money.kind === 'payment',
    type: null,
    change: 0,
    balance: null,
  }));
  const movements = [...withBalance, ...onlyOnline].toSorted((one, other) => one.at.localeCompare(other.at));
  const orders = await findOrders(deps, customerId, inMonth, [
    ...new Set(movements.map(({ number }) => number)),
  ]);
  const names = new Map(orders.map(({ number, lines }) => [number, orderName(lines)]));
  const opening = Number(frame.opening ?? 0n);
  return {
    month,
    firstMonth: frame.first,
    currency,
    billing: frame.billing,
    opening,
    closing: withBalance.at(-1)?.balance ?? opening,
    movements: movements.map((one) => {
      const name = names.get(one.number);
      return name === undefined ? one : { ...one, title: `${one.title}: ${name}` };
    }),
    bought: orders.flatMap(({ number, bought_at: boughtAt, reference, lines }) =>
      boughtAt === null
        ? []
        : lines.map((line) => ({
            at: boughtAt.toISOString(),
            number,
            reference,
            title: line.title,
            client: brandOf(line),
            amount: line.amount,
          })),
    ),
  };
}

/** The monthly statement as a PDF. @throws ProblemReply 503 when many are being drawn */
export const printMonthlyStatement = async (
  deps: Deps,
  customerId: bigint,
  month: string,
): Promise<BytesAnswer> => statementFile(await showMonthlyStatement(deps, customerId, month));
