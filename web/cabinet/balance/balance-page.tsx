import { Suspense, useCallback, useState } from 'react';
import { latePart } from '#ui/late-part.tsx';
import { Link, useLoaderData, useSearchParams } from 'react-router';
import { depositRefundDays } from '#contract/storefront/balance.ts';
import type { BalancePage as Balance, StatementFilter } from '#contract/storefront/statement.ts';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { formatMoney } from '#contract/money.ts';
import { callApi } from '#web/api/call-api.ts';
import { usePages } from '#web/api/use-pages.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { businessCalendar } from '#contract/business-calendar.ts';
import { useMinuteClock } from '#ui/use-minute-clock.ts';
import { CabinetFrame } from '#web/cabinet/cabinet-frame.tsx';
import { BalanceStatement } from './balance-statement.tsx';
import { DepositForm } from './deposit-form.tsx';

/** The form's part of the catalogue, prerendered into the page. */
export function loader() {
  const { balance } = builtInCatalogue;
  const { presetsCents, defaultCents, minCents, maxCents } = balance.deposit;
  return { presetsCents, defaultCents, minCents, maxCents, refundDays: depositRefundDays };
}

export const meta = () => pageMeta({ title: 'Balance' });

const MonthSheet = latePart(async () => (await import('./month-sheet.tsx')).MonthSheet);

/** The current month (YYYY-MM) in the shop's time zone, by which statements are made. */
const thisMonth = (now: Date): string => {
  const { timeZone } = businessCalendar;
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', timeZone })
    .formatToParts(now)
    .flatMap(({ type, value }) => (type === 'literal' ? [] : [value]))
    .join('-');
};

/** The month in an address; the current month for an invalid or future one. */
const monthOf = (typed: string, now: string) =>
  /^20\d\d-(0[1-9]|1[0-2])$/.test(typed) && typed <= now ? typed : now;

export default function BalancePage() {
  const now = useMinuteClock();
  const [search] = useSearchParams();
  const month = search.get('month');
  if (month === null) return <BalanceAndStatement thisMonth={now && thisMonth(now)} />;
  return (
    <CabinetFrame title="Monthly statement">
      {now && (
        <Suspense fallback={<Skeleton lines={8} label="Loading the statement" />}>
          <MonthSheet month={monthOf(month, thisMonth(now))} thisMonth={thisMonth(now)} />
        </Suspense>
      )}
    </CabinetFrame>
  );
}

function BalanceAndStatement({ thisMonth: current }: { thisMonth: string | undefined }) {
  const rules = useLoaderData<typeof loader>();
  const [show, setShow] = useState<StatementFilter>('all');
  const load = useCallback(
    (at: Record<string, string>, signal: AbortSignal) =>
      callApi('showBalance', { query: { limit: '25', show, ...at }, signal }),
    [show],
  );
  const { page, failure, isLoadingMore, loadMore, reload } = usePages(
    load,
    (shown: Balance, older: Balance) => ({
      ...older,
      entries: [...shown.entries, ...older.entries],
    }),
  );

  return (
    <CabinetFrame title="Balance">
      {failure !== undefined && (
        <div className="mb-8">
          <Notice kind="error" role="alert" title={failure}>
            <p>We couldn’t load your balance. Your money is safe. Try again.</p>
            <Button look="quiet" small className="mt-3" onClick={reload}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
      {!page && failure === undefined && <Skeleton lines={6} label="Loading your balance" />}
      {page && (
        <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[1fr_22rem]">
          <div className="min-w-0">
            <Figures {...page.balance} />
            <ButtonLink to="#add-funds" className="-mt-4 mb-12 lg:hidden print:hidden">
              Add funds
            </ButtonLink>
            {current !== undefined && (
              <p className="-mt-6 mb-12 print:hidden">
                <Link className="link inline-flex min-h-11 items-center" to={`?month=${current}`}>
                  See your monthly statements
                </Link>
              </p>
            )}
            <BalanceStatement
              entries={page.entries}
              currency={page.balance.currency}
              show={show}
              onShow={setShow}
              hasMore={page.nextCursor !== null}
              isLoadingMore={isLoadingMore}
              onMore={loadMore}
            />
          </div>
          <DepositForm {...rules} />
        </div>
      )}
    </CabinetFrame>
  );
}

function Figures({ available, reserved, disputed, currency }: Balance['balance']) {
  return (
    <div className="mb-12">
      <p className="text-muted">Available</p>
      <p className="figures font-display text-[clamp(2.5rem,1.6rem+4vw,4rem)] leading-none font-[650] tracking-[-0.02em]">
        {formatMoney(available, currency)}
      </p>
      {reserved > 0 && (
        <p className="mt-3 text-muted">
          {formatMoney(reserved, currency)} is reserved for a pending payment. We release it automatically if
          you don’t complete the payment.
        </p>
      )}
      {disputed > 0 && (
        <p className="mt-3 text-muted">
          {formatMoney(disputed, currency)} is on hold until the banks settle a payment dispute.
        </p>
      )}
      {available < 0 && (
        <p className="mt-3 text-muted">
          Your balance is below zero because money that you had already spent was returned to you. Add funds
          to bring it back to zero; then you can order again.
        </p>
      )}
    </div>
  );
}
