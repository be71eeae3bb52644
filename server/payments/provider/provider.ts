import type { MovementKind } from '#contract/desk/money.ts';

/** The request that creates a payment page: stored with the attempt before the call and never changed. */
export type LinkRequest = {
  /** Minor units as text: JSON has no bigint. */
  amount: string;
  currency: string;
  description: string;
  /** Our id of the attempt. */
  reference: string;
  /** Number of the order or deposit; missing in requests stored before the field existed. */
  number?: string;
  returnUrl: string;
  cancelUrl: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
};

export type ProviderLink = { ref: string; url: string };

/** A payment as the provider reports it now. `captured` in minor units of `currency`. */
export type Snapshot = {
  ref: string;
  livemode: boolean;
  state: 'open' | 'processing' | 'paid' | 'expired' | 'failed' | 'canceled';
  captured: bigint;
  currency: string;
  refunds: readonly ProviderRefund[];
  disputes: readonly ProviderDispute[];
  /**
   * Values of the response, such as a status, that this version does not know. They don't affect the other fields; the operator
   * is alerted.
   */
  unknown?: readonly string[];
};

/** A refund at the provider. `reference`: our ID of the refund; null when it was made in the provider's dashboard. */
export type ProviderRefund = {
  ref: string;
  reference: string | null;
  /** The refunded amount in minor units. */
  amount: bigint;
  state: 'pending' | 'succeeded' | 'failed';
};

/**
 * A dispute, described by the money that it moved (minor units). Of the states only `won` and `lost` have an effect of their
 * own. An inquiry has moved no money.
 */
export type ProviderDispute = {
  ref: string;
  /** The disputed amount. */
  amount: bigint;
  /** The total debited so far, without the fee. Never falls. */
  withdrawn: bigint;
  /** The total returned so far. Never falls. */
  reinstated: bigint;
  /** Fees that the provider charged and did not return. */
  fee: bigint;
  /** `unknown`: a status that this version does not know. */
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'unknown';
  /** The reason in the provider's own words. */
  reason: string | null;
  /** Deadline for the operator's evidence. */
  evidenceDueAt: Date | null;
};

/** A webhook event. It only triggers a fetch of the payment: of its content only the reference is used. */
export type WebhookEvent = { eventId: string; type: string; ref: string | null; payload: unknown };

/**
 * One movement of the provider's balance, in minor units; a positive amount increases the balance. The balance changes by
 * `amount - fee`.
 */
export type Movement = {
  id: string;
  kind: MovementKind;
  /** The provider's own word for the kind. */
  word: string;
  currency: string;
  amount: bigint;
  fee: bigint;
  /** The movement in the payment's currency; equals `amount` and `currency` unless the provider exchanged it. */
  original: { amount: bigint; currency: string };
  /** The provider's reference of the payment, refund, dispute or payout; null when there is none. */
  about: string | null;
  /** Our ID of the attempt or refund, where the provider stores it. */
  reference: string | null;
  createdAt: Date;
  availableOn: Date;
  /** Of a payout: when the bank should receive it (null when not known), and whether the provider lists its contents. */
  payout: { arrivesOn: Date | null; listsContent: boolean } | null;
};

/** Which movements to list: those since `since` that aren't imported yet. `newOf`: returns which of these IDs are new. */
export type MovementsWanted = {
  since: Date;
  newOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
};

/** `next`: the cursor of the next page; null after the last. */
export type MovementPage = { movements: Movement[]; next: string | null };

/**
 * The contents of a payout: IDs of movements, or references of their payments, refunds and disputes. `isComplete`: nothing will
 * be added.
 */
export type PayoutContent = { by: 'id' | 'about'; refs: string[]; isComplete: boolean };

export type PaymentProvider = {
  name: string;
  livemode: boolean;
  /** Origins of the provider's payment pages. Customers are never redirected to another origin. */
  pageOrigins: readonly string[];
  /**
   * Creates a payment page.
   * @throws ProviderRefused (4xx: final) or ProviderUnavailable (retry with the same key and request).
   */
  createLink(request: LinkRequest, idempotencyKey: string): Promise<ProviderLink>;
  /**
   * Reads the current snapshot.
   * @throws ProviderUnavailable
   */
  fetch(ref: string): Promise<Snapshot>;
  /** Closes an open payment page and returns the current snapshot: the page may have been paid. @throws ProviderUnavailable */
  stop(ref: string): Promise<Snapshot>;
  /**
   * Refunds a part of a payment to its card and returns the current snapshot. `amount` in minor units; `reference`: our
   * id of the refund. @throws ProviderRefused (final) or ProviderUnavailable (retry with the same key).
   */
  refund(
    ref: string,
    refund: { amount: bigint; reference: string },
    idempotencyKey: string,
  ): Promise<Snapshot>;
  /**
   * Reads a webhook event; undefined when it concerns no payment. `query`: the query of the webhook request's URL.
   * @throws WebhookRefused for a bad signature, a stale timestamp, the other mode or an unreadable body.
   */
  readWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
    query: Record<string, unknown>,
  ): WebhookEvent | undefined;
  /**
   * For providers whose events can name another object than the payment (Stripe: the payment intent). Returns the reference of
   * that object's payment: undefined when not known yet, null when another system on the same account created it.
   * @throws ProviderUnavailable
   */
  paymentOf?(ref: string): Promise<string | null | undefined>;
  /**
   * For providers that store events: the payment events since a time, delivered or not. Stripe stores them
   * for 30 days. Undefined when the key may not read them. @throws ProviderUnavailable
   */
  eventsSince?(since: Date): Promise<WebhookEvent[] | undefined>;
  /**
   * For providers that hold money: a page of their balance's movements, newest first. `after`: `next` of the previous page.
   * Undefined when the key may not read them. @throws ProviderUnavailable
   */
  movements?(wanted: MovementsWanted, after: string | null): Promise<MovementPage | undefined>;
  /**
   * For providers that list a payout's contents. `amount`: negative, in minor units. Undefined when the key may not read them.
   * @throws ProviderUnavailable
   */
  contentOf?(payout: { ref: string; amount: bigint }): Promise<PayoutContent | undefined>;
};

export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}
export class ProviderUnavailable extends Error {
  override name: string = 'ProviderUnavailable';
}
/** No provider is configured for the payment: its keys, or the keys of the payment's mode, are missing. */
export class ProviderMissing extends ProviderUnavailable {
  override name = 'ProviderMissing';
}
export class WebhookRefused extends Error {
  override name = 'WebhookRefused';
}
