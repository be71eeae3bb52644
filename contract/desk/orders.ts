import * as z from 'zod/mini';
import { balancePage, statementFilters } from '#contract/storefront/statement.ts';
import { bounds } from '#contract/bounds.ts';
import { isoDay } from '#contract/iso-day.ts';
import { paymentStatuses } from '#contract/storefront/payment-statuses.ts';
import { ticketStatuses } from '#contract/storefront/support.ts';
import { text } from '#contract/text.ts';
import { workStatuses } from '#contract/storefront/work-statuses.ts';
import { pageLimit } from '#contract/page-limit.ts';

/** Limits of staff's input about orders and customers. Lengths in code points, amounts in minor units. */
export const customerBounds = {
  reason: { min: 3, max: 500 },
  mostAdjusted: 1_000_000_000,
} as const;

const timestamp = z.iso.datetime();
const day = z.iso.date();
const money = z.int();
const id = (error: string) => z.string().check(z.regex(/^\d{1,18}$/, { error }));
const cursor = z.optional(id('Invalid cursor'));
const limit = pageLimit(100, 50);
const reason = text({
  label: 'Reason',
  ...customerBounds.reason,
  emptyMessage: 'Enter a reason',
  lines: true,
});

export const deskOrderParams = z.strictObject({ number: z.string().check(z.maxLength(40)) });
export const customerParams = z.strictObject({ id: id('Invalid customer ID') });

/** The states of a payment at the desk. `disputeLost`: disputed, and nothing is left to do. */
export const deskPayments = [...paymentStatuses, 'disputeLost'] as const;
export type DeskPayment = (typeof deskPayments)[number];

/** The states of work by which orders are filtered. `onHold`: open work whose payment is disputed. */
export const deskWorks = [...workStatuses.filter((status) => status !== 'waiting'), 'onHold'] as const;
export type DeskWork = (typeof deskWorks)[number];

/**
 * `service`: the order type of any line. `from`, `to`: the first and the last day on which the order was placed. `q`:
 * beginnings of words of a brand, the customer's name or the order number.
 */
export const deskOrdersQuery = z.strictObject({
  customer: z.optional(id('Invalid customer ID')),
  payment: z.optional(z.enum(deskPayments, { error: 'Choose a payment status' })),
  work: z.optional(z.enum(deskWorks, { error: 'Choose a work status' })),
  service: z.optional(
    z.coerce.number({ error: 'Choose a service' }).check(z.int(), z.minimum(0), z.maximum(100_000)),
  ),
  from: z.optional(isoDay),
  to: z.optional(isoDay),
  q: z.optional(text({ label: 'Search', min: 1, max: 80 })),
  cursor,
  limit,
});

/** An order in a list. `customer`: the name in the form that the caller may see; `amount` in minor units. */
export const deskOrderRow = z.object({
  number: z.string(),
  customer: z.string(),
  title: z.string(),
  lines: z.int(),
  amount: money,
  currency: z.string(),
  livemode: z.boolean(),
  payment: z.enum(deskPayments),
  work: z.enum(workStatuses),
  createdAt: timestamp,
});
export type DeskOrderRow = z.output<typeof deskOrderRow>;
/** `services`: current and retired products. */
export const deskOrderList = z.object({
  services: z.array(z.object({ orderType: z.int(), title: z.string() })),
  orders: z.array(deskOrderRow),
  nextCursor: z.nullable(z.string()),
});

export const deskNote = z.object({
  id: z.string(),
  at: timestamp,
  by: z.string(),
  text: z.string(),
  canRemove: z.boolean(),
});
export type DeskNote = z.output<typeof deskNote>;

/**
 * An event in an order's history. `kind`: event of the order, refund, dispute, message, sent email, audit entry, note or
 * proposal from which the order was placed; `what`: the
 * resulting state, the message's author, or the command. `line`: its position; `amount` in minor units; `text`: the reason,
 * the note, the beginning of the message, or the email's subject.
 */
