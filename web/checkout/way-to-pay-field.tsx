import { CreditCard } from 'lucide';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#contract/money.ts';
import type { WayToPay } from '#contract/storefront/payments.ts';
import { callApi } from '#web/api/call-api.ts';
import { CardChoice } from '#ui/choices.tsx';
import { FieldGroup } from '#ui/field.tsx';
import { knowBalance } from '#web/balance/refresh-balance.ts';
import { partsOf, waysFor } from './ways-to-pay.ts';
import { Icon } from '#ui/icon.tsx';

/** The balance once known, in minor units: what can be spent, and what is held for pending payments. */
type KnownBalance = { available: number; reserved: number };
type Balance = KnownBalance | 'loading' | 'failed';

/** The customer's balance; undefined for a visitor. */
export function useBalance(loggedIn: boolean): Balance | undefined {
  const [known, setKnown] = useState<Balance>('loading');
  useEffect(() => {
    if (!loggedIn) return;
    const leaving = new AbortController();
    setKnown('loading');
    callApi('showBalance', { query: { limit: '1' }, signal: leaving.signal }).then(
      ({ balance }) => {
        setKnown(balance);
        knowBalance(balance);
      },
      // Without a balance, the customer can still choose a card; the payment page asks again.
      () => !leaving.signal.aborted && setKnown('failed'),
    );
    return () => leaving.abort();
  }, [loggedIn]);
  return loggedIn ? known : undefined;
}

export const availableOf = (balance: Balance | undefined): number =>
  typeof balance === 'object' ? balance.available : 0;

function balanceWords({ available, reserved }: KnownBalance): string {
  const spendable = `Your balance is ${formatMoney(available)}`;
  return reserved > 0
    ? `${spendable}. ${formatMoney(reserved)} more is reserved for payments you’ve started.`
    : `${spendable}.`;
}

/**
 * The choice of payment method. The card stays selected until the customer chooses otherwise, and both choices keep their places
 * while the balance loads, so that no customer selects a method that has just moved.
 */
export function WayToPayField({
  id,
  amount,
  balance,
  value,
  onValue,
}: {
  id: string;
  amount: number;
  /** The customer's balance; undefined for a visitor. */
  balance: Balance | undefined;
  value: WayToPay;
  onValue: (way: WayToPay) => void;
}) {
  if (balance === undefined)
    return (
      <section>
        <h3 className="mb-3">Payment</h3>
        <p className="flex gap-3 text-muted">
          <Icon of={CreditCard} className="mt-1 flex-none text-ink" />
          <span>
            <strong className="text-ink">Pay online</strong> by card or another method on our payment
            provider’s page. We never see your card number.
          </span>
        </p>
      </section>
    );
  const available = availableOf(balance);
  const other = waysFor(amount, available).find((way) => way !== 'card');
  const { fromBalance, byCard } = partsOf(other ?? 'card', amount, available);
  const otherHint = {
    loading: 'Checking your balance…',
    failed: 'We couldn’t load your balance. You can still use it on the payment page.',
  };
  return (
    <FieldGroup id={id} label="How do you want to pay?">
      <div className="figures grid gap-2">
        <CardChoice
          id={id}
          type="radio"
          name="with"
          value="card"
          checked={value === 'card'}
          onChecked={() => onValue('card')}
          title="Online"
          hint="Pay by card or another method on our payment provider’s page. We never see your card number."
        />
        <CardChoice
          type="radio"
          name="with"
          value={other ?? 'balance'}
          checked={value !== 'card'}
          disabled={other === undefined}
          onChecked={() => other !== undefined && onValue(other)}
          title={other === 'both' ? 'From your balance and online' : 'From your balance'}
          hint={
            typeof balance === 'string'
              ? otherHint[balance]
              : other === undefined
                ? balanceWords(balance)
                : other === 'both'
                  ? `${formatMoney(fromBalance)} from your balance, ${formatMoney(byCard)} online.`
                  : `You’ll have ${formatMoney(available - amount)} of ${formatMoney(available)} left.`
          }
        />
      </div>
      {typeof balance === 'object' && available < amount && (
        <p className="mt-1 text-base text-muted">
          <Link className="link inline-flex min-h-11 items-center" to="/cabinet/balance#add-funds">
            Add funds to your balance
          </Link>
          . Your cart stays saved.
        </p>
      )}
    </FieldGroup>
  );
}
