import { mollieProvider } from './mollie/mollie-provider.ts';
import type { PaymentProvider } from './provider/provider.ts';
import { sandboxProvider } from './sandbox/sandbox-provider.ts';
import type { Clock } from '#server/process/clock.ts';
import { type Config, isLocal } from '#server/process/config.ts';
import type { Keys } from '#server/process/derived-keys.ts';

/** API addresses of the providers in tests: not a setting, because their keys are sent there. */
export type ProviderEndpoints = { stripe?: string; mollie?: string };

type Deps = {
  clock: Clock;
  /** The keys of the sandbox, and of the addresses to which Mollie sends its events. */
  keys: { sandbox: Keys; mollie: Keys };
  endpoints: ProviderEndpoints;
  /** The address at which this process reaches itself, once it listens. */
  localOrigin: () => string;
};

/** The providers of the settings. `provider`: for new payments. The others handle their earlier payments. */
export async function openProviders(
  config: Config,
  { clock, keys, endpoints, localOrigin }: Deps,
): Promise<{ provider: PaymentProvider; providers: PaymentProvider[] }> {
  const { publicUrl } = config;
  const providers: PaymentProvider[] = [];
  if (config.payments === 'sandbox')
    providers.push(sandboxProvider({ origin: localOrigin, publicUrl, keys: keys.sandbox, clock }));
  if (config.stripe) {
    // Stripe's SDK takes a quarter of a second and 35 MB to load
    const { stripeProvider } = await import('./stripe/stripe-provider.ts');
    providers.push(stripeProvider({ ...config.stripe, clock, endpoint: endpoints.stripe }));
  }
  if (config.mollie)
    providers.push(
      mollieProvider({
        ...config.mollie,
        endpoint: endpoints.mollie,
        webhookUrl: isLocal(publicUrl) ? undefined : `${publicUrl}/api/webhooks/mollie`,
        webhookKeys: keys.mollie,
      }),
    );
  return { provider: providers.find(({ name }) => name === config.payments)!, providers };
}