const timelineEntry = z.object({
  at: timestamp,
  by: z.string(),
  about: z.enum(['work', 'money', 'messages', 'team']),
  kind: z.enum(['event', 'refund', 'dispute', 'message', 'email', 'act', 'note', 'proposal']),
  what: z.string(),
  line: z.nullable(z.int()),
  amount: z.nullable(money),
  /** Destination of a refund. */
  to: z.nullable(z.enum(['card', 'balance'])),
  /** Who asked for a refund that the actor approved. */
  askedBy: z.nullable(z.string()),
  text: z.nullable(z.string()),
  /** The number of the conversation in which it was proposed; null for callers without `ticket.see`. */
  conversation: z.nullable(z.string()),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/** An order with its payments, work and history. Amounts in minor units. */
export const deskOrder = z.object({
  number: z.string(),
  createdAt: timestamp,
  paidAt: z.nullable(timestamp),
  /** When an unpaid order expires. */
  expiresAt: timestamp,
  payment: z.enum(deskPayments),
  work: z.enum(workStatuses),
  currency: z.string(),
  livemode: z.boolean(),
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
    /** The part of the price that lost disputes charged back. */
    returnedByBank: money,
  }),
  /** `email` and `billing` are null for callers without `customer.see`. */
  customer: z.object({
    /** Null for callers without `customer.see`. */
    id: z.nullable(z.string()),
    name: z.string(),
    email: z.nullable(z.string()),
    orders: z.int(),
    isErased: z.boolean(),
  }),
  billing: z.nullable(z.array(z.string())),
  /** Why the caller can't cancel the order now; null when they can. */
  whyNotCancel: z.nullable(z.string()),
  /** Refunds that wait for the approval of a second person. */
  approvals: z.array(z.object({ id: z.string(), amount: money, askedBy: z.string() })),
  notes: z.array(deskNote),
  timeline: z.array(timelineEntry),
});
export type DeskOrder = z.output<typeof deskOrder>;

export const deskRefundTo = ['original', 'balance'] as const;
/** `reason` is shown to the customer. */
export const cancelBody = z.strictObject({
  reason,
  refundTo: z.enum(deskRefundTo, { error: 'Choose how to refund the order' }),
});

/**
 * `card`: from an order's price, the card part to the card and the rest to the balance. `balance`: from an order's price to the balance, and
 * the part above its ceiling to the card. `unspent`: money a payment left on the balance (a deposit, a late payment or an overpayment), to
 * its card.
 */
export const refundWays = ['card', 'balance', 'unspent'] as const;
export type RefundWay = (typeof refundWays)[number];
/**
 * The most that each way can refund now, in minor units. `toCard`: the part of `card` that is refunded to a card. `limit`: the
 * caller's limit for this customer in 24 hours (null: none), of which `used` is used. `whyNot`: why nothing can be refunded; null if something can. `guarantee`: the shop's guarantee for the
 * first revision, and when that was delivered; null before. `hasOpenWork`: whether work on the order isn't finished; a
 * refund doesn't stop it.
 */
export const refundable = z.object({
  currency: z.string(),
  ways: z.object({ card: money, balance: money, unspent: money }),
  toCard: money,
  whyNot: z.nullable(z.string()),
  limit: z.nullable(money),
  used: money,
  guarantee: z.nullable(z.object({ words: z.string(), revisedAt: timestamp })),
  hasOpenWork: z.boolean(),
});
export type Refundable = z.output<typeof refundable>;
/**
 * `requestId`: a repeated request refunds once. `amount` in minor units; `reason` is shown to the customer, `note` only to the
 * team. `seen`: the amount of this way in `refundable` that the caller saw.
 */
export const refundBody = z.strictObject({
  requestId: z.uuid({ error: '“requestId” must be a UUID' }),
  amount: z
    .int({ error: 'Enter an amount' })
    .check(
      z.minimum(1, { error: 'Enter an amount above zero' }),
      z.maximum(customerBounds.mostAdjusted, { error: 'This amount is too large' }),
    ),
  way: z.enum(refundWays, { error: 'Choose a refund method' }),
  reason: text({ label: 'Reason', ...customerBounds.reason, emptyMessage: 'Enter a reason', lines: true }),
  note: text({ label: 'Note', min: 0, max: customerBounds.reason.max, lines: true }),
  seen: z.int({ error: '“seen” must be an amount' }).check(z.minimum(0)),
});
/**
 * `isNew`: false when the request was sent earlier. `approval`: the ID of the request for approval, when the amount is above the
 * caller's limit; nothing was booked then.
 */
