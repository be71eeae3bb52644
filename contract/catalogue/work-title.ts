import type { Product } from './product.ts';

/** A product's title for a quantity: "Business narrative" for 1, when the title ends with the unit's plural. */
export function workTitle(
  { title, unit: { one, many } }: Pick<Product, 'title' | 'unit'>,
  quantity: number,
): string {
  const isCounted = title.toLowerCase().endsWith(many.toLowerCase()) && many.startsWith(one);
  return quantity === 1 && isCounted ? title.slice(0, title.length - (many.length - one.length)) : title;
}
