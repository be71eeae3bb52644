import * as z from 'zod/mini';
import { bounds } from './bounds.ts';
import { filesOfText, storedFile } from './file-ids.ts';
import { text } from './text.ts';

export const messageText = text({
  label: 'Message',
  min: 1,
  max: bounds.ticket.message.max,
  lines: true,
  emptyMessage: 'Enter your message',
});

/** A customer's message. `files`: the IDs of files that they have uploaded. */
export const messageBody = z.strictObject({ text: messageText, files: filesOfText });

/** Messages about an order, newest first. `name`: of the member of our team, where they have a public one. */
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
