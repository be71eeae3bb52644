import * as z from 'zod/mini';
import { bounds } from '#contract/bounds.ts';
import { filesOfText } from '#contract/files/file-ids.ts';
import { text } from '#contract/text.ts';

// Separate from fulfilment.ts, so that pages with these forms don't load the response schemas.

export const answerBody = z.strictObject({
  text: text({ label: 'Your answer', min: 1, max: 5000, lines: true, emptyMessage: 'Enter your answer' }),
  files: filesOfText,
});

export const recheckBody = z.strictObject({
  text: text({
    label: 'Text',
    min: 200,
    max: 40_000,
    lines: true,
    emptyMessage: 'Paste the improved text',
  }),
});

export const messageText = text({
  label: 'Message',
  min: 1,
  max: bounds.ticket.message.max,
  lines: true,
  emptyMessage: 'Enter your message',
});

/** A customer's message about an order. `files`: IDs of their uploaded files. */
export const messageBody = z.strictObject({ text: messageText, files: filesOfText });

/** A message in a ticket that isn't about an order: without files. */
export const plainMessageBody = z.strictObject({ text: messageText });
