import { type RawBuilder, sql } from 'kysely';

/** SQL: the name of an actor who is a member of staff; null for others. */
export const staffName = (actor: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(select name from staff where 'staff:' || id = ${actor})`;

/** SQL: a member of staff's name, with the person who requested the approval `q`, if there was one; null for other actors. */
export const nameWithRequester = (
  actor: RawBuilder<unknown>,
  approval: RawBuilder<unknown>,
): RawBuilder<string | null> =>
  sql`nullif(concat_ws(', requested by ', ${staffName(actor)},
    (select s.name from approval q join staff s on s.id = q.asked_by where ${approval})), '')`;

/** SQL: the names behind refund `r`. */
export const refunderName = nameWithRequester(sql`r.actor`, sql`q.id = r.approval_id`);

/** The name of an actor for staff: a member of staff's own name, or words for the kind of actor. */
export function actorWords(actor: string, name: string | null): string {
  if (name !== null) return name;
  const [kind, id] = actor.split(':');
  switch (kind) {
    case 'customer':
      return 'Customer';
    case 'operator':
      return id ? `${id} (command line)` : 'Command line';
    case 'provider':
      return id ? `Payment provider (${id})` : 'Payment provider';
    default:
      return 'System';
  }
}
