import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { MoneyPoint } from '#contract/desk/reports.ts';
import { formatMoney, formatPrice } from '#contract/money.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { ChartTable } from '#desk/charts/chart-table.tsx';
import { Bars, Line } from '#desk/charts/plot.tsx';
import { roundUp } from '#desk/charts/scale.ts';
import { RangeChoice } from '#desk/charts/range-choice.tsx';
import { shortDay } from '#desk/charts/short-day.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { bookTitle } from './book-words.ts';

type MoneyBook = DeskAnswerOf<'showMoneyReport'>['books'][number];
type Amount = Exclude<keyof MoneyPoint, 'from' | 'to'>;
type Series = readonly [of: Amount, label: string];

const moved: readonly Series[] = [
  ['received', 'Received'],
  ['earned', 'Revenue earned'],
  ['returned', 'Refunded online'],
];
const owed: readonly Series[] = [
  ['balances', 'Customers’ balances'],
  ['unearned', 'Deferred revenue'],
  ['refunding', 'Refunds in progress'],
];

/** The smallest amount at the top of a drawing, in minor units. */
const leastShown = 100;

type Range = 30 | 90 | 366;

/** The closed days of the charts' range, by day or week. */
export const useMoneyReport = (days: Range) =>
  useQuery({
    queryKey: ['reports', 'money', days],
    queryFn: ({ signal }) => callDesk('showMoneyReport', { query: { days }, signal }),
    staleTime: 0,
    placeholderData: (before) => before,
  });

/** What the shop received, earned and refunded to cards, and what it owes, on closed days. */
export function MoneyCharts({
  report,
  days,
  onDays,
}: {
  report: ReturnType<typeof useMoneyReport>;
  days: Range;
  onDays: (days: Range) => void;
}) {
  return (
    <div className="flex flex-col gap-6">
      <RangeChoice
        label="Time range of the charts"
        ranges={[
          [30, '30 days'],
          [90, '90 days'],
          [366, '1 year'],
        ]}
        days={days}
        onDays={onDays}
      />
      <Awaited query={report}>
        {({ books }) =>
          books.map((book) => (
            <div key={bookTitle(book)} className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
              <Chart title="Received, earned and refunded" book={book} series={moved} isTotal />
              <Chart title="Liabilities" book={book} series={owed} isTotal={false} />
            </div>
          ))
        }
      </Awaited>
    </div>
  );
}

const periodOf = ({ from, to }: MoneyPoint) =>
  from === to ? formatDay(from) : `${shortDay(from)} – ${shortDay(to)}`;

/** One drawing per amount, below each other. `isTotal`: amounts add up over the time; otherwise the last one counts. */
function Chart({
  title,
  book,
  series,
  isTotal,
}: {
  title: string;
  book: MoneyBook;
  series: readonly Series[];
  isTotal: boolean;
}) {
  const { points, currency } = book;
  const label = `${title}, ${bookTitle(book)}`;
  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-4">
      <h2>
        {title} <span className="font-normal text-muted">{bookTitle(book)}</span>
      </h2>
      {series.map(([of, name]) => (
        <Drawing
          key={of}
          name={name}
          points={points}
          values={points.map((point) => point[of])}
          currency={currency}
          isTotal={isTotal}
        />
      ))}
      <ChartTable
        label={label}
        columns={[
          points.some(({ from, to }) => from !== to) ? 'Days' : 'Day',
          ...series.map(([, name]) => name),
        ]}
        rows={points
          .toReversed()
          .map((point) => [periodOf(point), ...series.map(([of]) => formatMoney(point[of], currency))])}
      />
    </section>
  );
}

function Drawing({
  name,
  points,
  values,
  currency,
  isTotal,
}: {
  name: string;
  points: readonly MoneyPoint[];
  values: readonly number[];
  currency: string;
  isTotal: boolean;
}) {
  const amount = isTotal ? values.reduce((sum, value) => sum + value, 0) : (values.at(-1) ?? 0);
  const axes = {
    labels: points.map(({ from }) => shortDay(from)),
    most: roundUp(Math.max(...values, leastShown)),
    format: (value: number) => formatPrice(value, currency),
    height: 56,
  };
  return (
    <div className="chart-row">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{name}</span>{' '}
        <span className="figures">
          {formatMoney(amount, currency)}
          <span className="text-muted">
            {isTotal ? ' in total' : ` on ${formatDay(points.at(-1)?.to ?? '')}`}
          </span>
        </span>
      </p>
      {isTotal ? (
        <Bars {...axes} bars={values.map((value) => [value])} />
      ) : (
        <Line {...axes} values={values} />
      )}
    </div>
  );
}
