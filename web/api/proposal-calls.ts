import type { Call } from './call-api.ts';

/** The cart's call for a proposal in its address. */
export const showProposal: Call<'showProposal'> = {
  name: 'showProposal',
  method: 'GET',
  path: '/api/proposals/:proposalToken',
  may: 'anyoneOrCustomer',
};
