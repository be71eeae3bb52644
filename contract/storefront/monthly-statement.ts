import * as z from 'zod/mini';
import { businessCalendar } from '#contract/business-calendar.ts';
import { csvRow } from '#contract/csv-cell.ts';
import { formatPaperDay } from '#contract/deadline.ts';
import { operatorsDay } from '#contract/delivery-date.ts';
import { decimalAmount, formatChange, formatMoney } from '#contract/money.ts';
import { billing } from './orders.ts';
import { type EntryType, entryTypes } from './statement.ts';

export const statementMonth = z.strictObject({
  month: z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, { error: 'Enter a month as YYYY-MM' })),
});

/** A movement of a customer's money. Amounts in minor units. */
const movement = z.object({
  at: z.iso.datetime(),
  title: z.string(),
  /** The order or deposit; '' for an adjustment. */
  number: z.string(),
  /** The amount paid online; negative for a refund or a chargeback, positive again for one that failed. */
  online: z.int(),
  /** Whether the customer paid the online amount. */
  isPayment: z.boolean(),
  /** What changed the balance; null when nothing did. */
  type: z.nullable(z.enum(entryTypes)),
  /** The change of the balance. */
  change: z.int(),
  /** The balance after the movement; null when the movement doesn't change it. */
  balance: z.nullable(z.int()),
});

/** An item of an order that was paid in the month. `client`: '' when the brief names none. */
const bought = z.object({
  at: z.iso.datetime(),
  number: z.string(),
  reference: z.string(),
  title: z.string(),
  client: z.string(),
  amount: z.int(),
});

/** Everything a customer paid and bought in a month of the shop's time zone. Amounts in minor units. */
export const monthlyStatement = z.object({
  month: z.string(),
  /** The month in which the account was created. */
  firstMonth: z.string(),
  currency: z.string(),
  /** The billing details of the last order or deposit up to the month's end; null when there is none. */
  billing: z.nullable(billing),
  opening: z.int(),
  closing: z.int(),
  movements: z.array(movement),
  bought: z.array(bought),
});
export type MonthlyStatement = z.output<typeof monthlyStatement>;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** A movement's day in the operator's time zone, in which its month begins and ends. */
export const movementDay = (at: string): string =>
  formatPaperDay(operatorsDay(new Date(at), businessCalendar));

const zone = new Intl.DateTimeFormat('en-US', {
  timeZone: businessCalendar.timeZone,
  timeZoneName: 'longGeneric',
})
  .formatToParts()
  .find(({ type }) => type === 'timeZoneName');

/** Said once, above the movements. */
export const movementDaysNote = `Dates are in ${zone?.value ?? businessCalendar.timeZone}.`;

/** Money that is set aside and still the customer's, or that is available again. */
const setAside: Partial<Record<EntryType, string>> = {
  hold: 'Reserved for orders',
  holdReleased: 'Released from orders',
  disputeHold: 'On hold because of disputes',
  disputeReleased: 'Released after disputes',
};
const added = 'Added to the balance';
const deducted = 'Deducted from the balance';

type Movement = MonthlyStatement['movements'][number];
const changeLabel = ({ type, change }: Movement): string =>
  (type && setAside[type]) ?? (change > 0 ? added : deducted);

/**
 * The sums of a month by name, as text. A sum of zero is left out, except a balance. The first rows add up from the
 * opening to the closing balance, which is without reserved money; only they have signs.
 */
export function statementSums(statement: MonthlyStatement): [label: string, amount: string][] {
  const { opening, closing, movements, bought, currency } = statement;
  const rows = (format: typeof formatChange, sums: [string, number][]) =>
    sums.flatMap(([label, amount]): [string, string][] =>
      amount === 0 ? [] : [[label, format(amount, currency)]],
    );
  const changeOf = (label: string): [string, number] => [
    label,
    sum(movements.map((one) => (changeLabel(one) === label ? one.change : 0))),
  ];
  const online = (isPaid: boolean) =>
    sum(movements.map((one) => (one.isPayment === isPaid ? one.online : 0)));
  return [
    ['Opening balance', formatMoney(opening, currency)],
    ...rows(formatChange, [added, deducted, ...Object.values(setAside)].map(changeOf)),
    ['Closing balance', formatMoney(closing, currency)],
    ...rows(formatMoney, [
      ['Paid online', online(true)],
      ['Refunded or reversed online', -online(false)],
      ['Purchases', sum(bought.map(({ amount }) => amount))],
    ]),
  ];
}

/**
 * The amounts of a movement by name, as text. A sign means a change of the balance, so amounts paid or returned online have none.
 */
export function movementAmounts(
  { online, isPayment, change, balance }: Pick<Movement, 'online' | 'isPayment' | 'change' | 'balance'>,
  currency: string,
): [label: string, amount: string][] {
  const amounts: [string, string][] = [];
  if (online !== 0)
    amounts.push([
      isPayment ? 'Paid online' : online < 0 ? 'To your payment method' : 'Back from your payment method',
      formatMoney(Math.abs(online), currency),
    ]);
  if (balance !== null)
    amounts.push(
      ['Balance', formatChange(change, currency)],
      ['New balance', formatMoney(balance, currency)],
    );
  return amounts;
}

/** The bought items by client, in alphabetical order, with each client's sum. */
export const boughtByClient = ({ bought }: MonthlyStatement) =>
  [...Map.groupBy(bought, ({ client }) => client)]
    .map(([client, items]) => ({ client, items, amount: sum(items.map(({ amount }) => amount)) }))
    .toSorted((one, other) => one.client.localeCompare(other.client, 'en'));

/** The statement as CSV: the opening balance, each movement, each item that was bought, and the closing balance. */
export function monthlyStatementCsv(statement: MonthlyStatement): string {
  const { currency, movements, bought, opening, closing } = statement;
  const money = (amount: number) => decimalAmount(amount, currency);
  const code = currency.toUpperCase();
  const blank = (title: string, balance: number) => [
    'Balance',
    '',
    title,
    '',
    '',
    '',
    '',
    '',
    '',
    money(balance),
    code,
  ];
  const rows = [
    [
      'Kind',
      'Date (UTC)',
      'Description',
      'Client',
      'Order or deposit',
      'Reference',
      'Item price',
      'Online',
      'Balance change',
      'Balance',
      'Currency',
    ],
    blank('Opening balance', opening),
    ...movements.map(({ at, title, number, online, change, balance }) => [
      'Payment',
      at,
      title,
      '',
      number,
      '',
      '',
      money(online),
      money(change),
      balance === null ? '' : money(balance),
      code,
    ]),
    ...bought.map(({ at, title, client, number, reference, amount }) => [
      'Item',
      at,
      title,
      client,
      number,
      reference,
      money(amount),
      '',
      '',
      '',
      code,
    ]),
    blank('Closing balance', closing),
  ];
  return rows.map(csvRow).join('');
}