export const refunded = z.object({ isNew: z.boolean(), approval: z.nullable(z.string()) });

export const customersQuery = z.strictObject({
  /** The beginning of an email address or a name. */
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

/** A customer with balance, orders, messages and sessions. Amounts in minor units. */
export const deskCustomer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** The account's former addresses, newest first. */
  formerEmails: z.array(z.object({ email: z.string(), until: timestamp })),
  state: z.enum(customerStates),
  createdAt: timestamp,
  confirmedAt: z.nullable(timestamp),
  lockedAt: z.nullable(timestamp),
  erasedAt: z.nullable(timestamp),
  /** The lines of the last order's address; empty without an order. */
  address: z.array(z.string()),
  balance: balancePage.shape.balance,
  spent: money,
  paidOrders: z.int(),
  refunded: money,
  orders: z.array(deskOrderRow),
  /** Null for callers who may not read messages. */
  messages: z.nullable(
    z.array(
      z.object({
        number: z.string(),
        /** The number of the order that the message is about. */
        order: z.nullable(z.string()),
        createdAt: timestamp,
        status: z.enum(ticketStatuses),
        /** Who wrote the message. */
        from: z.enum(['customer', 'team']),
        /** The newest message that the customer can read. */
        message: z.string(),
      }),
    ),
  ),
  sessions: z.array(z.object({ device: z.string(), place: z.nullable(z.string()), lastUsedAt: timestamp })),
  notes: z.array(deskNote),
  /** Counts, not a score. `disputes`: of all payments; `recentRefunds`: in the last 90 days. */
  signs: z.object({ disputes: z.int(), openDisputes: z.int(), recentRefunds: z.int() }),
  /** The caller's limit (null: none) and its use in the last 24 hours. Null for callers who may not adjust balances. */
  adjust: z.nullable(z.object({ limit: z.nullable(money), used: money })),
  /** Number of credits and debits, and of requests for them. */
  adjustments: z.int(),
  /** Why the caller can't erase the customer's data now; null when they can, and for callers who never can. */
  whyNotErase: z.nullable(z.string()),
});
export type DeskCustomer = z.output<typeof deskCustomer>;

export const statementQuery = z.strictObject({
  cursor,
  limit,
  show: z._default(z.enum(statementFilters, { error: '“show” must be “all”, “in” or “out”' }), 'all'),
});

/**
 * `requestId`: a repeated request books once. `amount` in minor units; `reason` is shown to the customer. `seen`: the customer's
 * `adjustments` that the caller saw. The call is rejected when there are more now, so that two people don't both correct one
 * mistake.
 */
export const adjustBody = z.strictObject({
  requestId: z.uuid({ error: '“requestId” must be a UUID' }),
  direction: z.enum(['credit', 'debit'], { error: 'Choose credit or debit' }),
  amount: z
    .int({ error: 'Enter an amount' })
    .check(
      z.minimum(1, { error: 'Enter an amount above zero' }),
      z.maximum(customerBounds.mostAdjusted, { error: 'This amount is too large' }),
    ),
  reason: text({ label: 'Reason', ...customerBounds.reason, emptyMessage: 'Enter a reason' }),
  note: z._default(text({ label: 'Note', min: 0, max: customerBounds.reason.max, lines: true }), ''),
  seen: z.optional(z.int({ error: '“seen” must be a whole number' }).check(z.minimum(0))),
});
/** The same fields as `refunded`. */
export const adjusted = z.object({ ...refunded.shape });

/** `reason`: saved as a note for staff. */
export const lockBody = z.strictObject({ reason });
/** `confirm`: the customer's email address, typed as a confirmation. */
export const eraseBody = z.strictObject({
  confirm: text({
    label: 'Email address',
    min: 1,
    max: bounds.email.max,
    emptyMessage: 'Enter the email address',
  }),
});
