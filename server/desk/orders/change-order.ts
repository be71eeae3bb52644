import type { DeskBodyOf } from '#contract/desk/endpoints.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { cancelOrder } from '#server/orders/cancel-order.ts';
import { whyNotCancel } from '#server/orders/why-not-cancel.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { writeNote } from '#server/desk/notes.ts';
import { findDeskOrder } from './show-desk-order.ts';

/**
 * Cancels an order without a delivery.
 * @throws ProblemReply 404; 409 with the reason against it
 */
export async function cancelDeskOrder(
  deps: DeskDeps,
  { by }: StaffCaller,
  { number }: { number: string },
  { reason, refundTo }: DeskBodyOf<'cancelDeskOrder'>,
): Promise<void> {
  const { order } = await findDeskOrder(deps, number);
  const why = whyNotCancel(order);
  if (why !== null) throw new ProblemReply(409, why);
  await cancelOrder(deps.payments, order.number, { by, reason, refundTo });
}

/**
 * Adds a note about an order, for staff only.
 * @throws ProblemReply 404
 */
export async function addOrderNote(
  deps: DeskDeps,
  caller: StaffCaller,
  { number }: { number: string },
  { text }: { text: string },
): Promise<void> {
  const { id, order } = await findDeskOrder(deps, number);
  await writeNote(deps, caller, { orderId: id }, { subject: `order ${order.number}`, text });
}
