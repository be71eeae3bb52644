import type { Product } from './product.ts';

/** When work starts that a customer orders: automatic work right after the payment, that of people on the next business day. */
export type WorkStart = 'afterPayment' | 'nextBusinessDay' | 'both';

/** `days`: business days until delivery; automatic work that takes some has a part that people do. */
export function workStart(lines: readonly { fulfilment: Product['fulfilment']; days: number }[]): WorkStart {
  const hasAutomatic = lines.some(({ fulfilment }) => fulfilment === 'automatic');
  const hasPeople = lines.some(({ days }) => days > 0);
  if (!hasPeople) return 'afterPayment';
  return hasAutomatic ? 'both' : 'nextBusinessDay';
}
