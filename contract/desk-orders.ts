import * as z from 'zod/mini';
import { balancePage, statementFilters } from './balance.ts';
import { bounds } from './bounds.ts';
import { paymentStatuses } from './orders.ts';
import { ticketStatuses } from './support.ts';
import { text } from './text.ts';
import { workStatuses } from './work-statuses.ts';

/** Bounds of what staff type about orders and customers; lengths in code points, amounts in minor units. */
export const customerBounds = {
  reason: { min: 3, max: 500 },
  mostAdjusted: 1_000_000_000,
} as const;

const timestamp = z.iso.datetime();
const day = z.iso.date();
const money = z.int();
const id = (error: string) => z.string().check(z.regex(/^\d{1,18}$/, { error }));
const cursor = z.optional(id('Unknown cursor'));
const limit = z._default(
  z.coerce
    .number({ error: 'Limit must be a whole number from 1 to 100' })
    .check(z.int(), z.minimum(1), z.maximum(100)),
  50,
);
const reason = text({ label: 'Reason', ...customerBounds.reason, emptyMessage: 'Say why', lines: true });

export const deskOrderParams = z.strictObject({ number: z.string().check(z.maxLength(40)) });
export const customerParams = z.strictObject({ id: id('Unknown customer') });

export const deskOrdersQuery = z.strictObject({
  customer: z.optional(id('Unknown customer')),
  cursor,
  limit,
});

/** An order in a list. `customer`: as the caller may read it; `amount` in minor units. */
const orderRow = z.object({
  number: z.string(),
  customer: z.string(),
  title: z.string(),
  lines: z.int(),
  amount: money,
  currency: z.string(),
  payment: z.enum(paymentStatuses),
  work: z.enum(workStatuses),
  createdAt: timestamp,
});
export type DeskOrderRow = z.output<typeof orderRow>;
export const deskOrderList = z.object({ orders: z.array(orderRow), nextCursor: z.nullable(z.string()) });

const note = z.object({
  id: z.string(),
  at: timestamp,
  by: z.string(),
  text: z.string(),
  canRemove: z.boolean(),
});
export type DeskNote = z.output<typeof note>;

/**
 * Something that happened to an order. `kind`: an event of the order, a refund, a dispute, an entry of the audit log or a note; `what`: the
 * state it led to, or the command. `line`: its position; `amount` in minor units; `text`: the words that were written with it.
 */
const timelineEntry = z.object({
  at: timestamp,
  by: z.string(),
  about: z.enum(['work', 'money', 'team']),
  kind: z.enum(['event', 'refund', 'dispute', 'act', 'note']),
  what: z.string(),
  line: z.nullable(z.int()),
  amount: z.nullable(money),
  /** Where a refund goes. */
  to: z.nullable(z.enum(['card', 'balance'])),
  text: z.nullable(z.string()),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/** An order with its money and everything that happened. Amounts in minor units. */
export const deskOrder = z.object({
  number: z.string(),
  createdAt: timestamp,
  paidAt: z.nullable(timestamp),
  /** Until then an unpaid order can be paid. */
  expiresAt: timestamp,
  payment: z.enum(paymentStatuses),
  work: z.enum(workStatuses),
  currency: z.string(),
  lines: z.array(
    z.object({
      position: z.int(),
      title: z.string(),
      amounts: z.string(),
      isExpress: z.boolean(),
      status: z.enum(workStatuses),
      neededOn: z.nullable(day),
      daysLate: z.int(),
      amount: money,
    }),
  ),
  money: z.object({
    price: money,
    fromBalance: money,
    online: money,
    refunded: money,
    disputed: money,
    /** Of the price, what a lost dispute took. */
    returnedByBank: money,
  }),
  /** `email` and `billing` only for callers who see customers. */
  customer: z.object({
    /** Null for callers who don't see customers. */
    id: z.nullable(z.string()),
    name: z.string(),
    email: z.nullable(z.string()),
    orders: z.int(),
    isErased: z.boolean(),
  }),
  billing: z.nullable(z.array(z.string())),
  /** Why the caller can't cancel it now; null when they can. */
  whyNotCancel: z.nullable(z.string()),
  notes: z.array(note),
  timeline: z.array(timelineEntry),
});
export type DeskOrder = z.output<typeof deskOrder>;

export const deskRefundTo = ['original', 'balance'] as const;
/** `reason`: the customer reads it. */
export const cancelBody = z.strictObject({
  reason,
  refundTo: z.enum(deskRefundTo, { error: 'Choose where the money goes' }),
});

export const customersQuery = z.strictObject({
  /** The beginning of an address or a name. */
  q: z.optional(text({ label: 'Search', min: 1, max: bounds.email.max })),
  cursor,
  limit,
});

const customerStates = ['active', 'unconfirmed', 'locked', 'erased'] as const;
export const customerList = z.object({
  customers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Null once it is erased. */
      email: z.nullable(z.string()),
      state: z.enum(customerStates),
      orders: z.int(),
      createdAt: timestamp,
    }),
  ),
  nextCursor: z.nullable(z.string()),
});

