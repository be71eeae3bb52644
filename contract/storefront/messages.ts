import * as z from 'zod/mini';
import { storedFile } from '#contract/files/file-ids.ts';
import { ticketStatuses } from './support.ts';

/** Messages of a conversation, newest first. `name`: the public name of the member of staff, if they have one. */
export const messageList = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      from: z.enum(['customer', 'team']),
      name: z.nullable(z.string()),
      at: z.iso.datetime(),
      text: z.string(),
      files: z.array(storedFile),
    }),
  ),
  nextCursor: z.nullable(z.string()),
});
export type MessageList = z.output<typeof messageList>;

/** The messages of a ticket, newest first. */
export const ticketThread = z.object({
  ...messageList.shape,
  status: z.enum(ticketStatuses),
  /** The order that the messages are about. */
  order: z.nullable(z.string()),
  /** Whether its first message was sent with the customer's address, but without logging in. */
  wasSentLoggedOut: z.boolean(),
});
export type TicketThread = z.output<typeof ticketThread>;
