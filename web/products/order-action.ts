import type { Product } from '#contract/product.ts';

/** What one does with the services that are no thing one orders. */
const words: Record<string, string> = {
  ContentQualityAnalyzer: 'Get a full report',
  HashtagOptimization: 'Get hashtags',
};

/** What the way to a product's order is called, on its page and on its form. */
export const orderAction = ({ name, kind, title }: Pick<Product, 'name' | 'kind' | 'title'>): string =>
  words[name] ?? `Order ${kind === 'bundle' ? title : title.toLowerCase()}`;
