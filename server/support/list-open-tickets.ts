import { sql } from 'kysely';
import type { SupportDeps } from './support-deps.ts';
import { ticketAddress } from './ticket-address.ts';

/** A support message that awaits a reply. `order`: the number of its order; null for a general message. */
export type OpenTicket = {
  number: string;
  order: string | null;
  createdAt: Date;
  name: string;
  email: string;
  message: string;
};

/** Support messages that await a reply, oldest first. A thread about an order is listed with the customer's newest message. */
export async function listOpenTickets({ db }: Pick<SupportDeps, 'db'>, limit: number): Promise<OpenTicket[]> {
  const { rows } = await sql<OpenTicket>`
    select t.number, o.number as "order", coalesce(m.at, t.created_at) as "createdAt", t.name, ${ticketAddress} as email, coalesce(m.text, t.message) as message
    from ticket t left join customer_order o on o.id = t.order_id
    left join customer c on c.id = coalesce(t.customer_id, o.customer_id)
    left join lateral (
      select text, at from ticket_message where ticket_id = t.id and author = 'customer' order by id desc limit 1
    ) m on true
    where t.status = 'open' order by t.id limit ${limit}`.execute(db);
  return rows;
}
