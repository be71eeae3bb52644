import * as z from 'zod/mini';
import type { DeskEndpoint } from './endpoint.ts';
import { customerBounds, refundWays } from './orders.ts';
import { text } from '#contract/text.ts';
import { pageLimit } from '#contract/page-limit.ts';

/** `done`: approved and carried out. `failed`: approved, but no longer possible. */
export const approvalStatuses = ['waiting', 'done', 'declined', 'failed', 'expired', 'withdrawn'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

const timestamp = z.iso.datetime();
const money = z.int();
const id = z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid approval ID' }));
const approvalParams = z.strictObject({ id });

/**
 * A request for a refund or an adjustment above a person's limit. `amount` in minor units. `order`: the number of the order or
 * deposit; null for an adjustment.
 */
export const approvalRow = z.object({
  id: z.string(),
  kind: z.enum(['refund', 'credit', 'debit']),
  way: z.nullable(z.enum(refundWays)),
  amount: money,
  currency: z.string(),
  /** That of the payment to refund; true for an adjustment, which is always in the mode of the shop. */
  livemode: z.boolean(),
  order: z.nullable(z.string()),
  /** "Ann Lee", or "Ann L." for callers without `customer.see`. */
  customer: z.string(),
  /** Null for callers without `customer.see`. */
  customerId: z.nullable(z.string()),
  /** Shown to the customer. */
  reason: z.string(),
  askedBy: z.string(),
  askedAt: timestamp,
  expiresAt: timestamp,
  status: z.enum(approvalStatuses),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  /** Decided by the person who asked, because nobody else could. */
  isAlone: z.boolean(),
});
export type ApprovalRow = z.output<typeof approvalRow>;

const approvalList = z.object({
  approvals: z.array(approvalRow),
  nextCursor: z.nullable(z.string()),
});

/** A request for approval with the current amounts, in minor units. */
const deskApproval = z.object({
  ...approvalRow.shape,
  /** Shown only to the team. */
  note: z.string(),
  /** The note of the person who declined it, or why it failed. */
  decision: z.string(),
  /** The order's amounts; null for an adjustment and once decided. `possible`: the most that this way can refund. */
  orderMoney: z.nullable(z.object({ price: money, refunded: money, possible: money })),
  /** The customer's available balance; null for a refund and once decided. */
  available: z.nullable(money),
  /**
   * What to know before deciding; null once decided. `limit`: the requester's (null: none), of which `used` is used for this
   * customer. `refunded`, `credited`: to this customer in the last 24 hours, by anybody.
   */
  background: z.nullable(
    z.object({ limit: z.nullable(money), used: money, refunded: money, credited: money }),
  ),
  /** What the caller may do. `withdraw`: the request is their own. `alone`: they may approve it although it is their own. */
  may: z.object({ approve: z.boolean(), alone: z.boolean(), decline: z.boolean(), withdraw: z.boolean() }),
  whyNotApprove: z.nullable(z.string()),
});
export type DeskApproval = z.output<typeof deskApproval>;

/** The result of an approval. `failed`: no longer possible, for the reason in `words`. */
const decided = z.object({ state: z.enum(['done', 'failed']), words: z.string() });

/** The calls about approvals, for the desk's table. */
export const approvalEndpoints = {
  listApprovals: {
    method: 'GET',
    path: '/api/desk/approvals',
    may: 'money.see',
    summary: 'List requests for approval: waiting requests, oldest first, or decided requests, newest first',
    query: z.strictObject({
      show: z._default(
        z.enum(['waiting', 'decided'], { error: '“show” must be “waiting” or “decided”' }),
        'waiting',
      ),
      cursor: z.optional(id),
      limit: pageLimit(100, 50),
    }),
    status: 200,
    answer: approvalList,
  },
  showApproval: {
    method: 'GET',
    path: '/api/desk/approvals/:id',
    may: 'money.see',
    summary: 'Show a request for approval, with the current amounts',
    params: approvalParams,
    status: 200,
    answer: deskApproval,
  },
  approve: {
    method: 'POST',
    path: '/api/desk/approvals/:id/approve',
    may: 'money.approve',
    fresh: true,
    summary: 'Approve a request, and carry it out',
    params: approvalParams,
    /** `seen`: the refundable amount, or the available balance, that the caller saw. Another amount now rejects the call. */
    body: z.strictObject({ seen: z.int({ error: '“seen” must be an amount' }) }),
    status: 200,
    answer: decided,
  },
  declineApproval: {
    method: 'POST',
    path: '/api/desk/approvals/:id/decline',
    may: 'money.approve',
    summary: 'Decline another person’s request',
    params: approvalParams,
    body: z.strictObject({
      note: text({
        label: 'Note',
        ...customerBounds.reason,
        emptyMessage: 'Enter a note',
        lines: true,
      }),
    }),
    status: 204,
  },
  withdrawApproval: {
    method: 'POST',
    path: '/api/desk/approvals/:id/withdraw',
    may: 'staff',
    summary: 'Withdraw my own request',
    params: approvalParams,
    status: 204,
  },
} as const satisfies Record<string, DeskEndpoint>;
