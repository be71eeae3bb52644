import { decimalsOf, smallestStep } from './money.ts';

/**
 * Parses an amount of the shop's currency as the operator and staff type it (129 or 64.50) into minor units. Undefined for any other text and for no
 * text.
 */
export function parseAmount(typed = ''): bigint | undefined {
  const match = /^(\d{1,7})(?:\.(\d+))?$/.exec(typed);
  const decimals = decimalsOf();
  if (!match || (match[2] !== undefined && match[2].length !== decimals)) return undefined;
  const amount = BigInt(match[1]! + (match[2] ?? '').padEnd(decimals, '0'));
  return amount > 0n && amount % BigInt(smallestStep) === 0n ? amount : undefined;
}
