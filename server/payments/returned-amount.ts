import { type RawBuilder, sql } from 'kysely';

/**
 * SQL expression, in minor units: the part of a link's payments that was refunded to cards but not from the order's price, or was
 * disputed. It no longer counts towards the link.
 */
export const amountSentBack = (linkId: unknown): RawBuilder<bigint> => sql<bigint>`(
  coalesce((
    select sum(r.amount - r.from_order) from refund r join payment_attempt p on p.id = r.payment_attempt_id
    where r.payment_link_id = ${linkId} and r.status <> 'failed' and p.status = 'captured'
  ), 0) + coalesce((
    select sum(d.withdrawn - d.reinstated) from dispute d join payment_attempt p on p.id = d.payment_attempt_id
    where p.payment_link_id = ${linkId} and p.status = 'captured'
  ), 0)
)::bigint`;
