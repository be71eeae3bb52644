import { type PaymentProvider, ProviderMissing } from './provider.ts';

/** Who made a payment, and in which mode: test keys do not open live payments. */
export type MadeBy = { provider: string; livemode: boolean };

/** Who looks after a payment: whoever made it, whatever was chosen for new ones since. @throws ProviderMissing */
export function findProvider(
  { providers }: { providers: readonly PaymentProvider[] },
  made: MadeBy,
): PaymentProvider {
  const found = providers.find(({ name, livemode }) => name === made.provider && livemode === made.livemode);
  if (!found)
    throw new ProviderMissing(
      `No keys are set for ${made.provider} (${made.livemode ? 'live' : 'test'}) are set`,
    );
  return found;
}
