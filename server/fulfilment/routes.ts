import type { Handlers } from '#server/http/bind-endpoints.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { moveLine } from './move-line.ts';
import { showDelivery } from './show-delivery.ts';

type Calls = 'showDelivery' | 'answerQuestion' | 'requestRevision' | 'acceptDelivery';

export function fulfilmentRoutes(deps: OrderDeps): Pick<Handlers, Calls> {
  const byCustomer = { actor: 'customer' };
  return {
    showDelivery: ({ caller, params }) => showDelivery(deps, caller.customerId, params),
    answerQuestion: ({ caller: { customerId }, params, body }) =>
      moveLine(deps, { ...byCustomer, ...params, customerId, move: 'answer', reason: body.text }),
    requestRevision: ({ caller: { customerId }, params, body }) =>
      moveLine(deps, { ...byCustomer, ...params, customerId, move: 'revise', reason: body.text }),
    acceptDelivery: ({ caller: { customerId }, params }) =>
      moveLine(deps, { ...byCustomer, ...params, customerId, move: 'accept' }),
  };
}
