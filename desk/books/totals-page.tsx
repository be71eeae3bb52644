import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDay } from '#contract/delivery-date.ts';
import type { ShownTotals } from '#contract/desk/money-lists.ts';
import { wayWords } from '#contract/desk/report-words.ts';
import { Notice } from '#ui/notice.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { type Period, usePeriod } from '#desk/frame/period-form.tsx';
import { ExportButton } from '#desk/work/export-button.tsx';
import { bookTitle } from './book-words.ts';
import { Figure, Turnover } from './period-tables.tsx';
import { ReportFrame } from './report-frame.tsx';

type Book = ShownTotals['books'][number];

const nameOf = (provider: string): string => provider[0]!.toUpperCase() + provider.slice(1);

/** What the closed days of a period sold: by product, provider and payment method, by provider, and by day. */
export function TotalsPage() {
  const [period, setPeriod] = usePeriod();
  const totals = useQuery({
    queryKey: ['books', 'totals', period],
    queryFn: ({ signal }) => callDesk('showTotals', { query: period, signal }),
    staleTime: 0,
  });
  return (
    <ReportFrame title="Totals" period={period} onPeriod={setPeriod} query={totals}>
      {({ books }, closed) => (
        <>
          <div className="flex flex-wrap gap-3 print:hidden">
            <ExportButton report="totals" period={closed} label="totals by day" />
            <ExportButton report="providers" period={closed} label="provider totals by day" />
          </div>
          {books.map((book) => (
            <BookTotals key={bookTitle(book)} book={book} closed={closed} />
          ))}
        </>
      )}
    </ReportFrame>
  );
}

function BookTotals({ book, closed }: { book: Book; closed: Period }) {
  const title = bookTitle(book);
  return (
    <section aria-label={`Totals, ${title}`} className="flex flex-col gap-8">
      {book.matches ? (
        <p className="-mb-4">
          The totals match the closed days. <span className="text-muted">{title}</span>
        </p>
      ) : (
        <Notice kind="warning" title="The totals differ from the closed days">
          <p>
            Transactions that were still in progress at midnight are counted in the next day’s books. If this
            message is still here tomorrow, see Checks on the Money page.
          </p>
        </Notice>
      )}
      <Groups book={book} />
      <Providers book={book} />
      {closed.from !== closed.to && <Days book={book} />}
    </section>
  );
}

const sum = <Row,>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

/** Deposits are not added to orders: an order paid from the balance would count twice. */
const isDeposit = ({ product }: Book['groups'][number]) => product === null;

function Groups({ book: { groups, currency } }: { book: Book }) {
  if (groups.length === 0) return <p>Nothing was sold, deposited or refunded on these days.</p>;
  const orders = groups.filter((group) => !isDeposit(group));
  const rowsOf = (rows: Book['groups']) =>
    rows.map(({ product, provider, way, count, paid, refunded }) => (
      <tr key={`${product} ${provider} ${way}`}>
        <th scope="row" className="max-sm:basis-full">
          {product ?? 'Deposits'}
        </th>
        <td className="max-sm:basis-full">
          {wayWords[way]}
          {provider !== null && <span className="text-muted">, {nameOf(provider)}</span>}
        </td>
        <Figure label="Count">{count}</Figure>
        <Turnover label="Paid" amount={paid} currency={currency} />
        <Turnover label="Refunded" amount={refunded} currency={currency} />
      </tr>
    ));
  return (
    <div>
      <h2 className="mb-1">By product and payment method</h2>
      <p className="mb-2 max-w-2xl text-muted">
        “Count” is the number of order lines and deposits. A refund counts on the day it was made. A refund
        for several lines is divided among the lines by price. “All orders” excludes deposits so that no money
        is counted twice.
      </p>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Paid with</th>
            <th scope="col" className="amount">
              Count
            </th>
            <th scope="col" className="amount">
              Paid
            </th>
            <th scope="col" className="amount">
              Refunded
            </th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(orders)}
          {orders.length > 0 && (
            <tr className="font-semibold">
              <th scope="row" className="max-sm:basis-full">
                All orders
              </th>
              <td />
              <Figure label="Count">{sum(orders, ({ count }) => count)}</Figure>
              <Turnover label="Paid" amount={sum(orders, ({ paid }) => paid)} currency={currency} />
              <Turnover
                label="Refunded"
                amount={sum(orders, ({ refunded }) => refunded)}
                currency={currency}
              />
            </tr>
          )}
          {rowsOf(groups.filter(isDeposit))}
        </tbody>
      </table>
    </div>
  );
}

const providerFigures = [
  ['Received', 'received'],
  ['Refunded', 'refunded'],
  ['Disputed', 'disputed'],
  ['Fees', 'fees'],
  ['Paid out', 'paidOut'],
  ['Other', 'other'],
  ['Net change', 'net'],
] as const;

function Providers({ book: { providers, currency } }: { book: Book }) {
  if (providers.length === 0) return null;
  return (
    <div>
      <h2 className="mb-1">By payment provider</h2>
      <p className="mb-2 max-w-2xl text-muted">
        Includes all payments, even those that stayed in customers’ balances. “Net change” is the change in
        the provider’s balance. “Other” covers currency exchange and unexplained transactions.
      </p>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">Provider</th>
            <th scope="col" className="amount">
              Payments
            </th>
            {providerFigures.map(([label]) => (
              <th key={label} scope="col" className="amount">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {providers.map((row) => (
            <tr key={row.provider}>
              <th scope="row" className="max-sm:basis-full">
                {nameOf(row.provider)}
              </th>
              <Figure label="Payments">{row.payments}</Figure>
              {providerFigures.map(([label, key]) => (
                <Turnover key={key} label={label} amount={row[key]} currency={currency} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Days({ book: { days: every, currency } }: { book: Book }) {
  const days = every.filter(({ count, refunded }) => count > 0 || refunded > 0);
  if (days.length === 0) return null;
  return (
    <div>
      <h2 className="mb-1">By day</h2>
      <p className="mb-2 text-muted">Days without an order, a deposit or a refund are left out.</p>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="amount">
              Count
            </th>
            <th scope="col" className="amount">
              Orders
            </th>
            <th scope="col" className="amount">
              Deposits
            </th>
            <th scope="col" className="amount">
              Refunded
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, count, orders, deposits, refunded }) => (
            <tr key={day}>
              <th scope="row" className="day max-sm:basis-full">
                <Link className="link" to={`/books/totals?from=${day}&to=${day}`}>
                  {formatDay(day)}
                </Link>
              </th>
              <Figure label="Count" isZero={count === 0}>
                {count}
              </Figure>
              <Turnover label="Orders" amount={orders} currency={currency} />
              <Turnover label="Deposits" amount={deposits} currency={currency} />
              <Turnover label="Refunded" amount={refunded} currency={currency} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
