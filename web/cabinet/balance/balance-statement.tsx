import { Download, Printer } from 'lucide';
import { Link } from 'react-router';
import type { BalanceEntry, BalancePage, StatementFilter } from '#contract/storefront/statement.ts';
import { formatChange, formatMoney } from '#contract/money.ts';
import { callApi } from '#web/api/call-api.ts';
import { DepositReceipt } from '#web/balance/deposit-receipt.tsx';
import { Button } from '#ui/button.tsx';
import { useBusy } from '#ui/use-busy.ts';
import { saveCsv } from '#ui/save-csv.ts';
import { statementCsv } from './statement-csv.ts';
import { formatDate } from '#web/cabinet/format-time.ts';
import { Icon } from '#ui/icon.tsx';

/** The statement's entries, newest first, each with the balance after it. */
export function BalanceStatement({
  entries,
  currency,
  show,
  onShow,
  hasMore,
  isLoadingMore,
  onMore,
}: {
  entries: readonly BalanceEntry[];
  currency: string;
  show: StatementFilter;
  onShow: (show: StatementFilter) => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}) {
  if (entries.length === 0 && show === 'all')
    return (
      <section aria-labelledby="statement">
        <h2 id="statement" className="mb-3 text-[1.625rem]">
          Statement
        </h2>
        <p className="note max-w-xl py-1 text-muted">
          No completed transactions yet. Money you add shows up here once the payment is confirmed.
        </p>
      </section>
    );
  return (
    <section aria-labelledby="statement">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="statement" className="text-[1.625rem]">
          Statement
        </h2>
        <div className="flex flex-wrap gap-2 print:hidden">
          <SaveCsv show={show} currency={currency} />
          <Button look="quiet" small onClick={() => window.print()}>
            <Icon of={Printer} size={18} /> Print
          </Button>
        </div>
      </div>
      <div role="group" aria-label="Show" className="mb-4 flex flex-wrap gap-2 print:hidden">
        {filters.map(([value, label]) => (
          <Button
            key={value}
            small
            look={value === show ? 'primary' : 'quiet'}
            aria-pressed={value === show}
            onClick={() => onShow(value)}
          >
            {label}
          </Button>
        ))}
      </div>
      {entries.length === 0 && (
        <p className="note max-w-xl py-1 text-muted">No transactions of this kind yet.</p>
      )}
      <table className="figures w-full border-t-2 border-ink text-left">
        <thead className="max-sm:sr-only">
          <tr className="text-small text-subtle">
            <th scope="col" className="py-2 pr-4 font-semibold">
              Description
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-semibold">
              Amount
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-semibold max-sm:hidden">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} className="border-t border-hairline align-top">
              <td className="py-3 pr-4">
                {entry.orderNumber ? (
                  <Link
                    className="link"
                    to={`/cabinet/history?order=${encodeURIComponent(entry.orderNumber)}`}
                  >
                    <Title {...entry} />
                  </Link>
                ) : (
                  <Title {...entry} />
                )}
                <span className="block text-small text-subtle">
                  <time dateTime={entry.at}>{formatDate(entry.at)}</time>
                  {entry.type === 'deposit' && entry.depositNumber && (
                    <span className="print:hidden">
                      {' · '}
                      <DepositReceipt number={entry.depositNumber} label="Receipt" />
                    </span>
                  )}
                </span>
              </td>
              <td className="py-3 pl-4 text-right whitespace-nowrap">
                <strong className="font-semibold">{formatChange(entry.amount, currency)}</strong>
                <span className="block text-small text-muted sm:hidden">
                  Balance {formatMoney(entry.balance, currency)}
                </span>
              </td>
              <td className="py-3 pl-4 text-right whitespace-nowrap text-muted max-sm:hidden">
                {formatMoney(entry.balance, currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <Button
          data-repeats
          look="quiet"
          className="mt-6 print:hidden"
          busy={isLoadingMore}
          busyText="Loading"
          onClick={onMore}
        >
          Show older transactions
        </Button>
      )}
    </section>
  );
}

const filters = [
  ['all', 'All'],
  ['in', 'Money in'],
  ['out', 'Money out'],
] as const;

/** Exports the whole filtered statement, not only the loaded pages. */
function SaveCsv({ show, currency }: { show: StatementFilter; currency: string }) {
  const { busy, run } = useBusy();
  const save = async () => {
    const entries: BalanceEntry[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit: '500', show, ...(cursor === null ? {} : { cursor }) };
      const page: BalancePage = await callApi('showBalance', { query });
      entries.push(...page.entries);
      cursor = page.nextCursor;
    } while (cursor !== null);
    saveCsv('statement.csv', statementCsv(entries, currency));
  };
  return (
    <Button look="quiet" small busy={busy} busyText="Preparing" onClick={() => void run(save)}>
      <Icon of={Download} size={18} /> CSV
    </Button>
  );
}

/** Numbers do not break at their hyphens. */
function Title({ title, orderNumber, depositNumber }: BalanceEntry) {
  const number = orderNumber ?? depositNumber ?? '';
  const [before = '', after] = number === '' ? [title] : title.split(number);
  if (after === undefined) return <>{title}</>;
  return (
    <>
      {before}
      <span translate="no" className="whitespace-nowrap">
        {number}
      </span>
      {after}
    </>
  );
}
