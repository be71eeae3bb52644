import type { Product } from './product.ts';

/** When ordered work starts: automatic work right after the payment, people's work by the next business day. */
export type WorkStart = 'afterPayment' | 'nextBusinessDay' | 'both';

/** `days`: business days until delivery. People do a part of automatic work that takes days. */
export function workStart(lines: readonly { fulfilment: Product['fulfilment']; days: number }[]): WorkStart {
  const hasAutomatic = lines.some(({ fulfilment }) => fulfilment === 'automatic');
  const hasPeople = lines.some(({ days }) => days > 0);
  if (!hasPeople) return 'afterPayment';
  return hasAutomatic ? 'both' : 'nextBusinessDay';
}
