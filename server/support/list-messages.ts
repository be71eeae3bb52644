import type { MessageList, TicketThread } from '#contract/storefront/messages.ts';
import { notFound } from '#server/http/refusal.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { sql } from 'kysely';
import { findMessages } from './find-messages.ts';
import { shownStatus } from './list-tickets.ts';
import type { SupportDeps } from './support-deps.ts';

type Page = { cursor?: string | undefined; limit: number };

export const noSuchOrder = () => notFound('We can’t find that order in your account.');
export const noSuchTicket = () => notFound('We can’t find that message in your account.');

/** A page of a ticket's messages for the customer, without the team's unsent ones. */
async function listSent({ db }: Pick<SupportDeps, 'db'>, ticketId: bigint, page: Page): Promise<MessageList> {
  const { messages, nextCursor } = await findMessages({ db }, ticketId, page, sql`m.send_at is null`);
  return {
    messages: messages.map(({ id, author, public_name: name, at, text, files }) => ({
      id: String(id),
      from: author === 'customer' ? 'customer' : 'team',
      name,
      at: at.toISOString(),
      text,
      files,
    })),
    nextCursor,
  };
}

/**
 * The messages about an order of this customer, newest first.
 * @throws ProblemReply 404 for an unknown or another customer's order
 */
export async function listMessages(
  { db }: Pick<SupportDeps, 'db'>,
  customerId: bigint,
  { number: typed }: { number: string },
  page: Page,
): Promise<MessageList> {
  const order = await db
    .selectFrom('customer_order as o')
    .leftJoin('ticket as t', 't.order_id', 'o.id')
    .select('t.id')
    .where('o.number', '=', readNumber('R', typed) ?? '')
    .where('o.customer_id', '=', customerId)
    .executeTakeFirst();
  if (!order) throw noSuchOrder();
  return order.id === null ? { messages: [], nextCursor: null } : listSent({ db }, order.id, page);
}

/**
 * The messages of a ticket of this customer, newest first.
 * @throws ProblemReply 404 for an unknown or another customer's ticket
 */
export async function listTicketMessages(
  { db }: Pick<SupportDeps, 'db'>,
  customerId: bigint,
  { ticketNumber: typed }: { ticketNumber: string },
  page: Page,
): Promise<TicketThread> {
  const ticket = await db
    .selectFrom('ticket as t')
    .leftJoin('customer_order as o', 'o.id', 't.order_id')
    .select(['t.id', 't.status', 't.claimed_at', 'o.number as order'])
    .where('t.number', '=', readNumber('T', typed) ?? '')
    .where('t.customer_id', '=', customerId)
    .executeTakeFirst();
  if (!ticket) throw noSuchTicket();
  return {
    ...(await listSent({ db }, ticket.id, page)),
    status: shownStatus(ticket.status),
    order: ticket.order,
    wasSentLoggedOut: ticket.claimed_at !== null,
  };
}
