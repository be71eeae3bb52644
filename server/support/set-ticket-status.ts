import type { TicketStatus } from '#contract/support.ts';
import { notFound } from '#server/http/refusal.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { SupportDeps } from './support-deps.ts';

/** `typed`: the ticket's number, as a person types it. @throws ProblemReply 404 when the number is unknown */
export async function setTicketStatus(
  { db }: Pick<SupportDeps, 'db'>,
  typed: string,
  status: TicketStatus,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('ticket')
    .set({ status })
    .where('number', '=', readNumber('T', typed) ?? '')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('We can’t find that ticket.');
}
