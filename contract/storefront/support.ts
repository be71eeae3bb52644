import * as z from 'zod/mini';
import { bounds } from '#contract/bounds.ts';
import { emailAddress } from '#contract/email-address.ts';
import { text } from '#contract/text.ts';

export const createTicketBody = z.strictObject({
  name: text({ label: 'Name', ...bounds.ticket.name, emptyMessage: 'Enter your name' }),
  email: emailAddress(),
  message: text({
    label: 'Message',
    ...bounds.ticket.message,
    lines: true,
    emptyMessage: 'Enter your message',
  }),
  /** A hidden field against bots: people leave it empty. */
  website: z._default(z.string().check(z.maxLength(200)), ''),
  /** The solved challenge, as JSON. Without one a network may send one ticket an hour. */
  proof: z.optional(z.string().check(z.maxLength(4000))),
  /** An idempotency key: the same message, sent again with the same ID, makes no second ticket. */
  requestId: z._default(z.string().check(z.maxLength(200)), ''),
});
export type CreateTicketBody = z.output<typeof createTicketBody>;

export const createdTicket = z.object({ ticketNumber: z.string() });
export type CreatedTicket = z.output<typeof createdTicket>;

/** Minimum age of a solved challenge (ms): nobody reads the form and types ten characters in less time. */
export const leastProofMs = 3_000;

/** Proof of work in ALTCHA's form, solved by the sender's browser while the message is typed. */
export const ticketChallenge = z.object({ challenge: z.record(z.string(), z.unknown()) });
export type TicketChallenge = z.output<typeof ticketChallenge>;

export const ticketStatuses = ['open', 'answered', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const ticketList = z.object({
  tickets: z.array(
    z.object({
      number: z.string(),
      /** The order that the messages are about. */
      order: z.nullable(z.string()),
      /** When the message was written. */
      createdAt: z.iso.datetime(),
      /** Who wrote the message. */
      from: z.enum(['customer', 'team']),
      /** The newest message, without the team's unsent ones. */
      message: z.string(),
      status: z.enum(ticketStatuses),
    }),
  ),
  nextCursor: z.nullable(z.string()),
});
export type TicketList = z.output<typeof ticketList>;
