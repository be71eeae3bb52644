import type { EndpointName } from '#contract/storefront/endpoints.ts';
import type { Call } from './call-api.ts';

/** The calls of pages that show or spend the balance. */
export const balanceCalls = {
  showBalance: { name: 'showBalance', method: 'GET', path: '/api/balance', may: 'customer' },
  showMonthlyStatement: {
    name: 'showMonthlyStatement',
    method: 'GET',
    path: '/api/statements/:month',
    may: 'customer',
  },
  printMonthlyStatement: {
    name: 'printMonthlyStatement',
    method: 'GET',
    path: '/api/statements/:month/pdf',
    may: 'customer',
  },
  showDepositReceipt: {
    name: 'showDepositReceipt',
    method: 'GET',
    path: '/api/balance/deposits/:depositNumber/receipt',
    may: 'customer',
  },
  placeDeposit: { name: 'placeDeposit', method: 'POST', path: '/api/balance/deposit', may: 'customer' },
} as const satisfies { [Name in EndpointName]?: Call<Name> };
