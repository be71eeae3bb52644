import { mollieProvider } from './mollie/mollie-provider.ts';
import type { PaymentProvider } from './provider/provider.ts';
import { sandboxProvider } from './sandbox/sandbox-provider.ts';
import type { Clock } from '#server/process/clock.ts';
import { type Config, isLocal } from '#server/process/config.ts';
import type { Keys } from '#server/process/derived-keys.ts';

/** API addresses of the providers in tests. Never a setting, because the keys are sent there. */
export type ProviderEndpoints = { stripe?: string; mollie?: string };

type Deps = {
  clock: Clock;
  /** Keys of the sandbox's API and webhook events, and keys that sign Mollie's webhook addresses. */
  keys: { sandbox: Keys; mollie: Keys };
  endpoints: ProviderEndpoints;
  /** This process's own address, at which the sandbox is reached. Known once the server listens. */
  localOrigin: () => string;
};

/** The configured providers. `provider` takes new payments; the others serve the payments that they took earlier. */
export async function openProviders(
  config: Config,
  { clock, keys, endpoints, localOrigin }: Deps,
): Promise<{ provider: PaymentProvider; providers: PaymentProvider[] }> {
  const { publicUrl } = config;
  const providers: PaymentProvider[] = [];
  if (config.payments === 'sandbox')
    providers.push(sandboxProvider({ origin: localOrigin, publicUrl, keys: keys.sandbox, clock }));
  if (config.stripe) {
    // loaded only when needed: Stripe's SDK takes a quarter of a second and 35 MB
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
