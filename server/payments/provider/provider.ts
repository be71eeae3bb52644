/** Everything the provider is told to make a payment page: frozen in the attempt before the call. */
export type LinkRequest = {
  /** Minor units as text: JSON has no bigint. */
  amount: string;
  currency: string;
  description: string;
  /** Our name of the attempt. */
  reference: string;
  /** Of the order or deposit, where the request was frozen with it. */
  number?: string;
  returnUrl: string;
  cancelUrl: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
};

export type ProviderLink = { ref: string; url: string };

/** The provider's truth about one payment at one moment. `captured` in minor units of `currency`. */
export type Snapshot = {
  ref: string;
  livemode: boolean;
  state: 'open' | 'processing' | 'paid' | 'expired' | 'failed' | 'canceled';
  captured: bigint;
  currency: string;
  refunds: readonly ProviderRefund[];
  disputes: readonly ProviderDispute[];
  /** Words of the answer that this version does not know. They changed nothing above, and the operator is told. */
  unknown?: readonly string[];
};

/** Money on its way back to the card. `reference`: our name of it; null when it was made at the provider. */
export type ProviderRefund = {
  ref: string;
  reference: string | null;
  /** Minor units. */
  amount: bigint;
  state: 'pending' | 'succeeded' | 'failed';
};

/**
 * A payment its bank asks back, by the money that moved: the words of a status decide nothing but the end. Minor units.
 * A mere inquiry has moved no money.
 */
export type ProviderDispute = {
  ref: string;
  /** What is disputed. */
  amount: bigint;
  /** What has been taken from us so far, the fee not counted, and what has come back: both only grow. */
  withdrawn: bigint;
  reinstated: bigint;
  /** What the provider has charged for it and not given back. */
  fee: bigint;
  /** `unknown`: a word of the provider that this version does not know. */
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'unknown';
  /** In the provider's own words. */
  reason: string | null;
  /** Until when the operator can answer it. */
  evidenceDueAt: Date | null;
};

/** A notice is only a hint: which object to look at. */
export type Notice = { eventId: string; type: string; ref: string | null; payload: unknown };

export type PaymentProvider = {
  name: string;
  livemode: boolean;
  /** Origins its payment pages live on: customers are sent nowhere else. */
  pageOrigins: readonly string[];
  /** @throws ProviderRefused (4xx: final) or ProviderUnavailable (try again with the same key and request). */
  createLink(request: LinkRequest, idempotencyKey: string): Promise<ProviderLink>;
  /** @throws ProviderUnavailable */
  fetch(ref: string): Promise<Snapshot>;
  /** Ends an open payment page and answers what stands then: it may be paid. @throws ProviderUnavailable */
  stop(ref: string): Promise<Snapshot>;
  /**
   * Gives a part of a payment back to its card and answers what stands then. `amount` in minor units, `reference` our
   * name of the refund. @throws ProviderRefused (final) or ProviderUnavailable (try again with the same key).
   */
  refund(
    ref: string,
    refund: { amount: bigint; reference: string },
    idempotencyKey: string,
  ): Promise<Snapshot>;
  /**
   * Undefined: of nothing that concerns payments. `query`: of the address the notice came to.
   * @throws NoticeRefused on a bad signature, a stale timestamp, the other mode or an unreadable body.
   */
  readNotice(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
    query: Record<string, unknown>,
  ): Notice | undefined;
  /**
   * Where notices name other objects than payments: the payment an object belongs to, undefined when that is not known, null
   * when it is of another system that uses the same account.
   * @throws ProviderUnavailable
   */
  paymentOf?(ref: string): Promise<string | null | undefined>;
  /**
   * Where the provider keeps its events: those of payments from then on, whether or not they were delivered. They are kept
   * for 30 days. Undefined where the key may not read them. @throws ProviderUnavailable
   */
  eventsSince?(since: Date): Promise<Notice[] | undefined>;
};

export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}
export class ProviderUnavailable extends Error {
  override name: string = 'ProviderUnavailable';
}
/** Nobody here can ask it: its keys, or those of the payment's mode, are not set. */
export class ProviderMissing extends ProviderUnavailable {
  override name = 'ProviderMissing';
}
export class NoticeRefused extends Error {
  override name = 'NoticeRefused';
}
