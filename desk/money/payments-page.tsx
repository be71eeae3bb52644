import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { PaymentRow } from '#contract/desk/money.ts';
import { formatMoney } from '#contract/money.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { ListHeads } from '#desk/frame/list-heads.tsx';
import { Pages } from '#desk/frame/pages.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { MoneyViews } from './money-views.tsx';
import { providerName, stateWords } from './money-words.ts';

/** Payments for orders and deposits, newest first, and the way to one by its number. */
export function PaymentsPage() {
  const payments = useInfiniteQuery({
    queryKey: ['money', 'payments'],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listPayments', { query: { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  const found = payments.data?.pages.flatMap((page) => page.payments) ?? [];
  return (
    <Screen title="Payments">
      <MoneyViews />
      <FindPayment />
      <Pages query={payments} more="Show older payments">
        {found.length === 0 ? (
          <p>No payments yet. They appear here when a customer orders or adds funds.</p>
        ) : (
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
        )}
      </Pages>
    </Screen>
  );
}

function FindPayment() {
  const navigate = useNavigate();
  const [number, setNumber] = useState('');
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (number.trim() !== '') void navigate(`/money/payments/${encodeURIComponent(number.trim())}`);
      }}
    >
      <div className="max-w-64 min-w-40 flex-1">
        <TextField
          id="number"
          label="Order or deposit number"
          autoComplete="off"
          value={number}
          onValue={setNumber}
        />
      </div>
      <Button type="submit" look="quiet">
        Find
      </Button>
    </form>
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
        {!livemode && <span className="text-muted"> (test)</span>}
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
