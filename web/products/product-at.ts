import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';

const { products } = builtInCatalogue;

/**
 * The product whose page or order page has this address. Imports the whole catalogue: import it only
 * in loaders and the route table, which never reach the browser.
 */
export function productAt(address: string) {
  const path = address.replace(/(.)\/$/, '$1');
  const product = products.find(({ route, orderRoute }) => path === route || path === orderRoute);
  if (!product) throw new Error(`Nothing is sold at ${address}`);
  return product;
}
