import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { MoneyPoint } from '#contract/desk/reports.ts';
import { formatMoney, formatPrice } from '#contract/money.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { ChartTable } from '#desk/charts/chart-table.tsx';
import { Bars, Line } from '#desk/charts/plot.tsx';
import { roomFor, roundUp, type Scale } from '#desk/charts/scale.ts';
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

/** The vertical axis of one amount's drawing. */
const scaleOf = ({ points, currency }: MoneyBook, of: Amount): Scale => ({
  most: roundUp(Math.max(...points.map((point) => point[of]), leastShown)),
  format: (value) => formatPrice(value, currency),
});

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
        {({ books }) => {
          // on a phone, all drawings are in one column
          const scales = books.flatMap((book) => [...moved, ...owed].map(([of]) => scaleOf(book, of)));
          const room = roomFor(scales);
          return books.map((book) => (
            <div key={bookTitle(book)} className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
              <Chart title="Received, earned and refunded" book={book} series={moved} room={room} isTotal />
              <Chart title="Liabilities" book={book} series={owed} room={room} isTotal={false} />
            </div>
          ));
        }}
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
  room,
  isTotal,
}: {
  title: string;
  book: MoneyBook;
  series: readonly Series[];
  room: number;
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
          scale={scaleOf(book, of)}
          room={room}
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
  scale,
  room,
  currency,
  isTotal,
}: {
  name: string;
  points: readonly MoneyPoint[];
  values: readonly number[];
  scale: Scale;
  room: number;
  currency: string;
  isTotal: boolean;
}) {
  const amount = isTotal ? values.reduce((sum, value) => sum + value, 0) : (values.at(-1) ?? 0);
  const axes = { ...scale, labels: points.map(({ from }) => shortDay(from)), height: 56, room };
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
