import type { Product } from './product.ts';

/**
 * The title of an order line: the product's title, in the singular ("Business narrative") when one of a
 * counted title is ordered.
 */
export function workTitle(
  { title, unit: { one, many } }: Pick<Product, 'title' | 'unit'>,
  quantity: number,
): string {
  const isCounted = title.toLowerCase().endsWith(many.toLowerCase()) && many.startsWith(one);
  return quantity === 1 && isCounted ? title.slice(0, title.length - (many.length - one.length)) : title;
}
