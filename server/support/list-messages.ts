import type { MessageList } from '#contract/messages.ts';
import { notFound } from '#server/http/refusal.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { sql } from 'kysely';
import { findMessages } from './find-messages.ts';
import type { SupportDeps } from './support-deps.ts';

export const noSuchOrder = () => notFound('We can’t find that order in your account.');

/**
 * The messages about an order of this customer, newest first. Ours are among them once they have left.
 * @throws ProblemReply 404 for an unknown or another customer's number
 */
export async function listMessages(
  { db }: Pick<SupportDeps, 'db'>,
  customerId: bigint,
  { number: typed }: { number: string },
  page: { cursor?: string | undefined; limit: number },
): Promise<MessageList> {
  const order = await db
    .selectFrom('customer_order')
    .select('id')
    .where('number', '=', readNumber('R', typed) ?? '')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!order) throw noSuchOrder();
  const { messages, nextCursor } = await findMessages({ db }, order.id, page, sql`m.send_at is null`);
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
