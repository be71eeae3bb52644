import { type RawBuilder, sql } from 'kysely';

/** The jobs without which a payment, a refund or a payment link never changes, and the payload's field that identifies it. */
const keyOf = {
  'payment.poll': 'attemptId',
  'payment.refund': 'refundId',
  'payment.expire': 'number',
} as const;

/** SQL condition: no live job of this kind exists for this ID (for `payment.expire`: the link's number). */
export const lacksJob = (
  kind: keyof typeof keyOf,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`not exists (
  select from job where kind = ${sql.lit(kind)} and payload ->> ${sql.lit(keyOf[kind])} = ${id} and dead_at is null)`;
