import * as z from 'zod/mini';
import type { DeskEndpoint } from './endpoint.ts';
import { replyId, withoutPlaceholders } from './replies.ts';
import { heldDelivery } from './work.ts';
import { filesOfText, storedFile } from '#contract/files/file-ids.ts';
import { messageText } from '#contract/storefront/work-bodies.ts';
import { pageLimit } from '#contract/page-limit.ts';

const timestamp = z.iso.datetime();
/** The states of a conversation. `answered`: waiting for the customer. */
export const ticketStatus = z.enum(['open', 'answered', 'closed', 'spam'], {
  error: 'Unknown conversation status',
});
export type DeskTicketStatus = z.output<typeof ticketStatus>;
/** `number`: that of a ticket (T-…), or of an order (R-…) for the messages about it. */
export const threadParams = z.strictObject({ number: z.string().check(z.maxLength(40)) });
const threadQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid cursor' }))),
  limit: pageLimit(100, 50),
});

/** The messages of a conversation, newest first. */
const deskThread = z.object({
  /** The name in the form that the caller may see. */
  customer: z.string(),
  firstName: z.string(),
  /** The number of the order that the messages are about. */
  order: z.nullable(z.string()),
  /** The titles of the order's lines, and the last day on which one of them is due; null without an order, or when nothing is due. */
  service: z.nullable(z.string()),
  dueOn: z.nullable(z.iso.date()),
  isErased: z.boolean(),
  /** Null before the first message about an order. */
  status: z.nullable(ticketStatus),
  /** Where the customer reads replies: in their order, in their account, or only in their email. */
  reads: z.enum(['order', 'account', 'email']),
  /** Number of messages that both the customer and the team can read, without the first message of a contact form's ticket. */
  count: z.int(),
  /** Time of the first message that awaits an answer; null otherwise. */
  waitsSince: z.nullable(timestamp),
  messages: z.array(
    z.object({
      id: z.string(),
      from: z.enum(['customer', 'team']),
      by: z.string(),
      at: timestamp,
      text: z.string(),
      files: z.array(storedFile),
      /** When the message is sent; it can be undone until then. Null once the customer can read it. */
      sendAt: z.nullable(timestamp),
      /** Why the email about the team's message couldn't be sent, and whether the shop still tries; null otherwise. */
      failure: z.nullable(z.object({ reason: z.string(), isRetried: z.boolean() })),
    }),
  ),
  nextCursor: z.nullable(z.string()),
});
export type DeskThread = z.output<typeof deskThread>;

/** `seen`: how many messages the caller had read. The server rejects the call if there are newer ones. */
export const seen = z.int({ error: '“seen” must be a whole number' }).check(z.minimum(0));
export const seenBody = z.strictObject({ seen });
/**
 * `status`: the state that the caller saw. The call is rejected if the conversation was closed or marked as spam since.
 * `savedReply`: the ID of the saved reply that the caller inserted.
 */
const answerBody = z.strictObject({
  text: messageText.check(withoutPlaceholders),
  files: filesOfText,
  seen,
  status: z.optional(ticketStatus),
  savedReply: z.optional(replyId),
});
/** `message`: the ID of the message to undo. When a newer one waits, nothing is undone. */
const undoQuery = z.strictObject({
  message: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid message ID' }))),
});
/** The text and files of the message that was undone. */
const undone = z.object({ text: z.string(), files: z.array(storedFile) });

/** The desk's calls about the messages of a conversation: of a contact form's ticket or of an order. */
export const threadEndpoints = {
  showThread: {
    method: 'GET',
    path: '/api/desk/tickets/:number/messages',
    may: 'ticket.see',
    summary: 'List the messages of a conversation, or about an order, newest first',
    params: threadParams,
    query: threadQuery,
    status: 200,
    answer: deskThread,
  },
  answerCustomer: {
    method: 'POST',
    path: '/api/desk/tickets/:number/messages',
    may: 'ticket.answer',
    summary: 'Write to the customer; the message is sent after ten seconds',
    params: threadParams,
    body: answerBody,
    status: 200,
    answer: z.extend(heldDelivery, { id: z.string() }),
  },
  undoAnswer: {
    method: 'POST',
    path: '/api/desk/tickets/:number/messages/undo',
    may: 'ticket.answer',
    summary: 'Stop a message before it’s sent, and return its text',
    params: threadParams,
    query: undoQuery,
    status: 200,
    answer: undone,
  },
  closeThread: {
    method: 'POST',
    path: '/api/desk/tickets/:number/messages/close',
    may: 'ticket.answer',
    summary: 'Close a conversation without a reply',
    params: threadParams,
    body: seenBody,
    status: 204,
  },
} as const satisfies Record<string, DeskEndpoint>;
