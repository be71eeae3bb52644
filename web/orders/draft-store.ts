import type { OrderDetails } from '#contract/order-details.ts';
import { localStore, readJson } from '#web/ui/browser-storage.ts';

const key = (slug: string) => `draft:${slug}`;

/** What is being typed into a product's form, kept on this device until it is in the cart. */
export const readDraft = (slug: string): unknown => readJson(localStore, key(slug));

/** Part of it will do: the form fills in the rest. */
export function keepDraft(slug: string, details: Partial<OrderDetails>): void {
  localStore.setItem(key(slug), JSON.stringify(details));
}

export const dropDraft = (slug: string): void => localStore.removeItem(key(slug));
