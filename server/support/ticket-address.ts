import { sql } from 'kysely';

/**
 * SQL expression: the address for emails about ticket `t` of customer `c`. It is the account's current address if the ticket is
 * about an order, or was sent from an address that the account had at that time.
 */
export const ticketAddress = sql<string>`case when t.order_id is not null or exists (
  select from former_email f where f.customer_id = c.id and f.email_canonical = t.email_canonical
) then c.email else t.email end`;
