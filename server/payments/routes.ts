import type { Handlers } from '#server/http/bind-endpoints.ts';
import { networkOf } from '#server/http/rate-limits.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { showPayment } from './show-payment.ts';
import { startPayment } from './start-payment.ts';
import { syncPayment } from './sync-payment.ts';

export function paymentRoutes(deps: PaymentDeps): Pick<Handlers, 'showPayment' | 'pay' | 'syncPayment'> {
  const { paymentsPerAddress } = deps.limits;
  return {
    showPayment: async ({ params, caller, ip }) => {
      await paymentsPerAddress.consume(networkOf(ip));
      return showPayment(deps.db, params.token, caller?.customerId);
    },
    pay: async ({ params, body, caller, ip }) => {
      await paymentsPerAddress.consume(networkOf(ip));
      return startPayment(deps, { token: params.token, way: body.with, customerId: caller?.customerId });
    },
    syncPayment: async ({ params, caller, ip }) => {
      await paymentsPerAddress.consume(networkOf(ip));
      return syncPayment(deps, params.token, caller?.customerId);
    },
  };
}
