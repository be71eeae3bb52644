import * as z from 'zod/mini';
import { analyzerReport } from './analyzer-report.ts';
import { hashtagSets } from './hashtag-sets.ts';
import { storedFile } from './file-ids.ts';
import { file } from './orders.ts';
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

/** A part of a delivered text, as it was sold: a post, a blurb, a list of slogans. */
export const deliveredPiece = z.object({ key: z.string(), label: z.string(), text: z.string() });
export type DeliveredPiece = z.output<typeof deliveredPiece>;

/** One version of the finished work: a text, a file, or both; automatic work also has the report. */
export const delivery = z.object({
  version: z.int(),
  deliveredAt: z.iso.datetime(),
  text: z.nullable(z.string()),
  /** The text by its parts; null for a version that has none. */
  pieces: z.nullable(z.array(deliveredPiece)),
  /** The changes to this version that were requested, and with the next version what became of them. */
  points: z.array(revisionPoint),
  /** What our team wrote to the customer about this version. */
  message: z.nullable(z.string()),
  file: z.nullable(file),
  /** Files that the team delivered with this version; each is fetched separately. */
  files: z.array(storedFile),
  report: z.nullable(report),
  /** The latest recheck of an improved text, and the deadline for the next one; for reports on texts. */
  recheck: z.nullable(z.object({ until: z.iso.datetime(), latest: z.nullable(analyzerReport) })),
});
export type Delivery = z.output<typeof delivery>;
