import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDay } from '#contract/delivery-date.ts';
import type { ClosedDay } from '#contract/desk/books.ts';
import { formatMoney } from '#contract/money.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Pages } from '#desk/frame/pages.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { BooksViews } from './books-views.tsx';
import { bookTitle, periodUrl } from './book-words.ts';
import { MoneyCharts, useMoneyReport } from './money-charts.tsx';

/** The closed days, and what the shop received and owes. */
export function BooksPage() {
  const days = useInfiniteQuery({
    queryKey: ['books', 'days'],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listDays', { query: { ...(pageParam ? { cursor: pageParam } : {}), limit: 31 }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  const [range, setRange] = useState<30 | 90 | 366>(30);
  const report = useMoneyReport(range);
  const found = days.data?.pages.flatMap((page) => page.days) ?? [];
  return (
    <Screen title="Books">
      <BooksViews period={found[0] && monthOf(found[0].day)} />
      {report.isPending ? (
        // hides the list too: its button would move when the charts above it appear
        <Skeleton lines={6} />
      ) : (
        <Pages query={days} more="Show older days">
          {found.length === 0 ? (
            <p className="max-w-xl">
              No days are closed yet. After the first payment, each day is closed shortly after midnight.
            </p>
          ) : (
            <div className="flex flex-col gap-10">
              <NewestDay newest={found[0]!} />
              <MoneyCharts report={report} days={range} onDays={setRange} />
              {[...Map.groupBy(found, bookTitle)].map(([title, own]) => (
                <BookDays key={title} title={title} days={own} />
              ))}
            </div>
          )}
        </Pages>
      )}
    </Screen>
  );
}

/** The day to look at first, above the charts: whether it still needs a signature. */
const NewestDay = ({ newest: { day, signedBy } }: { newest: ClosedDay }) => (
  <p>
    The most recent closed day is{' '}
    <Link className="link" to={periodUrl(day, day)}>
      {formatDay(day)}
    </Link>
    {signedBy.length === 0 ? ', which nobody has signed off yet.' : `, signed off by ${signedBy.join(', ')}.`}
  </p>
);

/** The month of a day, up to that day. */
const monthOf = (day: string) => ({ from: `${day.slice(0, 8)}01`, to: day });

const amounts: { label: string; of: (day: ClosedDay) => number }[] = [
  { label: 'Received', of: ({ received }) => received },
  { label: 'Revenue earned', of: ({ earned }) => earned },
  { label: 'Refunded online', of: ({ returned }) => returned },
  { label: 'Customers’ balances', of: ({ balances }) => balances },
  { label: 'Deferred revenue', of: ({ unearned }) => unearned },
];

function BookDays({ title, days }: { title: string; days: ClosedDay[] }) {
  const { currency } = days[0]!;
  return (
    <section aria-label={`Closed days, ${title}`} className="flex flex-col gap-6">
      <h2>
        Closed days <span className="font-normal text-muted">{title}</span>
      </h2>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {amounts.map(({ label }) => (
              <th key={label} scope="col" className="amount">
                {label}
              </th>
            ))}
            <th scope="col">Signed off by</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row" className="day max-sm:basis-full">
                <Link className="link" to={periodUrl(day.day, day.day)}>
                  {formatDay(day.day)}
                </Link>
              </th>
              {amounts.map(({ label, of }) => (
                <td
                  key={label}
                  className="figures text-right max-sm:flex max-sm:basis-full max-sm:justify-between"
                >
                  <span className="text-muted sm:hidden">{label}</span>{' '}
                  <span className={of(day) === 0 ? 'text-muted' : undefined}>
                    {formatMoney(of(day), currency)}
                  </span>
                </td>
              ))}
              <td>
                {day.signedBy.length > 0 && (
                  <>
                    <span className="text-muted sm:hidden">Signed off by </span>
                    {day.signedBy.join(', ')}
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
