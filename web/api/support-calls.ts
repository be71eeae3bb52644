import type { EndpointName } from '#contract/storefront/endpoints.ts';
import type { Call } from './call-api.ts';

/** The contact page's calls. */
export const supportCalls = {
  ticketChallenge: {
    name: 'ticketChallenge',
    method: 'GET',
    path: '/api/support/challenge',
    may: 'anyone',
  },
  createTicket: {
    name: 'createTicket',
    method: 'POST',
    path: '/api/support/create-ticket',
    may: 'anyoneOrCustomer',
  },
} as const satisfies { [Name in EndpointName]?: Call<Name> };
