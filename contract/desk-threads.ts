import * as z from 'zod/mini';
import type { DeskEndpoint } from './desk-endpoint.ts';
import { heldDelivery } from './desk-work.ts';
import { storedFile } from './file-ids.ts';
import { messageText } from './messages.ts';

const timestamp = z.iso.datetime();
const threadParams = z.strictObject({ number: z.string().check(z.maxLength(40)) });
const threadQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: 'Unknown cursor' }))),
  limit: z._default(
    z.coerce
      .number({ error: 'Limit must be a whole number from 1 to 100' })
      .check(z.int(), z.minimum(1), z.maximum(100)),
    50,
  ),
});

/** The messages about an order, newest first. */
const deskThread = z.object({
  /** As the caller may read it. */
  customer: z.string(),
  isErased: z.boolean(),
  /** Messages that both sides can read. */
  count: z.int(),
  /** Since when the customer waits for an answer; null when nobody waits. */
  waitsSince: z.nullable(timestamp),
  messages: z.array(
    z.object({
      id: z.string(),
      from: z.enum(['customer', 'team']),
      by: z.string(),
      at: timestamp,
      text: z.string(),
      files: z.array(storedFile),
      /** Until then it can be undone; null once the customer can read it. */
      sendAt: z.nullable(timestamp),
    }),
  ),
  nextCursor: z.nullable(z.string()),
});
export type DeskThread = z.output<typeof deskThread>;

/** `seen`: how many messages the caller saw when they decided. A newer one refuses the call. */
const seen = z.int({ error: 'seen must be a whole number' }).check(z.minimum(0));
const answerBody = z.strictObject({ text: messageText, seen });
const closeBody = z.strictObject({ seen });
/** The message that was called back. */
const undone = z.object({ text: z.string() });

/** The desk's calls about messages. */
export const threadEndpoints = {
  showThread: {
    method: 'GET',
    path: '/api/desk/orders/:number/messages',
    may: 'ticket.see',
    summary: 'The messages about an order, newest first',
    params: threadParams,
    query: threadQuery,
    status: 200,
    answer: deskThread,
  },
  answerCustomer: {
    method: 'POST',
    path: '/api/desk/orders/:number/messages',
    may: 'ticket.answer',
    summary: 'Write to the customer about an order; the message leaves after ten seconds',
    params: threadParams,
    body: answerBody,
    status: 200,
    answer: heldDelivery,
  },
  undoAnswer: {
    method: 'POST',
    path: '/api/desk/orders/:number/messages/undo',
    may: 'ticket.answer',
    summary: 'Call back a message that has not left',
    params: threadParams,
    status: 200,
    answer: undone,
  },
  closeThread: {
    method: 'POST',
    path: '/api/desk/orders/:number/messages/close',
    may: 'ticket.answer',
    summary: 'Mark the messages about an order as needing no answer',
    params: threadParams,
    body: closeBody,
    status: 204,
  },
} as const satisfies Record<string, DeskEndpoint>;
