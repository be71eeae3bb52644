import type { EndpointName } from '#contract/storefront/endpoints.ts';
import type { Call } from './call-api.ts';

/** The payment pages' calls. */
export const paymentCalls = {
  showPayment: {
    name: 'showPayment',
    method: 'GET',
    path: '/api/payments/:token',
    may: 'anyoneOrCustomer',
  },
  pay: { name: 'pay', method: 'POST', path: '/api/payments/:token/pay', may: 'anyoneOrCustomer' },
  syncPayment: {
    name: 'syncPayment',
    method: 'POST',
    path: '/api/payments/:token/sync',
    may: 'anyoneOrCustomer',
  },
} as const satisfies { [Name in EndpointName]?: Call<Name> };
