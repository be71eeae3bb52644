import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import type { PaymentTrail } from '#contract/desk/money.ts';
import { formatMoney } from '#contract/money.ts';
import { movementWords } from '#contract/desk/report-words.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { providerName } from './money-words.ts';

type Moved = PaymentTrail['movements'][number];

/** Where the movement's money is: at the provider, paid out, or returned by the bank. */
function whereOf({ provider, payout }: Moved): string {
  if (payout === null) return `At ${providerName(provider)}`;
  if (payout.isReturned) return 'Paid out, and returned by the bank';
  const due = payout.arrivesOn && formatDay(operatorsDay(new Date(payout.arrivesOn), businessCalendar));
  return due ? `Paid out, expected at the bank ${due}` : 'Paid out';
}

/** What the provider's balance moved for a payment, with its fees and the payout that it was in. */
export const Movements = ({ movements }: { movements: readonly Moved[] }) => (
  <ul className="lines">
    {movements.map((moved) => (
      <li key={moved.id} className="money-row">
        <span className="min-w-0">
          <span className="block font-semibold">{movementWords[moved.kind]}</span>
          <span className="block text-muted">{providerName(moved.provider)}</span>
        </span>
        <span className="figures">
          {formatMoney(moved.amount, moved.currency)}
          <span className="block text-muted">Fee {formatMoney(moved.fee, moved.currency)}</span>
        </span>
        <span className="min-w-0">
          {formatTime(moved.at)}. {whereOf(moved)}
          <span className="block text-muted wrap-anywhere">
            {moved.id}
            {moved.payout !== null && `, ${moved.payout.reference}`}
          </span>
        </span>
      </li>
    ))}
  </ul>
);
