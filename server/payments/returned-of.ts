import { type RawBuilder, sql } from 'kysely';

/**
 * What of a link's payments went back to their cards beside its price, or was taken back by their banks, as an expression in
 * minor units: it does not count towards the link any more. Of a paid order that is what its payments left on the balance.
 */
export const returnedOf = (linkId: unknown): RawBuilder<bigint> => sql<bigint>`(
  coalesce((
    select sum(r.amount - r.from_order) from refund r join payment_attempt p on p.id = r.payment_attempt_id
    where r.payment_link_id = ${linkId} and r.status <> 'failed' and p.status = 'captured'
  ), 0) + coalesce((
    select sum(d.withdrawn - d.reinstated) from dispute d join payment_attempt p on p.id = d.payment_attempt_id
    where p.payment_link_id = ${linkId} and p.status = 'captured'
  ), 0)
)::bigint`;
