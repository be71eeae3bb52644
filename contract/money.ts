/**
 * Money is an integer number of minor units (US cents) and a lower-case ISO 4217 code.
 * JSON carries it as a number (all amounts here stay far below 2^53); the ledger keeps it as bigint.
 */
export type Currency = 'usd';

export const currency: Currency = 'usd';

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

/** "$1,234.50" from 123450 minor units. */
export function formatMoney(minorUnits: number | bigint, code: string = currency): string {
  return format(code, false).format(Number(minorUnits) / 100);
}

/** "$60" where the amount is whole, "$60.50" where it is not: for prices in running text. */
export function formatPrice(minorUnits: number, code: string = currency): string {
  return format(code, minorUnits % 100 === 0).format(minorUnits / 100);
}

/** A share of an amount in basis points, half up: floor((n × bp + 5000) / 10000). */
export function basisPointsOf(minorUnits: number, basisPoints: number): number {
  return Math.floor((minorUnits * basisPoints + 5000) / 10000);
}
