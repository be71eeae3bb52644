import * as z from 'zod/mini';
import { splitList } from './split-list.ts';
import { StartError } from './start-error.ts';

/** The provider for new payments. Other providers with keys handle their earlier payments. */
export type ChosenProvider = 'sandbox' | 'stripe' | 'mollie';
export type ProviderKeys = {
  stripe?: { secretKey: string; webhookSecrets: string[] };
  /** `organizationToken`: for reading Mollie's list of movements, which the API key doesn't allow. */
  mollie?: { apiKey: string; organizationToken?: string };
};

const like = (pattern: RegExp, error: string) => z.string().check(z.regex(pattern, { error }));

/** The settings that choose the payment provider and have its keys. */
export const providerSettings = z.object({
  PAYMENTS: z._default(
    z.enum(['sandbox', 'stripe', 'mollie'], { error: 'must be sandbox, stripe or mollie' }),
    'sandbox',
  ),
  STRIPE_SECRET_KEY: z.optional(
    like(
      /^[sr]k_(test|live)_\w+$/,
      'must be a secret or restricted key, which starts with sk_test_, sk_live_, rk_test_ or rk_live_',
    ),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    like(
      /^whsec_[^\s,]+(\s*,\s*whsec_[^\s,]+)*$/,
      'must be the webhook’s signing secret, which starts with whsec_; separate several with commas',
    ),
  ),
  MOLLIE_API_KEY: z.optional(
    like(/^(test|live)_\w+$/, 'must be an API key, which starts with test_ or live_'),
  ),
  MOLLIE_ORGANIZATION_TOKEN: z.optional(
    like(/^access_\w+$/, 'must be an organization access token, which starts with access_'),
  ),
});

const missing = (setting: string, needed: string) =>
  new StartError(`Settings: ${setting} requires ${needed}, which you can find in the provider’s dashboard.`);

/**
 * Checks that the keys of each provider are complete.
 * @throws StartError when a key that belongs to another is missing
 */
export function providerKeys(value: z.output<typeof providerSettings>): ProviderKeys {
  const {
    PAYMENTS: payments,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    MOLLIE_API_KEY: apiKey,
    MOLLIE_ORGANIZATION_TOKEN: organizationToken,
  } = value;
  if (payments === 'stripe' && !secretKey) throw missing('PAYMENTS=stripe', 'STRIPE_SECRET_KEY');
  if (payments === 'mollie' && !apiKey) throw missing('PAYMENTS=mollie', 'MOLLIE_API_KEY');
  if (secretKey && !webhookSecret) throw missing('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  if (organizationToken && !apiKey) throw missing('MOLLIE_ORGANIZATION_TOKEN', 'MOLLIE_API_KEY');
  return {
    ...(secretKey && webhookSecret
      ? { stripe: { secretKey, webhookSecrets: splitList(webhookSecret) } }
      : {}),
    ...(apiKey ? { mollie: { apiKey, ...(organizationToken ? { organizationToken } : {}) } } : {}),
  };
}

/** Whether new payments are made with a live key. */
export const takesRealMoney = ({
  payments,
  stripe,
  mollie,
}: ProviderKeys & { payments: ChosenProvider }): boolean =>
  /^([sr]k_)?live_/.test({ sandbox: '', stripe: stripe?.secretKey, mollie: mollie?.apiKey }[payments] ?? '');
