import { type RawBuilder, sql } from 'kysely';

/**
 * The write that adds a guest's tickets to the account with the same, confirmed address. `onlyIf`: an SQL condition on the
 * statement's other parts.
 */
export const claimTickets = (
  customerId: bigint,
  now: Date,
  onlyIf: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  update ticket t set customer_id = c.id, claimed_at = ${now} from customer c
  where c.id = ${customerId} and c.email_confirmed_at is not null and c.erased_at is null
    and t.email_canonical = c.email_canonical and t.customer_id is null and ${onlyIf}`;
