import { ticketStatuses, type TicketStatus } from '#contract/support.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { sql } from 'kysely';
import type { SupportDeps } from './support-deps.ts';

const isStatus = (word: string | undefined): word is TicketStatus =>
  ticketStatuses.includes(word as TicketStatus);

/** What the operator does with messages, from the command line; they are answered by replying to the letter. */
export function supportCommands({ db }: Pick<SupportDeps, 'db'>): OperatorCommands {
  return {
    tickets: {
      usage: '',
      summary: 'Messages awaiting a reply, oldest first',
      async run() {
        const rows = await db
          .selectFrom('ticket')
          .select(['number', 'created_at', 'name', 'email', 'message'])
          .where('status', '=', sql.lit('open'))
          .orderBy('id')
          .limit(200)
          .execute();
        if (rows.length === 0) return 'No message is awaiting a reply.';
        return rows
          .map(
            ({ number, created_at, name, email, message }) =>
              `${number}  ${created_at.toISOString().slice(0, 16).replace('T', ' ')}  ${name} <${email}>\n    ${message.replaceAll('\n', '\n    ')}`,
          )
          .join('\n\n');
      },
    },
    ticket: {
      usage: 'NUMBER STATUS',
      summary: `Set a message’s status: ${ticketStatuses.join(', ')}`,
      async run({ words: [typed = '', status] }) {
        if (!isStatus(status)) throw new ProblemReply(400, 'Use it like this: ticket T-7K3M-Q2XA answered.');
        const { numUpdatedRows } = await db
          .updateTable('ticket')
          .set({ status })
          .where('number', '=', readNumber('T', typed) ?? '')
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw notFound('We can’t find that ticket.');
        return `Marked as ${status}.`;
      },
    },
  };
}
