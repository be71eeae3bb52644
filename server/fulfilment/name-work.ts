import { findProduct } from '#contract/catalogue.ts';
import { analyzerType, hashtagType } from '#server/orders/instant-work.ts';

/** What the customer gets, in a sentence: "your slogans", "your report", "your Starter presence bundle". */
export function nameWork(orderType: number, title: string): string {
  if (orderType === analyzerType) return 'your report';
  if (orderType === hashtagType) return 'your hashtags';
  const isBundle = findProduct(orderType)?.kind === 'bundle';
  return isBundle ? `your ${title} bundle` : `your ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** The same at the beginning of a sentence: "Your slogans are". */
export function workIs(orderType: number, title: string): string {
  const name = nameWork(orderType, title);
  return `Y${name.slice(1)} ${name.endsWith('s') ? 'are' : 'is'}`;
}
