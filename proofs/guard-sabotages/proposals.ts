import type { Sabotage } from '#proofs/sabotages.ts';

const test = 'server/desk/threads/proposals.test.ts';

/** Guards of the orders that staff propose. */
export const proposalGuards: Sabotage[] = [
  {
    what: 'guard: a proposal works after it expired',
    file: 'server/support/show-proposal.ts',
    from: 'if (found.expires_at <= now)',
    to: 'if (found.expires_at < new Date(0))',
    test,
    only: 'why a link doesn’t work',
  },
  {
    what: 'guard: a withdrawn proposal works',
    file: 'server/support/show-proposal.ts',
    from: 'if (found.is_withdrawn)',
    to: 'if (found.is_withdrawn && found.is_others)',
    test,
    only: 'why a link doesn’t work',
  },
  {
    what: 'guard: another customer opens a proposal',
    file: 'server/support/show-proposal.ts',
    from: 'if (found.is_others)',
    to: 'if (found.is_others && found.is_withdrawn)',
    test,
    only: 'why a link doesn’t work',
  },
  {
    what: 'guard: a proposal’s token is stored in plain text',
    file: 'server/desk/threads/proposals.ts',
    from: 'values (${hashToken(token)},',
    to: 'values (${Buffer.from(token)},',
    test,
    only: 'only as its hash',
  },
  {
    what: 'guard: a proposal is withdrawn from another conversation',
    file: 'server/desk/threads/proposals.ts',
    from: 'where p.id = ${BigInt(id)} and ${isOf(thread)} and p.withdrawn_at is null',
    to: 'where p.id = ${BigInt(id)} and p.withdrawn_at is null',
    test,
    only: 'only in the conversation for which',
  },
  {
    what: 'guard: staff propose an order that is larger than a customer may place',
    file: 'server/desk/threads/proposals.ts',
    from: 'if (quoteOrder(catalogue, lines).total > maxOrderCents)',
    to: 'if (quoteOrder(catalogue, lines).total < 0)',
    test,
    only: 'above the maximum order',
  },
];
