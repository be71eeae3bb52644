import type { TicketStatus } from '#contract/support.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound } from '#server/http/refusal.ts';
import type { Actor } from '#server/process/actor.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { SupportDeps } from './support-deps.ts';

/** `typed`: the ticket's number, as a person types it. @throws ProblemReply 404 when the number is unknown */
export async function setTicketStatus(
  { db, clock }: Pick<SupportDeps, 'db' | 'clock'>,
  typed: string,
  status: TicketStatus,
  by: Actor,
): Promise<void> {
  const number = readNumber('T', typed) ?? '';
  await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('ticket')
      .set({ status })
      .where('number', '=', number)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound('We can’t find that ticket.');
    await writeInOneStatement(
      tx,
      auditEntry(by, clock(), { action: 'ticket', subject: `ticket ${number}`, detail: { to: status } }),
    );
  });
}
