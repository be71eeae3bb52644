import type { Clock } from './clock.ts';
import type { Database } from './database/open-database.ts';
import { openTestShop, type TestShop } from './open-test-shop.ts';
import { type MollieDouble, openMollieDouble } from './payments/mollie/mollie-double.ts';
import { openStripeDouble, type StripeDouble } from './payments/stripe/stripe-double.ts';

const stripeKey = 'sk_test_51Double';
const mollieKey = 'test_Double';
const settings = {
  PUBLIC_URL: 'https://shop.example',
  PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid',
  RATE_LIMIT_FACTOR: '1000',
  STRIPE_SECRET_KEY: stripeKey,
  // while a secret is rotated, both are right
  STRIPE_WEBHOOK_SECRET: 'whsec_old, whsec_new',
  MOLLIE_API_KEY: mollieKey,
};

type Doubles = { stripe: StripeDouble; mollie: MollieDouble };

/** Stripe and Mollie, as doubles. Their clock is the shop's, once there is one. */
export async function openDoubles() {
  let clock: Clock = () => new Date();
  const now: Clock = () => clock();
  const stripe = await openStripeDouble({ secretKey: stripeKey, webhookSecret: 'whsec_new', clock: now });
  const mollie = await openMollieDouble({ apiKey: mollieKey, clock: now });
  return {
    stripe,
    mollie,
    /** A shop with the keys of both, which takes new payments with one. */
    async openShop(payments: keyof Doubles, database?: Database): Promise<TestShop> {
      const shop = await openTestShop({
        settings: { ...settings, PAYMENTS: payments },
        endpoints: { stripe: stripe.origin, mollie: mollie.origin },
        ...(database ? { database } : {}),
      });
      clock = shop.now;
      stripe.shopOrigin = shop.origin;
      mollie.shopOrigin = shop.origin;
      return shop;
    },
    async close() {
      await stripe.close();
      await mollie.close();
    },
  };
}

type ProviderShop<Double> = { shop: TestShop; double: Double; close: () => Promise<void> };

/** A shop that takes payments with a double of this provider. */
async function openShopWith<Name extends keyof Doubles>(name: Name): Promise<ProviderShop<Doubles[Name]>> {
  const doubles = await openDoubles();
  const shop = await doubles.openShop(name);
  const close = async () => {
    await shop.close();
    await doubles.close();
  };
  return { shop, double: doubles[name], close };
}

export const openStripeShop = (): Promise<ProviderShop<StripeDouble>> => openShopWith('stripe');
export const openMollieShop = (): Promise<ProviderShop<MollieDouble>> => openShopWith('mollie');
