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
  /** Amount paid online, in minor units; negative for refunds and chargebacks. */
  online: bigint;
  attempt_id: string | null;
  refund_id: string | null;
};
type Line = Pick<Order['lines'][number], 'position' | 'title' | 'amount' | 'details'>;
/** `bought_at`: when the order was paid; null when that wasn't in the month. */
type OrderRow = { number: string; bought_at: Date | null; reference: string; lines: Line[] };

/** Online movements of the month: payments, refunds to cards, and chargebacks. */
async function findOnline({ db, livemode }: Deps, customerId: bigint, inMonth: InMonth): Promise<Money[]> {
  const { rows } = await sql<Money>`
    with link as materialized (
      select id, number, purpose, charged_back_at from payment_link
      where customer_id = ${customerId} and currency = ${currency} and livemode = ${livemode}
    )
    select a.closed_at as at, l.number, l.purpose, coalesce(a.captured_amount, a.amount) as online, a.id as attempt_id, null as refund_id
    from link l join payment_attempt a on a.payment_link_id = l.id where a.status = 'captured' and ${inMonth('a.closed_at')}
    union all
    select r.created_at, l.number, l.purpose, -r.amount, null, r.id
    from link l join refund r on r.payment_link_id = l.id
    where r.payment_attempt_id is not null and r.status <> 'failed' and ${inMonth('r.created_at')}
    union all
    select l.charged_back_at, l.number, l.purpose, -sum(d.withdrawn - d.reinstated)::bigint, null, null
    from link l join payment_attempt a on a.payment_link_id = l.id join dispute d on d.payment_attempt_id = a.id
    where d.status = 'lost' and ${inMonth('l.charged_back_at')} group by l.id, l.charged_back_at, l.number, l.purpose
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
    where o.customer_id = ${customerId} and p.livemode = ${livemode} and (${inMonth('o.paid_at')} or o.number = any(${numbers}::text[]))
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
  (money.refund_id !== null && entry.refund_id === money.refund_id && entry.amount < 0n);

const onlineTitle = ({ online, number, purpose, refund_id: refund }: Money): string => {
  if (online > 0n) return purpose === 'deposit' ? `Deposit ${number}` : `Order ${number}`;
  const what = `${purpose} ${number}`;
  return refund === null ? `Payment for ${what} reversed by your bank` : `Refund for ${what}`;
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
      type,
      change: amount,
      balance,
    };
  });
  const onlyOnline = [...alone].map((money) => ({
    at: money.at.toISOString(),
    title: onlineTitle(money),
    number: money.number,
    online: Number(money.online),
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
