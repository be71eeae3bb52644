import * as z from 'zod/mini';

/** The line, order or ticket on the screen, named as in the audit log; null for other screens. */
export const pulseBody = z.strictObject({
  at: z.nullable(z.string().check(z.regex(/^(line R-[\w-]{9} \d{1,2}|order R-[\w-]{9}|ticket T-[\w-]{9})$/))),
  isWriting: z.boolean(),
  /** Whether the person looks at this screen. */
  isFocused: z.optional(z.boolean()),
});
/**
 * `marks`: each changes when its data change; `others` only when somebody other than the caller changed work or wrote a message.
 * `counts`: numbers of the caller's tasks. `here`: other people with `at` on their screen. `notices`: unseen notices about the
 * caller's lines and conversations, newest first. `position`: the line's; null when `number` is that of a conversation.
 */
export const pulse = z.object({
  marks: z.object({ work: z.string(), staff: z.string(), messages: z.string(), others: z.string() }),
  counts: z.object({ today: z.int() }),
  here: z.array(z.object({ name: z.string(), isWriting: z.boolean() })),
  notices: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      position: z.nullable(z.int()),
      title: z.string(),
      text: z.string(),
    }),
  ),
});
