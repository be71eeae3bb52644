import { Download, Printer } from 'lucide';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { addressLines } from '#contract/storefront/address-lines.ts';
import { monthWords } from '#contract/deadline.ts';
import { formatMoney } from '#contract/money.ts';
import {
  boughtByClient,
  type MonthlyStatement,
  monthlyStatementCsv,
  movementAmounts,
  movementDay,
  movementDaysNote,
  statementSums,
} from '#contract/storefront/monthly-statement.ts';
import { sellerLines, taxWords } from '#contract/seller.ts';
import { shop } from '#contract/shop.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Notice } from '#ui/notice.tsx';
import { saveCsv } from '#ui/save-csv.ts';
import { saveFile } from '#ui/save-file.ts';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useBusy } from '#ui/use-busy.ts';
import { callApi } from '#web/api/call-api.ts';
import { fetchFile } from '#web/api/fetch-file.ts';

/** The months from `first` to `last` (YYYY-MM), newest first. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  const at = new Date(`${last}-01`);
  for (;;) {
    const month = at.toISOString().slice(0, 7);
    months.push(month);
    if (month <= first) return months;
    at.setUTCMonth(at.getUTCMonth() - 1);
  }
}

/** Everything paid and bought in a month, to read, print and save. */
export function MonthSheet({ month, thisMonth }: { month: string; thisMonth: string }) {
  const [, setSearch] = useSearchParams();
  const [statement, setStatement] = useState<MonthlyStatement>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  const { busy, run } = useBusy();

  useEffect(() => {
    const leaving = new AbortController();
    setFailure(undefined);
    callApi('showMonthlyStatement', { params: { month }, signal: leaving.signal }).then(
      setStatement,
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(failureMessage(error));
      },
    );
    return () => leaving.abort();
  }, [month, tries]);

  const download = async () => saveFile(await fetchFile('printMonthlyStatement', { params: { month } }));
  const back = (
    <ButtonLink small look="quiet" to="/cabinet/balance">
      Back to your balance
    </ButtonLink>
  );

  if (failure !== undefined)
    return (
      <Notice kind="error" role="alert" title={failure}>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button look="quiet" small onClick={() => setTries(tries + 1)}>
            Try again
          </Button>
          {back}
        </div>
      </Notice>
    );
  if (!statement) return <Skeleton lines={8} label="Loading the statement" />;
  const { firstMonth } = statement;
  const months = monthsBetween(month < firstMonth ? month : firstMonth, thisMonth);
  return (
    <div className="grid grid-cols-[minmax(0,46rem)] items-start gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,46rem)_auto] print:block">
      <div className="flex flex-wrap items-end gap-3 lg:order-last lg:w-56 lg:flex-col lg:items-stretch print:hidden">
        <SelectField
          id="statement-month"
          label="Month"
          options={months.map((value) => ({ value, label: monthWords(value) }))}
          value={month}
          onValue={(value) => setSearch({ month: value }, { replace: true })}
        />
        <Button small busy={busy} busyText="Preparing" onClick={() => void run(download)}>
          <Icon of={Download} size={18} /> Download PDF
        </Button>
        <Button
          small
          look="quiet"
          onClick={() => saveCsv(`statement-${statement.month}.csv`, monthlyStatementCsv(statement))}
        >
          <Icon of={Download} size={18} /> CSV
        </Button>
        <Button small look="quiet" onClick={() => window.print()}>
          <Icon of={Printer} size={18} /> Print
        </Button>
        {back}
      </div>
      <Paper statement={statement} />
    </div>
  );
}

function Paper({ statement }: { statement: MonthlyStatement }) {
  const { month, billing, currency, movements } = statement;
  const clients = boughtByClient(statement);
  return (
    <div className="figures rounded-b-sheet border border-t-[3px] border-hairline border-t-red-line bg-surface p-6 sm:p-8 print:border-x-0 print:border-b-0 print:px-0">
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-4">
        <div>
          <p className="font-semibold">{shop.legalName}</p>
          {[...sellerLines, shop.supportEmail].map((line) => (
            <p key={line} className="text-muted">
              {line}
            </p>
          ))}
        </div>
        {billing && (
          <address translate="no" className="break-words not-italic" dir="auto">
            {addressLines(billing).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        )}
      </div>
      <h2 className="mt-8 text-[1.625rem]">{monthWords(month)}</h2>
      <dl className="mt-3 border-y border-hairline py-3">
        {statementSums(statement).map(([what, amount]) => (
          <Row key={what} what={what} value={amount} />
        ))}
        <Row what="Tax" value={taxWords} />
      </dl>
      <h3 className="mt-8 text-h3">Payments and balance</h3>
      <p className="mt-1 text-small text-muted">
        {movements.length === 0 ? 'No payments in this month.' : movementDaysNote}
      </p>
      <ul>
        {movements.map(({ at, title, number, ...movement }, index) => (
          <li
            key={`${index} ${at}`}
            className="flex break-inside-avoid flex-wrap justify-between gap-x-6 border-b border-hairline py-3 last:border-b-0"
          >
            <div className="min-w-0 flex-1 basis-56 break-words">
              {number.startsWith('R') ? (
                <Link className="link" to={`/cabinet/history?order=${encodeURIComponent(number)}`}>
                  {title}
                </Link>
              ) : (
                title
              )}
              <span className="block text-small text-subtle">{movementDay(at)}</span>
            </div>
            <dl className="min-w-40 max-sm:basis-full">
              {movementAmounts(movement, currency).map(([what, amount]) => (
                <Row key={what} what={what} value={amount} />
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {clients.map(({ client, items, amount }) => (
        <section key={client} className="mt-8 break-inside-avoid">
          <h3 className="text-h3 break-words">
            {client === '' ? 'Purchases' : 'Purchases for '}
            <bdi translate="no">{client}</bdi>
          </h3>
          <dl className="mt-2">
            {items.map(({ title, number, reference, amount: price }, index) => (
              <Row
                key={`${index} ${number}`}
                what={
                  <>
                    {title} ·{' '}
                    <span translate="no" className="whitespace-nowrap">
                      {number}
                    </span>
                    {reference !== '' && (
                      <>
                        {' · '}
                        <bdi translate="no">{reference}</bdi>
                      </>
                    )}
                  </>
                }
                value={formatMoney(price, currency)}
              />
            ))}
            {items.length > 1 && <Row what="Total" value={formatMoney(amount, currency)} isBold />}
          </dl>
        </section>
      ))}
    </div>
  );
}

const Row = ({ what, value, isBold = false }: { what: ReactNode; value: string; isBold?: boolean }) => (
  <div className={`flex justify-between gap-4 py-0.5 ${isBold ? 'font-semibold' : ''}`}>
    <dt className={`min-w-0 break-words ${isBold ? 'font-semibold' : 'font-normal'}`}>{what}</dt>
    <dd className="whitespace-nowrap">{value}</dd>
  </div>
);
