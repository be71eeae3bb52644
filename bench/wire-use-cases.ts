import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { creditDeposit } from '#server/balance/credit-deposit.ts';
import type { Database } from '#server/database/open-database.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { orderPaymentEffects } from '#server/orders/order-payment-effects.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { sandboxProvider } from '#server/payments/sandbox/sandbox-provider.ts';

export const publicUrl = 'http://shop.test';
const clock = () => new Date();
const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };

/** The dependencies of the orders' and payments' use cases without the job runner, because emails are not measured. */
export function wireUseCases({ db, pool }: Database): OrderDeps & PaymentDeps {
  const provider = sandboxProvider({ origin: () => publicUrl, publicUrl, keys: ['bench'], clock });
  return {
    db,
    clock,
    catalogue: () => builtInCatalogue,
    log,
    limits: rateLimits(pool, 1e6, log),
    jobs: { wake: silent },
    publicUrl,
    livemode: provider.livemode,
    provider,
    providers: [provider],
    linkHandlers: { order: orderPaymentEffects, deposit: creditDeposit },
  };
}
