import * as z from 'zod/mini';

export const tagGroups = ['core', 'niche', 'audience', 'local', 'brand'] as const;

const hashtagSet = z.object({
  topic: z.string(),
  /** Ranked, best first; at most 15. `tag` with its #, in CamelCase. */
  tags: z.array(z.object({ tag: z.string(), group: z.enum(tagGroups), why: z.string() })),
  /** For each platform of the brief: the tags to paste, within its limit (null: none), and why this many. */
  platforms: z.array(
    z.object({
      platform: z.string(),
      limit: z.nullable(z.int()),
      pick: z.array(z.string()),
      note: z.string(),
    }),
  ),
  /** Three groups to use in turn. */
  rotation: z.array(z.array(z.string())),
  /** Why there are fewer tags than 15. */
  fewer: z.optional(z.string()),
});
export type HashtagSet = z.output<typeof hashtagSet>;

export const hashtagSets = z.object({
  type: z.literal('hashtags'),
  sets: z.array(hashtagSet),
  /** Requested tags that were left out or changed, and why. */
  warnings: z.array(z.object({ tag: z.string(), why: z.string() })),
  /** Advice on each hashtag of the sample post. */
  samplePost: z.nullable(
    z.array(z.object({ tag: z.string(), keep: z.boolean(), why: z.string(), instead: z.array(z.string()) })),
  ),
});
export type HashtagSets = z.output<typeof hashtagSets>;
