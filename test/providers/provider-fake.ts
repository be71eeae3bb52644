import type { FakeApiServer } from './fake-api-server.ts';

/** Acts of customers, banks and the provider on a payment. */
export type FakeAct =
  | 'pay'
  | 'decline'
  | 'async'
  | 'settle'
  | 'fail'
  | 'expire'
  | 'dashboard-refund'
  | 'refund-settle'
  | 'refund-fail'
  | 'dispute'
  | 'dispute-won'
  | 'dispute-lost';

/** How the events of an act reach the shop. `held`: only when the test sends them. */
export type WebhookWay = 'once' | 'twice' | 'lost' | 'held';

/** Sends a held event, for the first time or again. Returns the status of the shop's answer. */
export type HeldWebhook = () => Promise<number>;

/** The balance of the account at a fake provider. Amounts in minor units. */
export type FakeAccount = {
  /** The balance by the provider's own movements. */
  held(currency?: string): number;
  /** Charges a fee of the account, not of a payment. */
  chargeFee(amount: number): void;
  /** Pays out everything that isn't in a payout yet; undefined when there is nothing. */
  payOut(): { id: string } | undefined;
  /** Returns the payout, as when the bank rejects it. */
  failPayout(payout: { id: string }): void;
};

/** A fake provider for tests: stores payments and checks the requests. */
export type ProviderFake = Pick<
  FakeApiServer,
  'origin' | 'calls' | 'fail' | 'mend' | 'forgetKeys' | 'close'
> & {
  /** The shop's webhook address. */
  shopOrigin: string;
  act(ref: string, act: FakeAct, way?: WebhookWay): Promise<void>;
  held: HeldWebhook[];
};

/** Sends the events of an act in this way. */
export async function sendWebhooks(
  webhooks: HeldWebhook[],
  way: WebhookWay,
  held: HeldWebhook[],
): Promise<void> {
  if (way === 'held') held.push(...webhooks);
  if (way === 'once' || way === 'twice') for (const webhook of webhooks) await webhook();
  if (way === 'twice') for (const webhook of webhooks.toReversed()) await webhook();
}
