import * as z from 'zod/mini';
import { fileBounds } from './files.ts';

export const fileId = z
  .string({ error: 'Unknown file' })
  .check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, { error: 'Unknown file' }));

export const fileIds = (most: number) =>
  z
    .array(fileId, { error: 'Choose at least one file' })
    .check(z.maxLength(most, { error: `Add at most ${most} files at once` }));

/** Files that go with an answer, a revision request or a message: the IDs of files that the caller has uploaded. */
export const filesOfText = z.optional(fileIds(fileBounds.atOnce));

/** An uploaded file. */
export const storedFile = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
});
export type StoredFile = z.output<typeof storedFile>;
