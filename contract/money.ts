import { shop } from './shop.ts';

/**
 * Money is an integer number of minor units (cents, where the currency has cents) and a lower-case ISO 4217 code.
 * JSON carries it as a number (all amounts here stay far below 2^53); the ledger keeps it as bigint.
 */
export const currency: string = shop.currency.code;

const formats = new Map<string, Intl.NumberFormat>();

function format(code: string, whole: boolean): Intl.NumberFormat {
  const key = `${code}${whole}`;
  let known = formats.get(key);
  if (!known) {
    known = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: code.toUpperCase(),
      ...(whole ? { maximumFractionDigits: 0 } : {}),
    });
    formats.set(key, known);
  }
  return known;
}

/** How many decimals amounts of a currency have: 2 for the dollar, none for the yen, 3 for the Kuwaiti dinar. */
export const decimalsOf = (code: string = currency): number =>
  format(code, false).resolvedOptions().maximumFractionDigits!;

/** How many minor units make one of the currency. */
export const minorUnitsIn = (code: string = currency): number => 10 ** decimalsOf(code);

/** "$1,234.50" from 123450 minor units. */
export function formatMoney(minorUnits: number | bigint, code: string = currency): string {
  return format(code, false).format(Number(minorUnits) / minorUnitsIn(code));
}

/** "$60" where the amount is whole, "$60.50" where it is not: for prices in running text. */
export function formatPrice(minorUnits: number, code: string = currency): string {
  const one = minorUnitsIn(code);
  return format(code, minorUnits % one === 0).format(minorUnits / one);
}

/** "1234.50" from 123450 minor units, for programs. */
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

/** The smallest step of an amount that can be charged: card networks know no third decimal. */
export const smallestStep: number = decimalsOf() > 2 ? 10 : 1;

/** A share of an amount in basis points, half up to the smallest step: floor((n × bp + 5000) / 10000) where that is 1. */
export function basisPointsOf(minorUnits: number, basisPoints: number, step: number = smallestStep): number {
  return Math.floor((minorUnits * basisPoints + 5000 * step) / (10000 * step)) * step;
}
