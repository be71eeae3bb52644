import type { Product } from './product.ts';

/** What a line is called: the product's title, in the singular where one is ordered of what the title counts: "Business narrative". */
export function workTitle(
  { title, unit: { one, many } }: Pick<Product, 'title' | 'unit'>,
  quantity: number,
): string {
  const isCounted = title.toLowerCase().endsWith(many.toLowerCase()) && many.startsWith(one);
  return quantity === 1 && isCounted ? title.slice(0, title.length - (many.length - one.length)) : title;
}
