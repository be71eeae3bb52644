import { CreditCard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatMoney } from '#contract/money.ts';
import { balancePart, type WayToPay } from '#contract/payments.ts';
import { balanceCalls } from '#web/api/balance-calls.ts';
import { callApi } from '#web/api/call-api.ts';
import { CardChoice } from '#web/ui/choices.tsx';
import { FieldGroup } from '#web/ui/field.tsx';

/** What whoever is logged in can pay with from the balance, in minor units; undefined while that is not known. */
export function useAvailable(loggedIn: boolean): number | undefined {
  const [available, setAvailable] = useState<number>();
  useEffect(() => {
    if (!loggedIn) return;
    const leaving = new AbortController();
    callApi(balanceCalls.showBalance, { query: { limit: '1' }, signal: leaving.signal }).then(
      ({ balance }) => setAvailable(balance.available),
      // The card is always a way; the page of the payment asks again.
      () => {},
    );
    return () => leaving.abort();
  }, [loggedIn]);
  return loggedIn ? available : undefined;
}

/** What is offered for an amount, the usual first. Minor units. */
export function waysFor(amount: number, available = 0): WayToPay[] {
  if (available <= 0) return ['card'];
  return available >= amount ? ['balance', 'card'] : ['both', 'card'];
}

export const defaultWay = (amount: number, available?: number): WayToPay =>
  waysFor(amount, available)[0] ?? 'card';

const byCard = 'On the page of our payment provider. We never see your card number.';

export function WayToPayField({
  id,
  amount,
  available,
  value,
  onValue,
}: {
  id: string;
  amount: number;
  available: number | undefined;
  /** What was chosen; nothing until then. */
  value: WayToPay | undefined;
  onValue: (way: WayToPay) => void;
}) {
  const ways = waysFor(amount, available);
  if (ways.length === 1 || available === undefined)
    return (
      <section>
        <h3 className="mb-3">Payment</h3>
        <p className="flex gap-3 text-muted">
          <CreditCard aria-hidden size={20} strokeWidth={1.75} className="mt-1 flex-none text-ink" />
          <span>
            <strong className="text-ink">By card</strong>, on the page of our payment provider. We never see
            your card number.
          </span>
        </p>
      </section>
    );
  const chosen = value !== undefined && ways.includes(value) ? value : ways[0];
  const held = balancePart('both', { amount, available, received: 0 });
  const words: Record<WayToPay, { title: string; hint: string }> = {
    balance: {
      title: 'From your balance',
      hint: `${formatMoney(available - amount)} of ${formatMoney(available)} will be left.`,
    },
    both: {
      title: `${formatMoney(held)} from your balance, ${formatMoney(amount - held)} by card`,
      hint: 'The balance is held while you pay the rest, and comes back if you do not.',
    },
    card: { title: `${formatMoney(amount)} by card`, hint: byCard },
  };
  return (
    <FieldGroup id={id} label="How do you want to pay?">
      <div className="grid gap-2">
        {ways.map((way, index) => (
          <CardChoice
            key={way}
            id={index === 0 ? id : undefined}
            type="radio"
            name="with"
            value={way}
            checked={way === chosen}
            onChecked={() => onValue(way)}
            {...words[way]}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
