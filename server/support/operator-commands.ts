import { ticketStatuses, type TicketStatus } from '#contract/storefront/support.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import { listOpenTickets } from './list-open-tickets.ts';
import { setTicketStatus } from './set-ticket-status.ts';
import type { SupportDeps } from './support-deps.ts';

const isStatus = (word: string | undefined): word is TicketStatus =>
  ticketStatuses.includes(word as TicketStatus);

/** The operator's commands for messages. The operator answers a message by replying to its email. */
export function supportCommands(deps: Pick<SupportDeps, 'db' | 'clock'>): OperatorCommands {
  return {
    tickets: {
      usage: '',
      summary: 'List messages awaiting a reply, oldest first',
      async run() {
        const rows = await listOpenTickets(deps, 200);
        if (rows.length === 0) return 'No messages are awaiting a reply.';
        return rows
          .map(
            ({ number, order, createdAt, name, email, message }) =>
              `${number}  ${createdAt.toISOString().slice(0, 16).replace('T', ' ')}  ${name} <${email}>${order === null ? '' : `  about order ${order}`}\n    ${message.replaceAll('\n', '\n    ')}`,
          )
          .join('\n\n');
      },
    },
    ticket: {
      usage: 'NUMBER STATUS',
      summary: `Set the status of a conversation: ${ticketStatuses.join(', ')}`,
      async run({ words: [typed = '', status], by }) {
        if (!isStatus(status)) throw new ProblemReply(400, 'Usage: ticket T-7K3M-Q2XA answered.');
        await setTicketStatus(deps, typed, status, by);
        return `Marked as ${status}.`;
      },
    },
  };
}
