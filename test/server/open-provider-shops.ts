import type { Clock } from '#server/process/clock.ts';
import type { Database } from '#server/database/open-database.ts';
import { openTestShop, type TestShop } from './open-test-shop.ts';
import { type MollieFake, openMollieFake } from '#test/providers/mollie-fake.ts';
import { openStripeFake, type StripeFake } from '#test/providers/stripe-fake.ts';

const stripeKey = 'sk_test_51Double';
const mollieKey = 'test_Double';
const mollieToken = 'access_Double';
const settings = {
  PUBLIC_URL: 'https://shop.example',
  PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid',
  RATE_LIMIT_FACTOR: '1000',
  STRIPE_SECRET_KEY: stripeKey,
  // both secrets are valid during rotation
  STRIPE_WEBHOOK_SECRET: 'whsec_old, whsec_new',
  MOLLIE_API_KEY: mollieKey,
  MOLLIE_ORGANIZATION_TOKEN: mollieToken,
};

type Fakes = { stripe: StripeFake; mollie: MollieFake };

/** Opens a fake Stripe and a fake Mollie. They use the shop's clock once the shop is open. */
export async function openFakes() {
  let clock: Clock = () => new Date();
  const now: Clock = () => clock();
  const stripe = await openStripeFake({ secretKey: stripeKey, webhookSecret: 'whsec_new', clock: now });
  const mollie = await openMollieFake({
    apiKey: mollieKey,
    organizationToken: mollieToken,
    clock: now,
  });
  return {
    stripe,
    mollie,
    /** A shop with the keys of both providers. `payments`: the provider of new payments. */
    async openShop(payments: keyof Fakes, database?: Database): Promise<TestShop> {
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

type ProviderShop<Fake> = { shop: TestShop; fake: Fake; close: () => Promise<void> };

/** A shop that takes payments with a fake of this provider. */
async function openShopWith<Name extends keyof Fakes>(name: Name): Promise<ProviderShop<Fakes[Name]>> {
  const fakes = await openFakes();
  const shop = await fakes.openShop(name);
  const close = async () => {
    await shop.close();
    await fakes.close();
  };
  return { shop, fake: fakes[name], close };
}

export const openStripeShop = (): Promise<ProviderShop<StripeFake>> => openShopWith('stripe');
export const openMollieShop = (): Promise<ProviderShop<MollieFake>> => openShopWith('mollie');
