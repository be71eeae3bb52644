import { useQuery } from '@tanstack/react-query';
import type {
  FeeTotals,
  Payout,
  ShownPayouts,
  ProviderBalanceComparison,
} from '#contract/desk/money-lists.ts';
import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import { formatMoney } from '#contract/money.ts';
import { movementWords } from '#contract/desk/report-words.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { Notice } from '#ui/notice.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { PeriodForm, periodProblem, usePeriod } from '#desk/frame/period-form.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { ExportButton } from '#desk/work/export-button.tsx';
import { MoneyViews } from './money-views.tsx';
import { bookName } from './money-words.ts';
import { UnexplainedMovements } from './unexplained-movements.tsx';

const dayOf = (time: string): string => formatDay(operatorsDay(new Date(time), businessCalendar));

/** What providers paid out and charged in a period, and whether the books match the providers' balances. */
export function PayoutsPage() {
  const [period, setPeriod] = usePeriod();
  const payouts = useQuery({
    queryKey: ['money', 'payouts', period],
    queryFn: ({ signal }) => callDesk('showPayouts', { query: period, signal }),
    staleTime: 0,
  });
  return (
    <Screen title="Payouts and fees">
      <MoneyViews />
      <p className="-mt-6 max-w-2xl text-muted">
        Each provider’s fees and payouts to the bank. The dates come from the provider. The list is updated
        every hour.
      </p>
      <PeriodForm
        key={`${period.from} ${period.to}`}
        period={period}
        error={payouts.error}
        onPeriod={setPeriod}
      />
      {periodProblem(payouts.error) === undefined && (
        <Awaited query={payouts}>
          {(found) =>
            found.imports.length === 0 ? (
              <NoImports providers={found.withoutImport} />
            ) : (
              <>
                <Imports imports={found.imports} />
                <WithoutImport providers={found.withoutImport} />
                <Ties ties={found.ties} />
                <UnexplainedMovements {...found} />
                <div className="flex flex-wrap gap-3 print:hidden">
                  <ExportButton report="payouts" period={period} label="all transactions" />
                </div>
                <Payouts payouts={found.payouts} hasMore={found.hasMore} />
                <Fees fees={found.fees} />
              </>
            )
          }
        </Awaited>
      )}
    </Screen>
  );
}

/** Providers whose movements can't be imported. */
const Imports = ({ imports }: Pick<ShownPayouts, 'imports'>) =>
  imports
    .filter(({ failure }) => failure !== null)
    .map((one) => (
      <Notice key={bookName(one)} kind="warning" title={`${bookName(one)} transactions can’t be imported`}>
        <p>
          {one.failure}.{' '}
          {one.importedTo === null
            ? 'No transactions have been imported yet.'
            : `Transactions are imported up to ${formatTime(one.importedTo)}.`}
        </p>
      </Notice>
    ));

/** How to let the shop import what a provider moved, where its usual key can’t read that. */
const howToImport: Readonly<Record<string, string>> = {
  mollie:
    'To import payouts and fees, the shop needs an organization access token. Create one in Mollie with read access to balances, settlements, payments and refunds. Then set MOLLIE_ORGANIZATION_TOKEN to that token.',
};

type WithoutImports = { providers: ShownPayouts['withoutImport'] };

const WithoutImport = ({ providers }: WithoutImports) =>
  providers
    .filter(({ provider }) => provider in howToImport)
    .map((one) => (
      <div key={bookName(one)} className="max-w-3xl">
        <Notice title={`${bookName(one)} payouts and fees aren’t imported`}>
          <p>{howToImport[one.provider]}</p>
        </Notice>
      </div>
    ));

const NoImports = ({ providers }: WithoutImports) =>
  providers.some(({ provider }) => provider in howToImport) ? (
    <WithoutImport providers={providers} />
  ) : (
    <p className="max-w-xl">This shop’s payment providers don’t report payouts and fees.</p>
  );

/** A cell with an amount. On a narrow screen it has its column's name. */
const Amount = ({ label, amount, currency }: { label: string; amount: number; currency: string }) => (
  <td className="figures text-right max-sm:flex max-sm:basis-full max-sm:justify-between">
    <span className="text-muted sm:hidden">{label}</span>
    <span className={amount === 0 ? 'text-muted' : ''}>{formatMoney(amount, currency)}</span>
  </td>
);

const Heads = ({ first, amounts }: { first: readonly string[]; amounts: readonly string[] }) => (
  <thead>
    <tr>
      {first.map((label) => (
        <th key={label} scope="col">
          {label}
        </th>
      ))}
      {amounts.map((label) => (
        <th key={label} scope="col" className="amount">
          {label}
        </th>
      ))}
    </tr>
  </thead>
);

