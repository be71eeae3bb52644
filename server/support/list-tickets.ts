import type { TicketList } from '#contract/support.ts';
import type { SupportDeps } from './support-deps.ts';

/** The customer's messages sent while logged in, newest first, by keyset: `cursor` marks the end of the previous page. */
export async function listTickets(
  { db }: Pick<SupportDeps, 'db'>,
  customerId: bigint,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<TicketList> {
  const rows = await db
    .selectFrom('ticket')
    .select(['id', 'number', 'created_at', 'message', 'status'])
    .where('customer_id', '=', customerId)
    .$if(cursor !== undefined, (query) => query.where('id', '<', BigInt(cursor!)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return {
    tickets: page.map(({ number, created_at, message, status }) => ({
      number,
      createdAt: created_at.toISOString(),
      message,
      status,
    })),
    nextCursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  };
}
