import { newId } from '#ui/new-id.ts';
import { notify } from '#ui/snackbar.tsx';
import type { OrderType } from '#contract/catalogue/product.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { type CartLine, cartLines, keepLines } from './cart-store.ts';

type Ordered = { orderType: OrderType; details: OrderDetails; days: number };

/** Puts ordered lines into the cart again, without their files: the order's data don't say whether it had any. */
export function addAgain(lines: readonly Ordered[]): void {
  const added = lines.map(({ orderType, details }): CartLine => ({ id: newId(), orderType, details }));
  keepLines([...cartLines(), ...added]);
  // automatic work takes no files
  const mayHaveFiles = lines.some(({ days }) => days > 0);
  notify({
    message: `Added with the same brief.${mayHaveFiles ? ' If your order had files, choose “Edit” to add them again.' : ''}`,
  });
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
