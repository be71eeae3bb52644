import { newId } from '#ui/new-id.ts';
import { notify } from '#ui/snackbar.tsx';
import type { OrderType } from '#contract/catalogue/product.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { type CartLine, cartLines, keepLines } from './cart-store.ts';

type Ordered = { orderType: OrderType; details: OrderDetails; days: number };

/** Puts ordered lines into the cart again, and says what happens to their files. */
export function addAgain(lines: readonly Ordered[]): void {
  const added = lines.map(({ orderType, details }): CartLine => ({ id: newId(), orderType, details }));
  keepLines([...cartLines(), ...added]);
  if (lines.some(({ days }) => days > 0))
    notify({ message: 'Added with the same brief, but without its files. To add files, choose “Edit.”' });
}

/** Replaces the given properties of a line; adds the line when the cart doesn't have it. */
export function changeLine(
  id: string,
  orderType: OrderType,
  change: Pick<CartLine, 'details' | 'files'>,
): void {
  const lines = cartLines();
  if (lines.some((line) => line.id === id))
    keepLines(lines.map((line) => (line.id === id ? { ...line, ...change } : line)));
  else keepLines([...lines, { id, orderType, ...change }]);
}
