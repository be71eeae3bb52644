import type { Handlers } from '#server/http/bind-endpoints.ts';
import type { BalanceDeps } from './balance-deps.ts';
import { placeDeposit } from './place-deposit.ts';
import { showBalance } from './show-balance.ts';
import { printMonthlyStatement, showMonthlyStatement } from './show-monthly-statement.ts';
import { showDepositReceipt } from './show-deposit-receipt.ts';

export function balanceRoutes(
  deps: BalanceDeps,
): Pick<
  Handlers,
  'showBalance' | 'showMonthlyStatement' | 'printMonthlyStatement' | 'showDepositReceipt' | 'placeDeposit'
> {
  return {
    showBalance: ({ caller, query }) => showBalance(deps, caller.customerId, query),
    showMonthlyStatement: ({ caller, params }) => showMonthlyStatement(deps, caller.customerId, params.month),
    printMonthlyStatement: ({ caller, params }) =>
      printMonthlyStatement(deps, caller.customerId, params.month),
    showDepositReceipt: ({ caller, params }) =>
      showDepositReceipt(deps, caller.customerId, params.depositNumber),
    placeDeposit: ({ caller, body, idempotencyKey }) =>
      placeDeposit(deps, { customerId: caller.customerId, body, idempotencyKey }),
  };
}
