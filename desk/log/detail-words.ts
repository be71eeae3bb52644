import { formatMoney } from '#contract/money.ts';
import { paymentStatuses } from '#contract/payment-statuses.ts';
import { workStatuses } from '#contract/work-statuses.ts';
import { stateLabel } from '#desk/work/line-words.ts';
import { paymentWords } from '#desk/work/order-words.ts';

type Detail = Record<string, string | number>;

const ways: Record<string, string> = {
  passkey: 'with a passkey',
  password: 'with a password and a code',
  code: 'with a code',
  card: 'to the original payment method',
  balance: 'to the balance',
};

const isIn = <Value extends string>(values: readonly Value[], value: unknown): value is Value =>
  (values as readonly unknown[]).includes(value);

/** A state of work or of a payment in words; anything else as it is. */
function stateOf(value: string | number): string {
  if (isIn(workStatuses, value)) return stateLabel(value);
  return isIn(paymentStatuses, value) ? paymentWords(value) : String(value);
}

/** The details of an audit entry in words. Request and session IDs are left out: they are for the export and the server's log. */
export function detailWords({
  request: _request,
  session: _session,
  currency,
  amount,
  refunded,
  from,
  to,
  way,
  ...others
}: Detail): string {
  const money = (value: string | number) =>
    currency === undefined ? String(value) : formatMoney(Number(value), String(currency));
  return [
    ...(amount === undefined ? [] : [money(amount)]),
    ...(refunded === undefined ? [] : [`${money(refunded)} refunded`]),
    ...(way === undefined ? [] : [ways[way] ?? String(way)]),
    ...(from === undefined ? [] : [`from ${stateOf(from)}`]),
    ...(to === undefined ? [] : [`to ${stateOf(to)}`]),
    ...Object.entries(others).map(([key, value]) => `${key}: ${value}`),
  ].join(', ');
}
