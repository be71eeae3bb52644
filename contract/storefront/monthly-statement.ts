import * as z from 'zod/mini';
import { csvRow } from '#contract/csv-cell.ts';
import { decimalAmount } from '#contract/money.ts';
import { billing } from './orders.ts';

export const statementMonth = z.strictObject({
  month: z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, { error: 'Enter a month as YYYY-MM' })),
});

/** A movement of a customer's money. Amounts in minor units. */
const movement = z.object({
  at: z.iso.datetime(),
  title: z.string(),
  /** The order or deposit; '' for an adjustment. */
  number: z.string(),
  /** The amount paid online; negative for a refund or a chargeback. */
  online: z.int(),
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

const isGain = (amount: number) => amount > 0;
const isLoss = (amount: number) => amount < 0;
const unlessZero = (rows: [string, number][]) => rows.filter(([, amount]) => amount !== 0);

/**
 * The sums of a month by name, in minor units. A sum of zero is left out, except a balance. The first rows add up from the
 * opening to the closing balance, which is without reserved money.
 */
export function statementSums({ opening, closing, movements, bought }: MonthlyStatement): [string, number][] {
  const changes = movements.map(({ change }) => change);
  const online = movements.map((one) => one.online);
  return [
    ['Opening balance', opening],
    ...unlessZero([
      ['Added to the balance', sum(changes.filter(isGain))],
      ['Deducted from the balance', sum(changes.filter(isLoss))],
    ]),
    ['Closing balance', closing],
    ...unlessZero([
      ['Paid online', sum(online.filter(isGain))],
      ['Refunded or reversed online', sum(online.filter(isLoss))],
      ['Purchases', sum(bought.map(({ amount }) => amount))],
    ]),
  ];
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
