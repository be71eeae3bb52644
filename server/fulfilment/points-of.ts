import type { RevisionPoint } from '#contract/storefront/revision-points.ts';
import { type RawBuilder, sql } from 'kysely';

/** SQL: the requested changes to one version of a line, as JSON, in the customer's order. */
export const pointsOf = (
  orderId: RawBuilder<unknown>,
  position: RawBuilder<unknown>,
  version: RawBuilder<unknown>,
): RawBuilder<RevisionPoint[]> => sql<RevisionPoint[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('point', r.point, 'piece', r.piece, 'note', r.note, 'outcome', r.outcome, 'answer', r.answer,
    'passage', case when r.quote is not null then jsonb_build_object('start', r.quote_start, 'end', r.quote_end, 'quote', r.quote) end
  ) order by r.point), '[]') from revision_point r
  where r.order_id = ${orderId} and r.position = ${position} and r.version = ${version}
)`;
