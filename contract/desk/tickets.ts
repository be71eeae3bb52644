import * as z from 'zod/mini';
import { bounds } from '#contract/bounds.ts';
import type { DeskEndpoint } from './endpoint.ts';
import { deskNote } from './orders.ts';
import { seen, seenBody, threadParams, ticketStatus } from './threads.ts';
import { noteBody } from './work.ts';
import { text } from '#contract/text.ts';
import { pageLimit } from '#contract/page-limit.ts';

const timestamp = z.iso.datetime();
const day = z.iso.date();
const staffId = z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid person ID' }));
const person = z.object({ id: z.string(), name: z.string() });

/** `open`: the team has to reply. `mine`: open and assigned to the caller. `waiting`: waiting for the customer. */
export const ticketViews = ['open', 'mine', 'waiting', 'snoozed', 'closed', 'spam'] as const;

/** Whether a text is a cursor: the last ticket's time and ID. */
const isCursor = (typed: string): boolean => {
  const [at, id, ...more] = typed.split('_');
  return more.length === 0 && z.safeParse(timestamp, at).success && /^\d{1,18}$/.test(id ?? '');
};
const ticketsQuery = z.strictObject({
  show: z._default(z.enum(ticketViews, { error: 'Invalid view' }), 'open'),
  cursor: z.optional(z.string().check(z.maxLength(60), z.refine(isCursor, { error: 'Invalid cursor' }))),
  limit: pageLimit(100, 100),
});

const state = {
  number: z.string(),
  status: ticketStatus,
  /** Whether it was sent without a login, so that the address isn't confirmed. */
  isGuest: z.boolean(),
  /** The day by which the team promised to reply; null while it doesn’t have to. */
  answerBy: z.nullable(day),
  isLate: z.boolean(),
  /** The day on which a snoozed conversation is open again; null when it isn’t snoozed. */
  snoozedUntil: z.nullable(day),
  assignee: z.nullable(person),
};

/** A conversation in the inbox: a ticket of the contact form, or the messages about an order. */
const ticketRow = z.object({
  ...state,
  /** The number of the order that the messages are about. */
  order: z.nullable(z.string()),
  /** The name in the form that the caller may see. */
  customer: z.string(),
  /** The beginning of the newest message. */
  text: z.string(),
  from: z.enum(['customer', 'team']),
  lastAt: timestamp,
});
export type DeskTicketRow = z.output<typeof ticketRow>;

/** `counts`: tickets in these views, at most 100; only on the first page. */
const ticketList = z.object({
  tickets: z.array(ticketRow),
  counts: z.nullable(z.object({ open: z.int(), mine: z.int() })),
  nextCursor: z.nullable(z.string()),
});

const ticket = z.object({
  ...state,
  createdAt: timestamp,
  /** The order that the messages are about; `title`: its products. */
  order: z.nullable(z.object({ number: z.string(), title: z.string(), livemode: z.boolean() })),
  customer: z.object({
    /** Null for a guest, and for callers without `customer.see`. */
    id: z.nullable(z.string()),
    name: z.string(),
    /** The address to which replies are sent; null for callers without `customer.see`. */
    email: z.nullable(z.string()),
    isErased: z.boolean(),
  }),
  /** The order or customer that the team linked a contact form’s ticket to. `livemode`: the order’s; true for a customer. */
  link: z.nullable(
    z.object({ order: z.nullable(z.string()), customer: z.nullable(person), livemode: z.boolean() }),
  ),
  /** When a guest logged in with the ticket’s address, which they had confirmed; null for other tickets. */
  claimedAt: z.nullable(timestamp),
  notes: z.array(deskNote),
  /**
   * Refunds of the order that the messages are about or are linked to, newest first. `amount`: in minor units. Empty for callers
   * without `order.see`.
   */
  refunds: z.array(
    z.object({
      at: timestamp,
      by: z.string(),
      amount: z.int(),
      currency: z.string(),
      to: z.enum(['card', 'balance']),
      status: z.enum(['requested', 'pending', 'succeeded', 'failed']),
    }),
  ),
});
export type DeskTicket = z.output<typeof ticket>;

/** The desk's calls about conversations; threads.ts has those about their messages. */
export const ticketEndpoints = {
  listDeskTickets: {
    method: 'GET',
    path: '/api/desk/tickets',
    may: 'ticket.see',
    summary:
      'List the conversations in a view: those that await a reply by waiting time, longest first; others newest first',
    query: ticketsQuery,
    status: 200,
    answer: ticketList,
  },
  showDeskTicket: {
    method: 'GET',
    path: '/api/desk/tickets/:number',
    may: 'ticket.see',
    summary: 'Show a conversation with its customer, state and notes',
    params: threadParams,
    status: 200,
    answer: ticket,
  },
  takeTicket: {
    method: 'POST',
    path: '/api/desk/tickets/:number/take',
    may: 'ticket.answer',
    summary: 'Assign a conversation to myself',
    params: threadParams,
    status: 204,
  },
  giveBackTicket: {
    method: 'POST',
    path: '/api/desk/tickets/:number/give-back',
    may: 'ticket.answer',
    summary: 'Unassign myself from a conversation',
    params: threadParams,
    status: 204,
  },
  reopenTicket: {
    method: 'POST',
    path: '/api/desk/tickets/:number/reopen',
    may: 'ticket.answer',
    summary: 'Reopen a conversation, including one that was marked as spam',
    params: threadParams,
    status: 204,
  },
  addTicketNote: {
    method: 'POST',
    path: '/api/desk/tickets/:number/notes',
    may: 'ticket.answer',
    summary: 'Add an internal note to a conversation; only the team can see it',
    params: threadParams,
    body: noteBody,
    status: 204,
  },
  snoozeTicket: {
    method: 'POST',
    path: '/api/desk/tickets/:number/snooze',
    may: 'ticket.answer',
    summary: 'Snooze an open conversation until a day, or until the customer writes',
    params: threadParams,
    body: z.strictObject({ until: z.iso.date({ error: 'Choose a date' }), seen }),
    status: 204,
  },
  linkTicket: {
    method: 'POST',
    path: '/api/desk/tickets/:number/link',
    may: 'ticket.manage',
    summary:
      'Link a conversation from the contact form to an order or a customer; the customer gets no access to the conversation',
    params: threadParams,
    /** `to`: an order number or a customer's email address; null removes the link. */
    body: z.strictObject({
      to: z.nullable(
        text({
          label: 'Order or customer',
          min: 1,
          max: bounds.email.max,
          emptyMessage: 'Enter an order number or an email address',
        }),
      ),
    }),
    status: 204,
  },
  listAnswerers: {
    method: 'GET',
    path: '/api/desk/answerers',
    may: 'ticket.manage',
    summary: 'List the people who can be assigned conversations',
    status: 200,
    answer: z.object({ people: z.array(person) }),
  },
  assignTicket: {
    method: 'POST',
    path: '/api/desk/tickets/:number/assign',
    may: 'ticket.manage',
    summary: 'Assign a conversation to a person, or to no one',
    params: threadParams,
    /** `staffId`: null unassigns it. */
    body: z.strictObject({ staffId: z.nullable(staffId) }),
    status: 204,
  },
  markSpam: {
    method: 'POST',
    path: '/api/desk/tickets/:number/spam',
    may: 'ticket.manage',
    summary: 'Mark a conversation as spam; the sender gets no email',
    params: threadParams,
    body: seenBody,
    status: 204,
  },
} as const satisfies Record<string, DeskEndpoint>;
