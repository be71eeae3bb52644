import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { DeskQueryOf } from '#contract/desk/endpoints.ts';
import { fromBalance, paymentStates, type PaymentRow } from '#contract/desk/money.ts';
import { formatMoney } from '#contract/money.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FilterForm } from '#desk/frame/filter-form.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { formatDay, formatTime } from '#desk/frame/format-time.ts';
import { ListHeads } from '#desk/frame/list-heads.tsx';
import { Pages } from '#desk/frame/pages.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { TestMark } from '#desk/frame/test-mark.tsx';
import { filterProblem, filtersIn, useFilterFields } from '#desk/frame/use-filters.ts';
import { MoneyViews } from './money-views.tsx';
import { providerName, stateWords } from './money-words.ts';

const filterNames = ['state', 'paidWith', 'from', 'to'] as const;
type PaymentFilters = Partial<Record<(typeof filterNames)[number], string | undefined>>;

const states = paymentStates.map((value) => ({ value, label: stateWords[value] }));
const methodName = (paidWith: string) => (paidWith === fromBalance ? 'Balance' : providerName(paidWith));

/** The chosen filters in words: "status “Refunded”, paid with “Stripe”". */
const askedWords = ({ state, paidWith, from, to }: PaymentFilters): string =>
  [
    state && `status “${states.find(({ value }) => value === state)?.label ?? state}”`,
    paidWith && `paid with “${methodName(paidWith)}”`,
    from && `from ${formatDay(`${from}T12:00`)}`,
    to && `up to ${formatDay(`${to}T12:00`)}`,
  ]
    .filter(Boolean)
    .join(', ');

/** Payments for orders and deposits, newest first, filtered by what the URL has, and the way to one by its number. */
export function PaymentsPage() {
  const [query, setQuery] = useSearchParams();
  const filters = filtersIn(query, filterNames);
  const isFiltered = Object.keys(filters).length > 0;
  const payments = useInfiniteQuery({
    queryKey: ['money', 'payments', filters],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listPayments', {
        query: {
          ...filters,
          ...(pageParam ? { cursor: pageParam } : {}),
          limit: 50,
        } as DeskQueryOf<'listPayments'>,
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  // keeps the list of providers while other payments load
  const [providers, setProviders] = useState(payments.data?.pages[0]?.providers ?? []);
  const newest = payments.data?.pages[0]?.providers;
  if (newest !== undefined && newest !== providers) setProviders(newest);
  const found = payments.data?.pages.flatMap((page) => page.payments) ?? [];
  const filterBy = (chosen: PaymentFilters) => setQuery(chosen as Record<string, string>, { replace: true });
  const isRefused = filterNames.some((name) => filterProblem(payments.error, name) !== undefined);
  return (
    <Screen title="Payments">
      <MoneyViews />
      <PaymentFilters filters={filters} providers={providers} error={payments.error} onFilters={filterBy} />
      {!isRefused && (
        <Pages query={payments} more="Show older payments">
          {found.length > 0 ? (
            <div>
              <ListHeads
                row="line-link"
                names={['Created', 'Amount and customer', 'Status', 'Paid with', 'Number']}
              />
              <ul aria-label="Payments" className="lines">
                {found.map((payment) => (
                  <li key={payment.number} className="line-row">
                    <PaymentLink payment={payment} />
                  </li>
                ))}
              </ul>
            </div>
          ) : isFiltered ? (
            <div className="flex flex-wrap items-center gap-3">
              <p className="wrap-anywhere">No payments match these filters: {askedWords(filters)}.</p>
              <Button look="quiet" small onClick={() => filterBy({})}>
                Clear filters
              </Button>
            </div>
          ) : (
            <p>No payments yet. They appear here when a customer orders or adds funds.</p>
          )}
        </Pages>
      )}
    </Screen>
  );
}

/** What the list shows. A number opens the payment itself. */
function PaymentFilters({
  filters,
  providers,
  error,
  onFilters,
}: {
  filters: PaymentFilters;
  providers: readonly string[];
  error: unknown;
  onFilters: (filters: PaymentFilters) => void;
}) {
  const navigate = useNavigate();
  const [number, setNumber] = useState('');
  const { field, choice, send } = useFilterFields({ names: filterNames, filters, error, onFilters });
  const methods = [...providers, fromBalance].map((value) => ({ value, label: methodName(value) }));
  return (
    <FilterForm
      search={
        <TextField
          id="number"
          label="Order or deposit number"
          autoComplete="off"
          value={number}
          onValue={setNumber}
        />
      }
      onFind={() => {
        if (number.trim() === '') send();
        else void navigate(`/money/payments/${encodeURIComponent(number.trim())}`);
      }}
      onClear={Object.keys(filters).length > 0 ? () => onFilters({}) : undefined}
    >
      <SelectField {...choice('state')} label="Status" emptyLabel="Any" options={states} />
      <SelectField {...choice('paidWith')} label="Paid with" emptyLabel="Any" options={methods} />
      <TextField {...field('from')} type="date" label="From" autoComplete="off" />
      <TextField {...field('to')} type="date" label="To" autoComplete="off" />
    </FilterForm>
  );
}

/** Who collected the payment. */
function payer(provider: string | null, state: PaymentRow['state']): string {
  if (provider !== null) return providerName(provider);
  return ['waiting', 'expired', 'canceled'].includes(state) ? '' : 'Balance';
}

const PaymentLink = ({
  payment: { number, purpose, customer, amount, currency, livemode, provider, state, createdAt },
}: {
  payment: PaymentRow;
}) => (
  <Link to={`/money/payments/${number}`} className="line-link">
    <span className="line-needed">{formatTime(createdAt)}</span>{' '}
    <span className="line-what">
      <span>
        <span className="figures font-semibold">{formatMoney(amount, currency)}</span>
        <TestMark livemode={livemode} />
      </span>{' '}
      <span className="block text-muted">
        {purpose === 'order' ? 'Order' : 'Deposit'}, <bdi>{customer}</bdi>
      </span>
    </span>
    <span className="line-state">{stateWords[state]}</span>{' '}
    <span className="line-who">{payer(provider, state)}</span>{' '}
    <span className="line-number text-muted">{number}</span>
  </Link>
);
