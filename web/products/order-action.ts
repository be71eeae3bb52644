import type { Product } from '#contract/catalogue/product.ts';

/** The call to action of the two automatic services, which differs from other products. */
const words: Record<string, string> = {
  ContentQualityAnalyzer: 'Get a full report',
  HashtagOptimization: 'Get hashtags',
};

/** The label of the link to a product's order form, on its page and its form. */
export const orderAction = ({ name, kind, title }: Pick<Product, 'name' | 'kind' | 'title'>): string =>
  words[name] ?? `Order ${kind === 'bundle' ? title : title.toLowerCase()}`;
