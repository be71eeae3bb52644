import type { Handlers } from '#server/http/bind-endpoints.ts';
import type { BalanceDeps } from './balance-deps.ts';
import { placeDeposit } from './place-deposit.ts';
import { showBalance } from './show-balance.ts';

export function balanceRoutes(deps: BalanceDeps): Pick<Handlers, 'showBalance' | 'placeDeposit'> {
  return {
    showBalance: ({ caller, query }) => showBalance(deps, caller.customerId, query),
    placeDeposit: ({ caller, body, idempotencyKey }) =>
      placeDeposit(deps, { customerId: caller.customerId, body, idempotencyKey }),
  };
}
