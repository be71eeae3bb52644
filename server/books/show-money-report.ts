import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import type { MoneyPoint } from '#contract/desk/reports.ts';
import { daysAfter } from './day-bounds.ts';
import { type ClosedBook, findClosed, findNewestClose } from './close-days.ts';
import { type BooksDeps, byBook, toClosedAmounts } from './show-books.ts';

/** The most days that are shown with a point per day; a longer period has a point per week. */
const mostDays = 92;

/** The Monday (ISO date) of a day's week. */
const mondayOf = (day: string): string => daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7));

function toPoint(days: readonly ClosedBook[]): MoneyPoint {
  const amounts = days.map(toClosedAmounts);
  const { balances, unearned } = amounts.at(-1)!;
  const total = (name: 'received' | 'earned' | 'returned') =>
    amounts.reduce((sum, each) => sum + each[name], 0);
  return {
    from: days[0]!.day,
    to: days.at(-1)!.day,
    received: total('received'),
    earned: total('earned'),
    returned: total('returned'),
    balances,
    unearned,
    refunding: days.at(-1)!.closing['refunds_pending'] ?? 0,
  };
}

/** Money received, earned, returned and owed on the newest closed days, by currency and mode. */
export async function showMoneyReport(
  { db }: Pick<BooksDeps, 'db'>,
  { days }: DeskQueryOf<'showMoneyReport'>,
): Promise<DeskAnswerOf<'showMoneyReport'>> {
  const newest = await findNewestClose(db);
  if (newest === undefined) return { books: [] };
  const closed = await findClosed(db, daysAfter(newest, 1 - days), newest);
  return {
    books: byBook(closed).map((own) => ({
      currency: own[0]!.currency,
      livemode: own[0]!.livemode,
      points: [...Map.groupBy(own, ({ day }) => (days > mostDays ? mondayOf(day) : day)).values()].map(
        toPoint,
      ),
    })),
  };
}
