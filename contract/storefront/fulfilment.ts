import * as z from 'zod/mini';
import { analyzerReport } from '#contract/instant/analyzer-report.ts';
import { hashtagSets } from '#contract/instant/hashtag-sets.ts';
import { storedFile } from '#contract/files/file-ids.ts';
import { revisionPoint } from './revision-points.ts';

const position = z.coerce
  .number({ error: 'Line must be a whole number' })
  .check(z.int(), z.minimum(1), z.maximum(20));
const number = z.string().check(z.maxLength(20));
export const lineParams = z.strictObject({ number, position });
export const deliveryParams = z.strictObject({
  number,
  position,
  version: z.coerce
    .number({ error: 'Version must be a whole number' })
    .check(z.int(), z.minimum(1), z.maximum(1000)),
});

/** An automatic report or automatic hashtag sets; `type` tells which. */
const report = z.discriminatedUnion('type', [analyzerReport, hashtagSets]);

/** A part of a delivered text, such as a post, a blurb or a list of slogans. */
export const deliveredPiece = z.object({ key: z.string(), label: z.string(), text: z.string() });
export type DeliveredPiece = z.output<typeof deliveredPiece>;

/** One version of the finished work: a text, files, or both; automatic work also has the report. */
export const delivery = z.object({
  version: z.int(),
  deliveredAt: z.iso.datetime(),
  /** Public name of the member of staff who delivered it, if they have one. */
  by: z.nullable(z.string()),
  text: z.nullable(z.string()),
  /** The text in parts; null for a version without parts. */
  pieces: z.nullable(z.array(deliveredPiece)),
  /** The changes that the customer requested to this version; the team's answers are added with the next version. */
  points: z.array(revisionPoint),
  /** The team's message to the customer about this version. */
  message: z.nullable(z.string()),
  /** Files delivered with this version; each has its own download call. */
  files: z.array(storedFile),
  report: z.nullable(report),
  /** Of a report on a text: the latest recheck of an improved text, and the next one's deadline and maximum length. Else null. */
  recheck: z.nullable(
    z.object({ until: z.iso.datetime(), maxWords: z.int(), latest: z.nullable(analyzerReport) }),
  ),
});
export type Delivery = z.output<typeof delivery>;
