import { newId } from '#ui/new-id.ts';
import type { OrderType } from '#contract/product.ts';
import type { OrderDetails } from '#contract/order-details.ts';
import { cartLines, keepLines } from './cart-store.ts';

/** @returns the id of the new line */
export function addLine(orderType: OrderType, details: OrderDetails): string {
  const id = newId();
  keepLines([...cartLines(), { id, orderType, details }]);
  return id;
}

/** Replaces a line's details; adds the line when the cart doesn't have it. */
export function changeLine(id: string, orderType: OrderType, details: OrderDetails): void {
  const lines = cartLines();
  if (lines.some((line) => line.id === id))
    keepLines(lines.map((line) => (line.id === id ? { ...line, details } : line)));
  else keepLines([...lines, { id, orderType, details }]);
}
