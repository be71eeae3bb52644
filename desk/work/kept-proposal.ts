import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { initialDetails, type ProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { localStore, readJson } from '#ui/browser-storage.ts';
import { settled } from '#ui/order-form/order-sections.tsx';
import { restoredDetails } from '#ui/order-form/restored-details.ts';

/** A configured product of a proposal. */
export type Line = { product: ProductFormModel; details: OrderDetails };
/** `lines`: complete ones; `current`: the one that is being filled in. */
export type ProposalDraft = { lines: Line[]; current: Line | undefined };

/** A new line of a product, with the texts that another line's brief has in fields of the same name, such as the brand. */
export function startLine(product: ProductFormModel, other: Line | undefined): Line {
  const fresh = initialDetails(product);
  const texts = product.fields
    .filter(({ type }) => type === 'text' || type === 'textarea' || type === 'url')
    .flatMap(({ key }): [string, string][] => {
      const text = other?.details.brief[key];
      return typeof text === 'string' ? [[key, text]] : [];
    });
  const details = { ...fresh, brief: { ...fresh.brief, ...Object.fromEntries(texts) } };
  return { product, details: settled(product, details) };
}

const keyOf = (me: string, number: string) => `desk-proposal:${me}:${number}`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The proposal that a person began in a conversation, with today's products; an empty one when there is none. */
export function readProposal(
  me: string,
  number: string,
  products: readonly ProductFormModel[],
): ProposalDraft {
  const stored = readJson(localStore, keyOf(me, number));
  const lineOf = (kept: unknown): Line[] => {
    if (!isObject(kept)) return [];
    const product = products.find(({ orderType }) => orderType === kept['orderType']);
    return product ? [{ product, details: restoredDetails(product, kept['details']) }] : [];
  };
  if (!isObject(stored)) return { lines: [], current: undefined };
  const { lines, current } = stored;
  return { lines: Array.isArray(lines) ? lines.flatMap(lineOf) : [], current: lineOf(current)[0] };
}

const toSent = ({ product: { orderType }, details }: Line) => ({ orderType, details });

/** The lines as the server takes them. */
export const toLines = (lines: readonly Line[]) => lines.map(toSent);

/** Stores what was typed in this browser, so that closing the dialog loses nothing. */
export function keepProposal(me: string, number: string, { lines, current }: ProposalDraft): void {
  const isEmpty = lines.length === 0 && !current;
  if (isEmpty) return localStore.removeItem(keyOf(me, number));
  const kept = { lines: toLines(lines), ...(current ? { current: toSent(current) } : {}) };
  localStore.setItem(keyOf(me, number), JSON.stringify(kept));
}
