import { decimalAmount, decimalsOf, minorUnitsIn, smallestStep } from './money.ts';

/**
 * Parses a typed amount of the shop's currency ("129" or "64.50") into minor units. Undefined for any other text, and without a
 * text.
 */
export function parseAmount(typed = ''): bigint | undefined {
  const match = /^(\d{1,7})(?:\.(\d+))?$/.exec(typed);
  const decimals = decimalsOf();
  if (!match || (match[2] !== undefined && match[2].length !== decimals)) return undefined;
  const amount = BigInt(match[1]! + (match[2] ?? '').padEnd(decimals, '0'));
  return amount > 0n && amount % BigInt(smallestStep) === 0n ? amount : undefined;
}

/** What is wrong with a text that isn't an amount, in a currency of this code. */
export const amountProblem = (code?: string): string =>
  decimalsOf(code) === 0
    ? 'Enter a whole amount, like 20'
    : `Enter an amount like 20 or ${decimalAmount(64.5 * minorUnitsIn(code), code)}`;