const tieColumns = ['In the books', 'At the provider', 'Difference'] as const;

/** Why the books and the provider's movements differ. */
function reasonsOf({ notImported, notBooked, other, currency }: ProviderBalanceComparison): string[] {
  const money = (amount: number) => formatMoney(amount, currency);
  return [
    ...(notImported === 0 ? [] : [`Posted, but not listed by the provider yet: ${money(notImported)}`]),
    ...(notBooked === 0 ? [] : [`Listed by the provider, but not posted yet: ${money(-notBooked)}`]),
    ...(other === 0 ? [] : [`Unexplained: ${money(other)}. See the checks on the Money page.`]),
  ];
}

function Ties({ ties }: Pick<ShownPayouts, 'ties'>) {
  return (
    <section aria-labelledby="ties" className="max-w-3xl">
      <h2 id="ties" className="mb-1">
        Provider balances
      </h2>
      {ties.length === 0 ? (
        <p>
          The shop compares the books with the providers every night. The first comparison hasn’t run yet.
        </p>
      ) : (
        <>
          <p className="mb-2 text-muted">Compared {formatTime(ties[0]!.checkedAt)}.</p>
          <table className="rows">
            <Heads first={['Provider']} amounts={tieColumns} />
            <tbody>
              {ties.map((tie) => (
                <tr key={`${bookName(tie)} ${tie.currency}`}>
                  <th scope="row" className="max-sm:basis-full">
                    {bookName(tie)}
                    <span className="text-muted">, {tie.currency.toUpperCase()}</span>
                    {reasonsOf(tie).map((reason) => (
                      <span key={reason} className="block font-normal text-muted">
                        {reason}
                      </span>
                    ))}
                  </th>
                  <Amount label={tieColumns[0]} amount={tie.booked} currency={tie.currency} />
                  <Amount label={tieColumns[1]} amount={tie.held} currency={tie.currency} />
                  <Amount label={tieColumns[2]} amount={tie.booked - tie.held} currency={tie.currency} />
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

const stateWords: Record<Payout['state'], string> = {
  sent: 'Sent to the bank',
  returned: 'Returned by the bank',
  back: 'Returned payout',
};

function Payouts({ payouts, hasMore }: Pick<ShownPayouts, 'payouts' | 'hasMore'>) {
  return (
    <section aria-labelledby="payouts">
      <h2 id="payouts" className="mb-3">
        Payouts
      </h2>
      {payouts.length === 0 ? (
        <p>Nothing was paid out in this period.</p>
      ) : (
        <>
          <ul aria-labelledby="payouts" className="lines">
            {payouts.map(({ id, reference, at, amount, currency, arrivesOn, state, ...book }) => (
              <li key={id} className="money-row">
                <span className="min-w-0">
                  <span className="block font-semibold">{formatTime(at)}</span>
                  <span className="block text-muted">{stateWords[state]}</span>
                </span>
                <span className="figures text-right">
                  {formatMoney(state === 'back' ? -amount : amount, currency)}
                </span>
                <span className="min-w-0">
                  {bookName(book)}
                  {state === 'sent' && arrivesOn !== null && `, expected at the bank ${dayOf(arrivesOn)}`}
                  {reference !== null && <span className="block text-muted wrap-anywhere">{reference}</span>}
                </span>
              </li>
            ))}
          </ul>
          {hasMore && <p className="mt-3 text-muted">Older payouts aren’t shown. Choose a shorter period.</p>}
        </>
      )}
    </section>
  );
}

function Fees({ fees }: { fees: readonly FeeTotals[] }) {
  return (
    <section aria-labelledby="fees" className="max-w-3xl">
      <h2 id="fees" className="mb-3">
        Fees
      </h2>
      {fees.length === 0 ? (
        <p>No fees were charged in this period.</p>
      ) : (
        <table className="rows">
          <Heads first={['Provider', 'Charged for']} amounts={['Count', 'Fees']} />
          <tbody>
            {fees.map(({ kind, count, amount, currency, ...book }) => (
              <tr key={`${bookName(book)} ${currency} ${kind}`}>
                <th scope="row" className="max-sm:basis-full">
                  {bookName(book)}
                </th>
                <td className="max-sm:basis-full">{movementWords[kind]}</td>
                <td className="figures text-right max-sm:flex max-sm:basis-full max-sm:justify-between">
                  <span className="text-muted sm:hidden">Count</span>
                  {count}
                </td>
                <Amount label="Fees" amount={amount} currency={currency} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
