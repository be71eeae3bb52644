import { type PaymentProvider, ProviderMissing } from './provider.ts';

/** The provider that made a payment, and its mode: test keys cannot read live payments. */
export type MadeBy = { provider: string; livemode: boolean };

/** Finds the provider that made a payment, whichever provider is configured for new ones. @throws ProviderMissing */
export function findProvider(
  { providers }: { providers: readonly PaymentProvider[] },
  made: MadeBy,
): PaymentProvider {
  const found = providers.find(({ name, livemode }) => name === made.provider && livemode === made.livemode);
  if (!found)
    throw new ProviderMissing(`No ${made.livemode ? 'live' : 'test'} keys are set for ${made.provider}`);
  return found;
}
