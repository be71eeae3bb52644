import { useQuery } from '@tanstack/react-query';
import type { Roll, RollSide, ShownRolls } from '#contract/desk/money-lists.ts';
import { formatChange } from '#contract/money.ts';
import { rollColumns, rollWords } from '#contract/desk/report-words.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { shortDay } from '#desk/charts/short-day.ts';
import { usePeriod } from '#desk/frame/period-form.tsx';
import { ExportButton } from '#desk/work/export-button.tsx';
import { bookTitle } from './book-words.ts';
import { Figure, Turnover } from './period-tables.tsx';
import { ReportFrame } from './report-frame.tsx';

const titles: Record<RollSide, string> = { unearned: 'Deferred revenue', balances: 'Customers’ balances' };
const notes: Record<RollSide, string> = {
  unearned: 'Paid work that isn’t completed yet.',
  balances:
    'An online payment for an order passes through the customer’s balance, so it’s counted as received and as spent.',
};

/** How deferred revenue and customers' balances came from their opening to their closing amounts, by day. */
export function RollForwardPage() {
  const [period, setPeriod] = usePeriod();
  const rolls = useQuery({
    queryKey: ['books', 'roll-forward', period],
    queryFn: ({ signal }) => callDesk('showRollForward', { query: period, signal }),
    staleTime: 0,
  });
  return (
    <ReportFrame title="Roll-forward" period={period} onPeriod={setPeriod} query={rolls}>
      {({ books }, closed) => (
        <>
          <div className="print:hidden">
            <ExportButton report="roll-forward" period={closed} label="the roll-forward" />
          </div>
          {books.flatMap((book) =>
            book.sides.map((side) => (
              <Side key={`${bookTitle(book)} ${side.side}`} book={book} side={side} />
            )),
          )}
        </>
      )}
    </ReportFrame>
  );
}

type Book = ShownRolls['books'][number];

const sumOf = ({ changes }: Roll, isIn: (kind: string) => boolean) =>
  changes.reduce((total, { kind, amount }) => total + (isIn(kind) ? amount : 0), 0);

function Side({
  book,
  side: { side, whole, days },
}: {
  book: Pick<Book, 'currency' | 'livemode'>;
  side: Book['sides'][number];
}) {
  const { currency } = book;
  const columns = rollColumns[side];
  const named = columns.flatMap(({ kinds }) => kinds);
  const others = whole.changes.filter(({ kind }) => !named.includes(kind));
  // looks at the days, because a change that another day reverses is missing in the total
  const hasOther = days.some(({ changes }) => changes.some(({ kind }) => !named.includes(kind)));
  const row = (key: string, label: string, roll: Roll, strong = false) => (
    <tr key={key} className={strong ? 'font-semibold' : undefined}>
      <th scope="row" className="day max-sm:basis-full">
        {label}
      </th>
      <Turnover label="Opening" amount={roll.opening} currency={currency} />
      {columns.map(({ label: column, kinds }) => (
        <Change
          key={column}
          label={column}
          amount={sumOf(roll, (kind) => kinds.includes(kind))}
          currency={currency}
        />
      ))}
      {hasOther && (
        <Change label="Other" amount={sumOf(roll, (kind) => !named.includes(kind))} currency={currency} />
      )}
      <Turnover label="Closing" amount={roll.closing} currency={currency} />
    </tr>
  );
  const title = `${titles[side]}, ${bookTitle(book)}`;
  return (
    <section aria-label={title}>
      <h2 className="mb-1">
        {titles[side]} <span className="font-normal text-muted">{bookTitle(book)}</span>
      </h2>
      <p className="mb-2 max-w-2xl text-muted">{notes[side]} Days without a change are left out.</p>
      {/* large amounts in eight columns need more than a narrow window has */}
      <div className="sm:overflow-x-auto">
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">Day</th>
              {[
                'Opening',
                ...columns.map(({ label }) => label),
                ...(hasOther ? ['Other'] : []),
                'Closing',
              ].map((label) => (
                <th key={label} scope="col" className="amount">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row('whole', 'All days', whole, true)}
            {days.length > 1 &&
              days
                .filter(({ changes }) => changes.length > 0)
                .map(({ day, ...roll }) => row(day, shortDay(day), roll))}
          </tbody>
        </table>
      </div>
      {others.length > 0 && (
        <p className="mt-2">
          Other:{' '}
          {others
            .map(({ kind, amount }) => `${rollWords(kind)} ${formatChange(amount, currency)}`)
            .join(', ')}
        </p>
      )}
    </section>
  );
}

const Change = ({ label, amount, currency }: { label: string; amount: number; currency: string }) =>
  amount === 0 ? (
    <Turnover label={label} amount={0} currency={currency} />
  ) : (
    <Figure label={label}>{formatChange(amount, currency)}</Figure>
  );
