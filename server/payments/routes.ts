import type { Handlers } from '#server/http/bind-endpoints.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { showPayment } from './show-payment.ts';
import { startPayment } from './start-payment.ts';
import { syncPayment } from './sync-payment.ts';

export function paymentRoutes(deps: PaymentDeps): Pick<Handlers, 'showPayment' | 'pay' | 'syncPayment'> {
  return {
    showPayment: ({ params, caller }) => showPayment(deps, params.token, caller?.customerId),
    pay: ({ params, body, caller }) =>
      startPayment(deps, { token: params.token, way: body.with, customerId: caller?.customerId }),
    syncPayment: ({ params, caller }) => syncPayment(deps, params.token, caller?.customerId),
  };
}
