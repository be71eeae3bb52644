import { type RawBuilder, sql } from 'kysely';

/** The jobs without which a payment, a refund or a payment link stays as it is, and the part of their payload that names it. */
const keyOf = {
  'payment.poll': 'attemptId',
  'payment.refund': 'refundId',
  'payment.expire': 'number',
} as const;

/** SQL condition: no job of this kind handles the row with this ID. */
export const lacksJob = (
  kind: keyof typeof keyOf,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`not exists (
  select from job where kind = ${sql.lit(kind)} and payload ->> ${sql.lit(keyOf[kind])} = ${id} and dead_at is null)`;
