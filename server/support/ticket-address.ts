import { sql } from 'kysely';

/**
 * SQL expression: where messages of ticket `t` of customer `c` are sent. To the account's address, if the ticket is about an order or has an
 * address that the account had when it was sent.
 */
export const ticketAddress = sql<string>`case when t.order_id is not null or exists (
  select from former_email f where f.customer_id = c.id and f.email_canonical = t.email_canonical
) then c.email else t.email end`;
