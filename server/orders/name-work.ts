import type { Catalogue } from '#contract/catalogue.ts';
import { analyzerType, hashtagType } from './instant-work.ts';

/** The customer's product as words in a sentence: "your slogans", "your report", "your Starter presence bundle". */
export function nameWork({ findProduct }: Catalogue, orderType: number, title: string): string {
  if (orderType === analyzerType) return 'your report';
  if (orderType === hashtagType) return 'your hashtags';
  const isBundle = findProduct(orderType)?.kind === 'bundle';
  return isBundle ? `your ${title} bundle` : `your ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** The pronoun for work that a sentence has named: "them" or "it". */
export const workAgain = (work: string): string => (work.endsWith('s') ? 'them' : 'it');

/** The work with its verb, at the beginning of a sentence: "Your slogans are". */
export const workIs = (work: string): string => `Y${work.slice(1)} ${work.endsWith('s') ? 'are' : 'is'}`;
