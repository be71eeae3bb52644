import * as z from 'zod/mini';
import { fileBounds } from './files.ts';

export const fileId = z
  .string({ error: 'Invalid file ID' })
  .check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, { error: 'Invalid file ID' }));

export const fileIds = (most: number) =>
  z
    .array(fileId, { error: 'Choose at least one file' })
    .check(z.maxLength(most, { error: `Add up to ${most} files at once` }));

/** IDs of the caller's uploaded files, sent with an answer, a revision request or a message. */
export const filesOfText = z.optional(fileIds(fileBounds.atOnce));

/**
 * The virus scan of a file. `off`: there was no scanner when it was added; `waiting`: not scanned yet; `clean`: no virus;
 * `infected`: deleted because of a virus; `failed`: it can't be scanned.
 */
const scan = z.enum(['off', 'waiting', 'clean', 'infected', 'failed']);

/** An uploaded file. */
export const storedFile = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  scan,
});
export type StoredFile = z.output<typeof storedFile>;
