import * as z from 'zod/mini';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { DeskEndpoint } from './endpoint.ts';
import { threadParams } from './threads.ts';
import { memoizeByKey } from '#contract/memoize-by-key.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { checkDetails, soldTypeOf } from '#contract/storefront/orders.ts';
import type { ProductFormModel } from '#contract/catalogue/product-form-model.ts';

const timestamp = z.iso.datetime();

/** The schema of a proposal's lines for a catalogue: products on sale, each with its own details. */
export const proposalBody = memoizeByKey((catalogue: Catalogue) => {
  const { maxLines } = catalogue.rules.cart;
  const error = `A proposal can have 1 to ${maxLines} items`;
  const line = z.strictObject({ orderType: soldTypeOf(catalogue), details: z.custom<OrderDetails>() }).check(
    z.check((context) => {
      context.value.details = checkDetails(catalogue, context.value, ['details'], context.issues);
    }),
  );
  return z.strictObject({
    /** A repeated request makes one proposal. */
    requestId: z.uuid({ error: '“requestId” must be a UUID' }),
    lines: z.array(line, { error }).check(z.minLength(1, { error }), z.maxLength(maxLines, { error })),
  });
});

/** The states of a proposal. `open`: its link is valid and not opened yet. `opened`: it is valid and was opened. */
export const proposalStates = ['open', 'opened', 'expired', 'withdrawn'] as const;

const deskProposal = z.object({
  id: z.string(),
  /** The titles of the products. */
  titles: z.array(z.string()),
  /** Who made it. */
  by: z.string(),
  madeAt: timestamp,
  expiresAt: timestamp,
  /** When it was first opened. */
  openedAt: z.nullable(timestamp),
  state: z.enum(proposalStates),
  /** The numbers of the orders that were placed from it. */
  orders: z.array(z.string()),
});
export type DeskProposal = z.output<typeof deskProposal>;

const proposalParams = z.strictObject({
  ...threadParams.shape,
  id: z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid proposal ID' })),
});

/** The desk's calls about orders that the team proposes to customers. */
export const proposalEndpoints = {
  listProducts: {
    method: 'GET',
    path: '/api/desk/products',
    may: 'ticket.answer',
    summary: 'List the products on sale with their order forms',
    status: 200,
    answer: z.object({ products: z.array(z.custom<ProductFormModel>()) }),
  },
  listProposals: {
    method: 'GET',
    path: '/api/desk/tickets/:number/proposals',
    may: 'ticket.see',
    summary: 'List the newest proposals made in a conversation',
    params: threadParams,
    status: 200,
    answer: z.object({ proposals: z.array(deskProposal) }),
  },
  makeProposal: {
    method: 'POST',
    path: '/api/desk/tickets/:number/proposals',
    may: 'ticket.answer',
    summary: 'Create a link that adds items with their briefs to the customer’s cart',
    params: threadParams,
    body: proposalBody,
    status: 200,
    answer: z.object({ url: z.url(), expiresAt: timestamp }),
    // the same limit as for an order: several lines may contain a text of 40,000 characters
    bodyLimit: 1_048_576,
  },
  withdrawProposal: {
    method: 'POST',
    path: '/api/desk/tickets/:number/proposals/:id/withdraw',
    may: 'ticket.answer',
    summary: 'Withdraw a proposal, so that its link no longer works',
    params: proposalParams,
    status: 204,
  },
} as const satisfies Record<string, DeskEndpoint>;
