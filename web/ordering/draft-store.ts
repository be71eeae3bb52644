import type { OrderDetails } from '#contract/order-details.ts';
import { localStore, readJson } from '#ui/browser-storage.ts';

const key = 'drafts';

function readAll(): Record<string, unknown> {
  const all = readJson(localStore, key);
  return typeof all === 'object' && all !== null ? (all as Record<string, unknown>) : {};
}
const keepAll = (drafts: Record<string, unknown>) => localStore.setItem(key, JSON.stringify(drafts));

/** Slugs of the forms with typed text. */
export const draftSlugs = (): string[] => Object.keys(readAll());

/** The unsent text of a product's form, stored on this device until it is in the cart or the customer logs out. */
export const readDraft = (slug: string): unknown => readAll()[slug];

/** Some of the details are enough: the form fills in the rest. */
export const keepDraft = (slug: string, details: Partial<OrderDetails>): void =>
  keepAll({ ...readAll(), [slug]: details });

export function dropDraft(slug: string): void {
  const { [slug]: _, ...others } = readAll();
  keepAll(others);
}
