import { shop } from './shop.ts';

/**
 * Money is an integer number of minor units (cents, where the currency has cents) and a lower-case ISO 4217 code.
 * JSON carries it as a number (all amounts here stay far below 2^53); the ledger stores it as bigint.
 */
export const currency: string = shop.currency.code;

// Decimals by the payment providers' rules, not by Intl (https://docs.stripe.com/currencies#zero-decimal): Intl follows
// CLDR, which differs for HUF, IDR and others, and between browsers.
const withoutDecimals = /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/i;
const withThreeDecimals = /^(bhd|jod|kwd|omr|tnd)$/i;

/** The number of decimals of a currency: 2 for the dollar, none for the yen, 3 for the Kuwaiti dinar. */
export function decimalsOf(code: string = currency): number {
  if (withoutDecimals.test(code)) return 0;
  return withThreeDecimals.test(code) ? 3 : 2;
}

const formats = new Map<string, Intl.NumberFormat>();

function format(code: string, whole: boolean): Intl.NumberFormat {
  const key = `${code}${whole}`;
  let known = formats.get(key);
  if (!known) {
    known = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: code.toUpperCase(),
      minimumFractionDigits: whole ? 0 : decimalsOf(code),
      maximumFractionDigits: whole ? 0 : decimalsOf(code),
    });
    formats.set(key, known);
  }
  return known;
}

/** The number of minor units in one unit of the currency. */
export const minorUnitsIn = (code: string = currency): number => 10 ** decimalsOf(code);

// Intl writes a hyphen, which is hard to see.
const write = (amount: number, code: string, whole: boolean): string =>
  format(code, whole).format(amount).replace('-', '−');

/** An amount as text: "$1,234.50" from 123450 minor units, "−$5.00" from -500. */
export function formatMoney(minorUnits: number | bigint, code: string = currency): string {
  return write(Number(minorUnits) / minorUnitsIn(code), code, false);
}

/** A change of a balance as text, with its sign written: "+$20.00", "−$436.15". */
export const formatChange = (minorUnits: number, code: string = currency): string =>
  `${minorUnits < 0 ? '' : '+'}${formatMoney(minorUnits, code)}`;

/** An amount as text: "$60" when whole, "$60.50" otherwise; for prices in running text. */
export function formatPrice(minorUnits: number, code: string = currency): string {
  const one = minorUnitsIn(code);
  return write(minorUnits / one, code, minorUnits % one === 0);
}

/** An amount as text for programs: "1234.50" from 123450 minor units. */
export function decimalAmount(minorUnits: number | bigint, code: string = currency): string {
  const decimals = decimalsOf(code);
  const figures = String(minorUnits)
    .replace('-', '')
    .padStart(decimals + 1, '0');
  const point = figures.length - decimals;
  const fraction = decimals > 0 ? `.${figures.slice(point)}` : '';
  return `${minorUnits < 0 ? '-' : ''}${figures.slice(0, point)}${fraction}`;
}

/** The lesser of two amounts. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Card amounts are multiples of this many minor units, because card networks don't use a third decimal. */
export const smallestStep: number = decimalsOf() > 2 ? 10 : 1;

/** A share of an amount in basis points, half up to the smallest step: floor((n × bp + 5000) / 10000) when the step is 1. */
export function basisPointsOf(minorUnits: number, basisPoints: number, step: number = smallestStep): number {
  return Math.floor((minorUnits * basisPoints + 5000 * step) / (10000 * step)) * step;
}
