import { actorOf, type Handlers } from '#server/http/bind-endpoints.ts';
import { cancelOrder } from './cancel-order.ts';
import { listOrders } from './list-orders.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { OrderDeps } from './order-deps.ts';
import { placeOrder } from './place-order.ts';
import { showOrder } from './show-order.ts';
import { showReceipt } from './show-receipt.ts';

export function orderRoutes(
  deps: OrderDeps,
  payments: PaymentDeps,
): Pick<Handlers, 'listOrders' | 'placeOrder' | 'showOrder' | 'showReceipt' | 'cancelOrder'> {
  return {
    listOrders: ({ caller, query }) => listOrders(deps, caller.customerId, query),
    placeOrder: ({ caller, body, idempotencyKey }) =>
      placeOrder(deps, { customerId: caller.customerId, body, idempotencyKey }),
    cancelOrder: ({ caller, params, query }) =>
      cancelOrder(payments, params.number, { by: actorOf(caller), ...query }),
    showReceipt: ({ caller, params }) => showReceipt(deps, caller.customerId, params.number),
    showOrder: ({ caller, params }) => showOrder(deps, caller.customerId, params.number),
  };
}
