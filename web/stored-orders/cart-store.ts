import type { OrderType } from '#contract/catalogue/product.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { localStore, readJson } from '#ui/browser-storage.ts';
import type { DeviceFile } from './line-files.ts';
import { sharedState, useShared } from '#ui/shared-state.ts';

const key = 'orders';

/** One configured product as it was put into the cart, with the files of its brief. */
export type CartLine = {
  id: string;
  orderType: OrderType;
  details: OrderDetails;
  files?: readonly DeviceFile[];
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isLine = (value: unknown): value is CartLine =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['orderType'] === 'number' &&
  isObject(value['details']);

/** Keeps stored entries with the form of a cart line; the cart page checks whether they can still be ordered. */
export function readableLines(stored: unknown): CartLine[] {
  const lines = Array.isArray(stored) ? stored.filter(isLine) : [];
  return lines.filter((line, index) => lines.findIndex(({ id }) => id === line.id) === index);
}

const load = () => (typeof window === 'undefined' ? [] : readableLines(readJson(localStore, key)));

const cart = sharedState<CartLine[]>(load());

export const cartLines = (): CartLine[] => cart.get();

export function keepLines(lines: CartLine[]): void {
  if (lines.length === 0) localStore.removeItem(key);
  else localStore.setItem(key, JSON.stringify(lines));
  cart.set(lines);
}

// Another tab changed the cart or cleared the storage.
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) cart.set(load());
  });

const none: CartLine[] = [];

export const useCart = (): CartLine[] => useShared(cart, none);
export const useCartCount = (): number => useShared(cart, none).length;
