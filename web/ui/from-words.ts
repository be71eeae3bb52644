import type { Product } from '#contract/catalogue.ts';

/** How soon the smallest order of a product is delivered. */
export function soonest(product: Pick<Product, 'delivery'>): string {
  const days = Math.min(...Object.values(product.delivery.baseDays));
  if (days === 0) return 'About a minute';
  return businessDays(days);
}

export const businessDays = (days: number): string => `${days} business day${days === 1 ? '' : 's'}`;
