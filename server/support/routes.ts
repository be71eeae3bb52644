import type { Handlers } from '#server/http/bind-endpoints.ts';
import { createTicket } from './create-ticket.ts';
import { listMessages, listTicketMessages } from './list-messages.ts';
import { listTickets } from './list-tickets.ts';
import { newChallenge } from './proof-of-work.ts';
import { showProposal } from './show-proposal.ts';
import { sendMessage } from './send-message.ts';
import type { SupportDeps } from './support-deps.ts';

export function supportRoutes(
  deps: SupportDeps,
): Pick<
  Handlers,
  | 'createTicket'
  | 'listTickets'
  | 'listTicketMessages'
  | 'sendTicketMessage'
  | 'ticketChallenge'
  | 'listMessages'
  | 'sendMessage'
  | 'showProposal'
> {
  return {
    createTicket: ({ body, ip, caller }) => createTicket(deps, body, { ip, customerId: caller?.customerId }),
    listTickets: ({ caller, query }) => listTickets(deps, caller.customerId, query),
    listMessages: ({ caller, params, query }) => listMessages(deps, caller.customerId, params, query),
    sendMessage: ({ caller, params, body, idempotencyKey }) =>
      sendMessage(deps, {
        customerId: caller.customerId,
        to: { order: params.number },
        ...body,
        idempotencyKey,
      }),
    listTicketMessages: ({ caller, params, query }) =>
      listTicketMessages(deps, caller.customerId, params, query),
    sendTicketMessage: ({ caller, params, body, idempotencyKey }) =>
      sendMessage(deps, {
        customerId: caller.customerId,
        to: { ticket: params.ticketNumber },
        ...body,
        idempotencyKey,
      }),
    showProposal: ({ params, caller }) => showProposal(deps, params.proposalToken, caller?.customerId),
    ticketChallenge: () => newChallenge(deps),
  };
}
