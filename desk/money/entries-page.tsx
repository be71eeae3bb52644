import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useOutletContext } from 'react-router';
import type { MoneyEntry, MoneyList } from '#contract/desk/money-lists.ts';
import type { Me } from '#contract/desk/staff.ts';
import { formatMoney } from '#contract/money.ts';
import { disputeReason, entryCount, entryWords, statusWords } from '#contract/desk/report-words.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { Pages } from '#desk/frame/pages.tsx';
import { PeriodForm, periodProblem, usePeriod } from '#desk/frame/period-form.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { TestMark } from '#desk/frame/test-mark.tsx';
import { ExportButton } from '#desk/work/export-button.tsx';
import { MoneyViews } from './money-views.tsx';
import { providerName } from './money-words.ts';

const words: Record<MoneyList, { title: string; about: string; none: string }> = {
  refunds: {
    title: 'Refunds',
    about: 'Refunds, by start date.',
    none: 'Nothing was refunded in this period.',
  },
  disputes: {
    title: 'Disputes',
    about: 'Disputed payments, by the date the shop received the dispute.',
    none: 'No payments were disputed in this period.',
  },
  goodwill: {
    title: 'Goodwill',
    about: 'Balance credits and debits made by the team, and express surcharges refunded for late work.',
    none: 'In this period, no balance was credited or debited, and no express surcharge was refunded.',
  },
};

/** The refunds, disputes or goodwill of a period in the address, newest first. */
export function EntriesPage({ list }: { list: MoneyList }) {
  const [period, setPeriod] = usePeriod();
  const { title, about, none } = words[list];
  const entries = useInfiniteQuery({
    queryKey: ['money', 'entries', list, period],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listMoneyEntries', {
        params: { list },
        query: { ...period, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  const found = entries.data?.pages.flatMap((page) => page.entries) ?? [];
  const totals = entries.data?.pages[0]?.totals ?? [];
  return (
    <Screen title={title}>
      <MoneyViews />
      <p className="-mt-6 max-w-2xl text-muted">{about}</p>
      <PeriodForm
        key={`${period.from} ${period.to}`}
        period={period}
        error={entries.error}
        onPeriod={setPeriod}
      />
      {periodProblem(entries.error) === undefined && (
        <Pages query={entries} more="Show older entries">
          {found.length === 0 ? (
            <p>{none}</p>
          ) : (
            <>
              <div className="flex flex-wrap items-center justify-between gap-3">
                <ul aria-label="In this period" className="flex flex-wrap gap-x-6 gap-y-1">
                  {totals.map(({ kind, currency, livemode, count, amount }) => (
                    <li key={`${kind} ${currency} ${livemode}`}>
                      {entryCount(kind as MoneyEntry['kind'], count)},{' '}
                      <span className="figures font-semibold">{formatMoney(amount, currency)}</span>
                      <TestMark livemode={livemode} />
                    </li>
                  ))}
                </ul>
                <ExportButton
                  report={list}
                  period={period}
                  label={list === 'goodwill' ? 'the list' : `the ${title.toLowerCase()}`}
                />
              </div>
              <ul aria-label={title} className="lines">
                {found.map((entry) => (
                  <li key={entry.id} className="money-row">
                    <Entry entry={entry} isMixed={list === 'goodwill'} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </Pages>
      )}
    </Screen>
  );
}

function Entry({ entry, isMixed }: { entry: MoneyEntry; isMixed: boolean }) {
  const { at, kind, number, amount, currency, livemode, reason, by } = entry;
  return (
    <>
      <span className="min-w-0">
        <span className="block font-semibold">{formatTime(at)}</span>{' '}
        <span className="block text-muted">{isMixed ? entryWords[kind] : statusOf(entry)}</span>
      </span>{' '}
      <span className="figures text-right">
        {formatMoney(kind === 'debit' ? -amount : amount, currency)}
        <TestMark livemode={livemode} />
      </span>{' '}
      <span className="min-w-0">
        <Customer entry={entry} />
        {number !== null && (
          <>
            {', '}
            <Link className="link whitespace-nowrap" to={`/money/payments/${number}`}>
              {number}
            </Link>
          </>
        )}{' '}
        <span dir="auto" className="block wrap-anywhere">
          {kind === 'dispute' ? `The bank’s reason: ${disputeReason(reason) || 'not given'}` : reason}
        </span>{' '}
        <span className="block text-muted">
          {kind === 'dispute' && by === null && isUndecided(entry) && 'Response not marked as sent. '}
          {whereOf(entry)}
          {by !== null && (
            <>
              {' '}
              {kind !== 'dispute' && 'By: '}
              <bdi>{by}</bdi>
              {kind === 'dispute' && ' marked the response as sent'}.
            </>
          )}
        </span>
      </span>
    </>
  );
}

function Customer({ entry: { customer, customerId } }: { entry: MoneyEntry }) {
  const me = useOutletContext<Me>();
  if (!mayDo(me, 'customer.see')) return <>Customer {customerId}</>;
  return (
    <Link className="link" to={`/customers/${customerId}`}>
      <bdi>{customer}</bdi>
    </Link>
  );
}

const statusOf = ({ status }: MoneyEntry): string => (status === null ? '' : (statusWords[status] ?? status));

const isUndecided = ({ status }: MoneyEntry): boolean => status === 'open' || status === 'inquiry';

/** Where a refund went, or what a dispute withdrew, as a sentence; '' for credits and debits. */
function whereOf({ kind, to, provider, lost, fee, currency }: MoneyEntry): string {
  if (kind === 'dispute') {
    const taken = `Withdrawn: ${formatMoney(lost ?? 0, currency)}`;
    return fee ? `${taken}, fee ${formatMoney(fee, currency)}.` : `${taken}.`;
  }
  if (kind === 'credit' || kind === 'debit') return '';
  return to === 'card'
    ? `To the original payment method${provider ? `, through ${providerName(provider)}` : ''}.`
    : 'To the balance.';
}
