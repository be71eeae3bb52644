import { builtInCatalogue } from '#contract/built-in-catalogue.ts';

const { products } = builtInCatalogue;

/**
 * The product whose page or order page is at this address. It carries the whole catalogue: import it, and the catalogue,
 * from loaders and the route table only, which never reach the browser.
 */
export function productAt(address: string) {
  const path = address.replace(/(.)\/$/, '$1');
  const product = products.find(({ route, orderRoute }) => path === route || path === orderRoute);
  if (!product) throw new Error(`Nothing is sold at ${address}`);
  return product;
}
