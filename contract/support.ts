import * as z from 'zod/mini';
import { bounds } from './bounds.ts';
import { emailAddress, text } from './text.ts';

export const createTicketBody = z.strictObject({
  name: text({ label: 'Name', ...bounds.ticket.name, emptyMessage: 'Enter your name' }),
  email: emailAddress(),
  message: text({
    label: 'Message',
    ...bounds.ticket.message,
    lines: true,
    emptyMessage: 'Enter your message',
  }),
  /** A field people do not see: what fills it in is no person. */
  website: z._default(z.string().check(z.maxLength(200)), ''),
  /** The solved challenge, as JSON. Without one a network may send one ticket an hour. */
  proof: z.optional(z.string().check(z.maxLength(4000))),
});
export type CreateTicketBody = z.output<typeof createTicketBody>;

export const createdTicket = z.object({ ticketNumber: z.string() });
export type CreatedTicket = z.output<typeof createdTicket>;

/** Nobody reads a form, types ten characters and sends them in less: a younger proof is refused. Milliseconds. */
export const leastProofMs = 3_000;

/** Work for the sender's computer, in ALTCHA's form: solved while the message is typed. */
export const ticketChallenge = z.object({ challenge: z.record(z.string(), z.unknown()) });
export type TicketChallenge = z.output<typeof ticketChallenge>;

export const ticketStatuses = ['open', 'answered', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export const ticketList = z.object({
  tickets: z.array(
    z.object({
      number: z.string(),
      createdAt: z.iso.datetime(),
      message: z.string(),
      status: z.enum(ticketStatuses),
    }),
  ),
  nextCursor: z.nullable(z.string()),
});
export type TicketList = z.output<typeof ticketList>;
