import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { analyzerType, hashtagType } from './instant-work.ts';

/** A product for use within a sentence, with the client's name: "your slogans for Golden Crust", "your report". */
export function nameWork(catalogue: Catalogue, orderType: number, title: string, client: string): string {
  const work = nameProduct(catalogue, orderType, title);
  return client === '' ? work : `${work} for ${client}`;
}

function nameProduct({ findProduct }: Catalogue, orderType: number, title: string): string {
  if (orderType === analyzerType) return 'your report';
  if (orderType === hashtagType) return 'your hashtags';
  const isBundle = findProduct(orderType)?.kind === 'bundle';
  return isBundle ? `your ${title} bundle` : `your ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** Whether the name of the work, without its client, is a plural. */
const isPlural = (work: string): boolean => work.split(' for ')[0]!.endsWith('s');

/** The pronoun for the work in a later sentence: "them" or "it". */
export const workAgain = (work: string): string => (isPlural(work) ? 'them' : 'it');

/** The work with its verb, for the start of a sentence: "Your slogans are". */
export const workIs = (work: string): string => `Y${work.slice(1)} ${isPlural(work) ? 'are' : 'is'}`;
