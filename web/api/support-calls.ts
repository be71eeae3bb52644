import type { EndpointName } from '#contract/endpoints.ts';
import type { Call } from './call-api.ts';

/** The support pages' calls. */
export const supportCalls = {
  ticketChallenge: {
    name: 'ticketChallenge',
    method: 'GET',
    path: '/api/support/challenge',
    may: 'anyone',
  },
  listTickets: { name: 'listTickets', method: 'GET', path: '/api/support/tickets', may: 'customer' },
  createTicket: {
    name: 'createTicket',
    method: 'POST',
    path: '/api/support/create-ticket',
    may: 'anyoneOrCustomer',
  },
} as const satisfies { [Name in EndpointName]?: Call<Name> };
