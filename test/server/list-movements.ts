import { day } from '#contract/durations.ts';
import { importMovements } from '#server/payments/movements/import-movements.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Movement, PaymentProvider } from '#server/payments/provider/provider.ts';
import { silent } from './open-test-queue.ts';

/** A movement as a provider lists it, in US dollars and without a fee. */
export const movement = (
  moved: Pick<Movement, 'id' | 'kind' | 'word' | 'amount' | 'createdAt'> & Partial<Movement>,
): Movement => ({
  currency: 'usd',
  fee: 0n,
  original: { amount: moved.amount, currency: moved.currency ?? 'usd' },
  about: null,
  reference: null,
  availableOn: new Date(moved.createdAt.getTime() + 2 * day),
  payout: null,
  ...moved,
});

/**
 * Imports movements as if the sandbox held money and listed them, newest first. `inPayout`: the movements that every payout
 * contains.
 */
export async function listMovements(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  all: readonly Movement[],
  inPayout: readonly Movement[] = [],
): Promise<void> {
  const movements: PaymentProvider['movements'] = () => Promise.resolve({ movements: [...all], next: null });
  const contentOf: PaymentProvider['contentOf'] = () =>
    Promise.resolve({ by: 'id', refs: inPayout.map(({ id }) => id), isComplete: true });
  const provider = { name: 'sandbox', livemode: false, movements, contentOf } as PaymentProvider;
  await importMovements({ db, clock, log: silent, providers: [provider] });
}
