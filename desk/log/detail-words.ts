import { formatDay } from '#contract/delivery-date.ts';
import { formatMoney } from '#contract/money.ts';
import { paymentStatuses } from '#contract/storefront/payment-statuses.ts';
import { workStatuses } from '#contract/storefront/work-statuses.ts';
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

type Names = ReadonlyMap<string, string>;

/** A state of work or of a payment, a person or a day in words; anything else as it is. `names`: of the team, by ID. */
function placeOf(value: string | number, names: Names): string {
  if (isIn(workStatuses, value)) return `“${stateLabel(value)}”`;
  if (isIn(paymentStatuses, value)) return `“${paymentWords(value)}”`;
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDay(text);
  return names.get(/^staff (\d+)$/.exec(text)?.[1] ?? '') ?? text;
}

/** A limit in minor units, which the log has as text; "null": none. */
const limitIn = (value: string | number): string =>
  value === 'null' ? 'no limit' : formatMoney(Number(value));

/** The words of a name: "refund limit" of `refundLimit`. */
const wordsIn = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The details of an audit entry in words. `names`: of the team, by ID. Request and session IDs are left out: they are for the export and the server's log. */
export function detailWords(
  { request: _request, session: _session, currency, amount, refunded, from, to, way, ...others }: Detail,
  names: Names = new Map(),
): string {
  const money = (value: string | number) =>
    currency === undefined ? String(value) : formatMoney(Number(value), String(currency));
  return [
    ...(amount === undefined ? [] : [money(amount)]),
    ...(refunded === undefined ? [] : [`${money(refunded)} refunded`]),
    ...(way === undefined ? [] : [ways[way] ?? String(way)]),
    ...(from === undefined ? [] : [`from ${placeOf(from, names)}`]),
    ...(to === undefined ? [] : [`to ${placeOf(to, names)}`]),
    ...Object.entries(others).map(
      ([key, value]) => `${wordsIn(key)}: ${key.includes('Limit') ? limitIn(value) : value}`,
    ),
  ].join(', ');
}
