import * as z from 'zod/mini';
import { bounds } from '#contract/bounds.ts';
import type { DeskEndpoint } from './endpoint.ts';
import { text } from '#contract/text.ts';

/**
 * Placeholders in a saved reply, which are replaced by facts of the conversation. `service`: the titles of the order's lines.
 * `dueDay`: the latest due day of a line. `myName`: the writer's public name.
 */
export const replyNames = ['firstName', 'orderNumber', 'service', 'dueDay', 'shopName', 'myName'] as const;
export type ReplyName = (typeof replyNames)[number];

/** The names in braces in a text. */
const namesIn = (typed: string): string[] => [...typed.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
const isKnown = (name: string): name is ReplyName => replyNames.some((known) => known === name);

/** The first placeholder in a text that wasn't replaced, such as `orderNumber`; undefined when there is none. */
export const unfilledName = (typed: string): string | undefined => namesIn(typed).find(isKnown);

/** Rejects a text with an unreplaced placeholder. */
export const withoutPlaceholders = z.refine<string>((typed) => unfilledName(typed) === undefined, {
  error: ({ input }) => `Replace {${unfilledName(String(input))}} before you send the message`,
});

/** Replaces the placeholders whose values are known. The others stay in the text, so that the writer sees them. */
export const fillReply = (reply: string, values: Readonly<Partial<Record<ReplyName, string>>>): string =>
  reply.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (isKnown(name) && values[name]) || whole);

/** The ID of a saved reply. */
export const replyId = z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid reply ID' }));
const replyParams = z.strictObject({
  id: replyId,
});
const replyBody = z.strictObject({
  title: text({ label: 'Title', min: 1, max: 80, emptyMessage: 'Enter a title' }),
  text: text({
    label: 'Text',
    min: 1,
    max: bounds.ticket.message.max,
    lines: true,
    emptyMessage: 'Enter the text',
  }).check(
    z.refine((typed) => namesIn(typed).every(isKnown), {
      error: `Use only these placeholders: ${replyNames.map((name) => `{${name}}`).join(', ')}`,
    }),
  ),
});
/** `seen`: the reply that the caller edited. The call is rejected if somebody else has changed it since. */
const changeBody = z.extend(replyBody, {
  seen: z.strictObject({
    title: text({ label: 'Title', min: 0, max: 80 }),
    text: text({ label: 'Text', min: 0, max: bounds.ticket.message.max, lines: true }),
  }),
});
const reply = z.object({ id: z.string(), title: z.string(), text: z.string() });
export type SavedReply = z.output<typeof reply>;

/** The desk's calls about saved replies. */
export const replyEndpoints = {
  listReplies: {
    method: 'GET',
    path: '/api/desk/replies',
    may: 'ticket.see',
    summary: 'List saved replies by title',
    status: 200,
    answer: z.object({ replies: z.array(reply) }),
  },
  addReply: {
    method: 'POST',
    path: '/api/desk/replies',
    may: 'ticket.manage',
    summary: 'Add a saved reply',
    body: replyBody,
    status: 200,
    answer: z.object({ id: z.string() }),
  },
  changeReply: {
    method: 'POST',
    path: '/api/desk/replies/:id',
    may: 'ticket.manage',
    summary: 'Change a saved reply',
    params: replyParams,
    body: changeBody,
    status: 204,
  },
  deleteReply: {
    method: 'POST',
    path: '/api/desk/replies/:id/delete',
    may: 'ticket.manage',
    summary: 'Delete a saved reply',
    params: replyParams,
    status: 204,
  },
} as const satisfies Record<string, DeskEndpoint>;
