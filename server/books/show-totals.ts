import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { Movement } from '#contract/desk/books.ts';
import {
  paidWays,
  type ProviderTotals,
  type SaleGroup,
  type ShownTotals,
} from '#contract/desk/money-lists.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Kysely } from 'kysely';
import { boundsOf, type ClosedBook, findClosed, lookBack } from './close-days.ts';
import { countSales, type DaySales, priceAccounts, refundKinds } from './count-sales.ts';
import { daysAfter } from './day-bounds.ts';
import { type BooksDeps, byBook, checkPeriod, type Period } from './show-books.ts';

const clearing = 'clearing:';

/** The title of a product, also of a retired one. */
export const titleOf = (catalogue: Catalogue, type: number): string =>
  catalogue.everyProduct.find(({ orderType }) => orderType === type)!.title;

const noTotals = {
  payments: 0,
  received: 0,
  refunded: 0,
  disputed: 0,
  fees: 0,
  paidOut: 0,
  other: 0,
  net: 0,
};

/** Kinds of postings that change what a provider holds for another reason than a payment. */
const otherKinds = ['unexplained', 'explained', 'exchanged_from', 'exchanged_to'];

/** What each provider received and refunded in these movements, in minor units. `net`: the change of its clearing account. */
export function providersOf(movements: readonly Movement[]): ProviderTotals[] {
  const found = new Map<string, ProviderTotals>();
  for (const { kind, from, to, count, amount } of movements)
    for (const [account, other, change] of [
      // money at a provider is a debit balance: a debit increases it
      [from, to, amount],
      [to, from, -amount],
    ] as const) {
      if (!account.startsWith(clearing)) continue;
      const provider = account.slice(clearing.length);
      const totals = found.get(provider) ?? { provider, ...noTotals };
      const sum = { ...totals, net: totals.net + change };
      if (kind === 'capture') {
        sum.payments += count;
        sum.received += change;
      } else if (other === 'provider_fee') sum.fees -= change;
      else if (other === 'bank') sum.paidOut -= change;
      else if (otherKinds.includes(kind)) sum.other += change;
      else if (kind.startsWith('dispute_')) sum.disputed -= change;
      else sum.refunded -= change;
      found.set(provider, sum);
    }
  return [...found.values()].toSorted((a, b) => a.provider.localeCompare(b.provider));
}

/** Adds up days' sales of the same product, provider and way of paying; deposits come last. */
function groupsOf(sales: readonly DaySales[], catalogue: Catalogue): SaleGroup[] {
  const groups = Map.groupBy(sales, ({ order_type: type, provider, way }) => `${type} ${provider} ${way}`);
  const sums = [...groups.values()].map((own) => {
    const { order_type: type, provider, way } = own[0]!;
    const sum = (key: 'count' | 'paid' | 'refunded') =>
      own.reduce((total, one) => total + Number(one[key]), 0);
    return {
      product: type === null ? null : titleOf(catalogue, type),
      provider,
      way,
      count: sum('count'),
      paid: sum('paid'),
      refunded: sum('refunded'),
    };
  });
  const last = '\uffff';
  return sums.toSorted(
    (a, b) =>
      (a.product ?? last).localeCompare(b.product ?? last) ||
      paidWays.indexOf(a.way) - paidWays.indexOf(b.way) ||
      (a.provider ?? '').localeCompare(b.provider ?? ''),
  );
}

const add = (sum: number, one: { amount: number }) => sum + one.amount;

/** Amounts of orders paid and refunded on these days, by the closes. A later close may contain a posting of these days. */
function closedSums(closed: readonly ClosedBook[], days: ReadonlySet<string>) {
  const own = closed.flatMap(({ day, movements }) =>
    movements.filter(({ postedOn }) => days.has(postedOn ?? day)),
  );
  return {
    paid: own.filter(({ kind }) => kind === 'order_paid').reduce(add, 0),
    refunded: own
      .filter(({ kind, from }) => refundKinds.includes(kind) && priceAccounts.includes(from))
      .reduce(add, 0),
  };
}

const total = (sales: readonly DaySales[], key: 'paid' | 'refunded') =>
  sales.reduce((sum, one) => sum + Number(one[key]), 0);
const isOrder = ({ order_type: type }: DaySales) => type !== null;

/** The closes of a period's days, and the later closes that may contain postings of them. */
export const findWithLate = (db: Kysely<Schema>, { from, to }: Period): Promise<ClosedBook[]> =>
  findClosed(db, from, daysAfter(to, lookBack + 1));

/**
 * What the closed days of a period sold, and what each provider received and refunded.
 * @throws Refusal for a period that is too long or ends before it starts
 */
export async function showTotals({ db, catalogue }: BooksDeps, period: Period): Promise<ShownTotals> {
  checkPeriod(period);
  const withLate = await findWithLate(db, period);
  const days = boundsOf(withLate.filter(({ day }) => day <= period.to));
  const sales = days.length === 0 ? [] : await countSales(db, days);
  const names = new Set(days.map(({ day }) => day));
  const books = byBook(withLate).flatMap((every) => {
    const own = every.filter(({ day }) => names.has(day));
    if (own.length === 0) return [];
    const { currency, livemode } = own[0]!;
    const sold = sales.filter((one) => one.currency === currency && one.livemode === livemode);
    const orders = sold.filter(isOrder);
    const closed = closedSums(every, names);
    return [
      {
        currency,
        livemode,
        groups: groupsOf(sold, catalogue()),
        providers: providersOf(own.flatMap(({ movements }) => movements)),
        days: own.map(({ day }) => {
          const ofDay = sold.filter((one) => one.day === day);
          const ordered = ofDay.filter(isOrder);
          return {
            day,
            count: ofDay.reduce((sum, { count }) => sum + count, 0),
            orders: total(ordered, 'paid'),
            deposits: total(ofDay, 'paid') - total(ordered, 'paid'),
            refunded: total(ofDay, 'refunded'),
          };
        }),
        matches: closed.paid === total(orders, 'paid') && closed.refunded === total(orders, 'refunded'),
      },
    ];
  });
  return { firstClosed: days[0]?.day ?? null, lastClosed: days.at(-1)?.day ?? null, books };
}
