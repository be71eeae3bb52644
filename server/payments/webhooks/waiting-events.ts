import { type RawBuilder, sql } from 'kysely';

/** The error of an event whose payment the shop doesn't know. */
export const unknownPayment = 'No payment attempt has this reference';

/** SQL: whether the shop knows the payment of webhook event `n`. */
export const isOfKnownPayment: RawBuilder<boolean> = sql`exists (
  select from payment_attempt a where a.provider = n.provider and a.provider_ref = n.provider_ref)`;

/** SQL: whether webhook event `n` isn't applied or dismissed. The dismissal of an event whose payment is known has no effect. */
export const isUnapplied: RawBuilder<boolean> = sql`(n.processed_at is null and (n.dismissed_at is null or ${isOfKnownPayment}))`;

/**
 * SQL: whether webhook event `n` needs attention. An event of an unknown payment is ignored after three days, because another system
 * may use the same account.
 */
export const isWaiting = (now: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${isUnapplied} and (n.received_at > ${now}::timestamptz - interval '3 days' or ${isOfKnownPayment}))`;
