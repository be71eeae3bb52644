import { type TicketList, type TicketStatus, ticketStatuses } from '#contract/storefront/support.ts';
import { sql } from 'kysely';
import type { SupportDeps } from './support-deps.ts';

type TicketRow = {
  id: bigint;
  number: string;
  order: string | null;
  created_at: Date;
  author: 'customer' | 'staff';
  message: string;
  status: string;
};

/** A ticket's status for the customer: spam is shown as closed. */
export const shownStatus = (stored: string): TicketStatus =>
  ticketStatuses.find((status) => status === stored) ?? 'closed';

/**
 * The customer's tickets, newest first, by keyset: `cursor` marks the end of the previous page. Includes tickets sent without
 * logging in once the customer has logged in with the same, confirmed address. The messages about an order are one ticket. Each
 * ticket has its newest message, without the team's unsent ones.
 */
export async function listTickets(
  { db }: Pick<SupportDeps, 'db'>,
  customerId: bigint,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<TicketList> {
  const before = cursor === undefined ? sql`` : sql`and t.id < ${BigInt(cursor)}`;
  const { rows } = await sql<TicketRow>`
    select t.id, t.number, o.number as "order", coalesce(m.at, t.created_at) as created_at,
      coalesce(m.author, 'customer') as author, coalesce(m.text, t.message) as message, t.status
    from ticket t left join customer_order o on o.id = t.order_id
    left join lateral (
      select text, at, author from ticket_message where ticket_id = t.id and send_at is null order by id desc limit 1
    ) m on true
    where t.customer_id = ${customerId} and (t.order_id is null or m.text is not null) ${before}
    order by t.id desc limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  return {
    tickets: page.map(({ id: _, created_at: createdAt, author, status, ...ticket }) => ({
      ...ticket,
      from: author === 'customer' ? 'customer' : 'team',
      status: shownStatus(status),
      createdAt: createdAt.toISOString(),
    })),
    nextCursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  };
}
