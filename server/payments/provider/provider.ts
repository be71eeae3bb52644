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

/** The provider's record of one payment at one moment. `captured` in minor units of `currency`. */
export type Snapshot = {
  ref: string;
  livemode: boolean;
  state: 'open' | 'processing' | 'paid' | 'expired' | 'failed' | 'canceled';
  captured: bigint;
  currency: string;
  refunds: readonly ProviderRefund[];
  disputes: readonly ProviderDispute[];
  /**
   * Words of the response that this version does not know. They do not affect the other fields; the operator
   * is alerted.
   */
  unknown?: readonly string[];
};

/** Money on its way back to the card. `reference`: our id of the refund; null when it was made at the provider. */
export type ProviderRefund = {
  ref: string;
  reference: string | null;
  /** The refunded amount in minor units. */
  amount: bigint;
  state: 'pending' | 'succeeded' | 'failed';
};

/**
 * A dispute, described by money moved in minor units. Only a final status (won, lost) has an effect of its own.
 * An inquiry has moved no money.
 */
export type ProviderDispute = {
  ref: string;
  /** The disputed amount. */
  amount: bigint;
  /** The totals debited so far, without the fee, and returned so far: both only grow. */
  withdrawn: bigint;
  reinstated: bigint;
  /** Fees that the provider charged and did not return. */
  fee: bigint;
  /** `unknown`: a word of the provider that this version does not know. */
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'unknown';
  /** The reason in the provider's own words. */
  reason: string | null;
  /** Deadline for the operator's evidence. */
  evidenceDueAt: Date | null;
};

/** A webhook event is only a hint to read the payment again. */
export type WebhookEvent = { eventId: string; type: string; ref: string | null; payload: unknown };

/**
 * One movement of the provider's balance, in minor units: above zero where the balance grows. The balance changes by
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
  /** The same movement in the payment's currency; `amount` unless the provider exchanged it. */
  original: { amount: bigint; currency: string };
  /** The provider's reference of the payment, refund, dispute or payout; null when it names none. */
  about: string | null;
  /** Our id of the attempt or refund, where the provider keeps it. */
  reference: string | null;
  createdAt: Date;
  availableOn: Date;
  /** Of a payout: when the bank should have it, if the provider says so, and whether the provider lists what is in it. */
  payout: { arrivesOn: Date | null; listsContent: boolean } | null;
};

/** Which movements are asked for: those since a time of whose ids `newOf` answers that they aren't imported yet. */
export type MovementsWanted = {
  since: Date;
  newOf: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
};

/** `next`: the cursor of the next page; null after the last. */
export type MovementPage = { movements: Movement[]; next: string | null };

/**
 * What a payout has in it: IDs of movements, or the references of the payments, refunds and disputes that they are about.
 * `isComplete`: nothing will be added.
 */
export type PayoutContent = { by: 'id' | 'about'; refs: string[]; isComplete: boolean };

export type PaymentProvider = {
  name: string;
  livemode: boolean;
  /** Origins of the provider's payment pages: customers are redirected to no other. */
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
   * Reads a webhook event; undefined when it concerns no payment. `query`: of the webhook request's address.
   * @throws WebhookRefused for a bad signature, a stale timestamp, the other mode or an unreadable body.
   */
  readWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
    query: Record<string, unknown>,
  ): WebhookEvent | undefined;
  /**
   * For providers whose events name other objects than payments: the payment of an object. Undefined when not known yet, null
   * when it belongs to another system on the same account.
   * @throws ProviderUnavailable
   */
  paymentOf?(ref: string): Promise<string | null | undefined>;
  /**
   * For providers that store events: the payment events since a time, delivered or not. Stripe stores them
   * for 30 days. Undefined when the key may not read them. @throws ProviderUnavailable
   */
  eventsSince?(since: Date): Promise<WebhookEvent[] | undefined>;
  /**
   * For providers that hold money: a page of their balance's movements, newest first. `after`: the cursor that the page before
   * answered. Undefined when the key may not read them. @throws ProviderUnavailable
   */
  movements?(wanted: MovementsWanted, after: string | null): Promise<MovementPage | undefined>;
  /**
   * For providers that list what is in a payout. `amount`: below zero, in minor units. Undefined when the key may not read it.
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
