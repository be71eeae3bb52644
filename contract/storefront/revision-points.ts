import * as z from 'zod/mini';
import { filesOfText } from '#contract/files/file-ids.ts';
import { text } from '#contract/text.ts';

/** Limits of a revision request; lengths in code points. */
export const pointBounds = { points: 20, note: 1_000, whole: 5_000, quote: 2_000, answer: 1_000 } as const;

const offset = z.int({ error: 'The start and end must be whole numbers' }).check(z.minimum(0));

/** A passage of a delivered text: UTF-16 offsets into its piece, and the quoted words. */
const passage = z.strictObject({
  start: offset,
  end: offset,
  quote: z.string().check(z.minLength(1), z.maxLength(4 * pointBounds.quote)),
});

const emptyNote = 'Tell us what should change';
const askedPoint = z.strictObject({
  /** The key of the piece concerned; absent: the whole text. */
  piece: z.optional(z.string().check(z.maxLength(80))),
  passage: z.optional(passage),
  note: text({
    label: 'The change',
    min: 1,
    max: pointBounds.note,
    lines: true,
    emptyMessage: emptyNote,
  }),
});
export type AskedPoint = z.output<typeof askedPoint>;

const points = z
  .array(askedPoint)
  .check(z.maxLength(pointBounds.points, { error: `Request up to ${pointBounds.points} changes at a time` }));
const whole = (min: number) =>
  text({ label: 'The change', min, max: pointBounds.whole, lines: true, emptyMessage: emptyNote });
const needsOne = z.refine<{ points?: unknown[] | undefined; text?: string | undefined }>(
  ({ points: given = [], text: typed = '' }) => given.length > 0 || typed !== '',
  { error: emptyNote, path: ['text'] },
);

/**
 * A revision request: points, a comment on the whole delivery, or both. `version`: the version that the customer read. The server
 * rejects the request when there is a newer one.
 */
export const revisionBody = z
  .strictObject({
    version: z.optional(z.int().check(z.minimum(1))),
    points: z.optional(points),
    text: z.optional(whole(1)),
    files: filesOfText,
  })
  .check(needsOne);

/** The schema of the form of a revision request, in which the comment on the whole delivery may be empty. */
export const revisionForm = z.strictObject({ points, text: whole(0) }).check(needsOne);

export const pointOutcomes = ['done', 'notDone'] as const;

/** A requested change. `outcome` and `answer`: the team's answer; null before the next version. */
export const revisionPoint = z.object({
  point: z.int(),
  piece: z.nullable(z.string()),
  passage: z.nullable(z.object({ start: z.int(), end: z.int(), quote: z.string() })),
  note: z.string(),
  outcome: z.nullable(z.enum(pointOutcomes)),
  answer: z.nullable(z.string()),
});
export type RevisionPoint = z.output<typeof revisionPoint>;

/** The team's answer to a requested change; the customer reads it with the next version. */
export const outcomeBody = z
  .strictObject({
    outcome: z.enum(pointOutcomes, { error: 'Choose “Done” or “Not done”' }),
    answer: z._default(text({ label: 'Answer', min: 0, max: pointBounds.answer, lines: true }), ''),
  })
  .check(
    z.refine(({ outcome, answer }) => outcome === 'done' || answer !== '', {
      error: 'Explain why the change isn’t done. The customer will see your explanation',
      path: ['answer'],
    }),
  );
