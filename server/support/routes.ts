import type { Handlers } from '#server/http/bind-endpoints.ts';
import { createTicket } from './create-ticket.ts';
import { listTickets } from './list-tickets.ts';
import { newChallenge } from './proof-of-work.ts';
import type { SupportDeps } from './support-deps.ts';

export function supportRoutes(
  deps: SupportDeps,
): Pick<Handlers, 'createTicket' | 'listTickets' | 'ticketChallenge'> {
  return {
    createTicket: ({ body, ip, caller }) => createTicket(deps, body, { ip, customerId: caller?.customerId }),
    listTickets: ({ caller, query }) => listTickets(deps, caller.customerId, query),
    ticketChallenge: () => newChallenge(deps),
  };
}