/** A customer with what the shop knows of them. Amounts in minor units. */
export const deskCustomer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  state: z.enum(customerStates),
  createdAt: timestamp,
  confirmedAt: z.nullable(timestamp),
  lockedAt: z.nullable(timestamp),
  erasedAt: z.nullable(timestamp),
  /** Of the last order; empty without one. */
  address: z.array(z.string()),
  balance: balancePage.shape.balance,
  spent: money,
  paidOrders: z.int(),
  refunded: money,
  orders: z.array(orderRow),
  /** Null for callers who don't see messages. */
  messages: z.nullable(
    z.array(
      z.object({
        number: z.string(),
        /** The order that it is about. */
        order: z.nullable(z.string()),
        createdAt: timestamp,
        status: z.enum(ticketStatuses),
        message: z.string(),
      }),
    ),
  ),
  sessions: z.array(z.object({ device: z.string(), place: z.nullable(z.string()), lastUsedAt: timestamp })),
  notes: z.array(note),
  /** Facts, not a score. `disputes`: of all payments; `recentRefunds`: of the last 90 days. */
  signs: z.object({ disputes: z.int(), openDisputes: z.int(), recentRefunds: z.int() }),
  /** What the caller has adjusted in the last 24 hours, and may; null: no limit. Null for callers who can't. */
  adjust: z.nullable(z.object({ limit: z.nullable(money), used: money })),
});
export type DeskCustomer = z.output<typeof deskCustomer>;

export const statementQuery = z.strictObject({
  cursor,
  limit,
  show: z._default(z.enum(statementFilters, { error: 'show must be all, in or out' }), 'all'),
});

/** `requestId`: the same request books once. `amount` in minor units; `reason`: the customer reads it. */
export const adjustBody = z.strictObject({
  requestId: z.uuid({ error: 'requestId must be a UUID' }),
  direction: z.enum(['credit', 'debit'], { error: 'Choose credit or debit' }),
  amount: z
    .int({ error: 'Enter an amount' })
    .check(
      z.minimum(1, { error: 'Enter an amount above zero' }),
      z.maximum(customerBounds.mostAdjusted, { error: 'This amount is too large' }),
    ),
  reason: text({ label: 'Reason', ...customerBounds.reason, emptyMessage: 'Say why' }),
});
/** `isNew`: false when the same request was booked before. */
export const adjusted = z.object({ isNew: z.boolean() });

/** `reason`: kept as a note that only the team reads. */
export const lockBody = z.strictObject({ reason });
/** `confirm`: the customer's address, typed. */
export const eraseBody = z.strictObject({
  confirm: text({ label: 'Address', min: 1, max: bounds.email.max, emptyMessage: 'Type the address' }),
});
