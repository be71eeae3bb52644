import * as z from 'zod/mini';
import { fileId, fileIds, storedFile } from './file-ids.ts';
import { cleanFileName, fileBounds } from './files.ts';

const mostTyped = 10_000;
const name = z
  .string({ error: '“name” must be text' })
  .check(
    z.maxLength(mostTyped, { error: 'The file’s name is too long' }),
    z.overwrite(cleanFileName),
    z.minLength(1, { error: 'The file must have a name' }),
  );
export const uploadBody = z.strictObject({
  name,
  bytes: z.int({ error: '“bytes” must be a whole number' }).check(z.minimum(0)),
});

export const fileParams = z.strictObject({ fileId });
export const uploadParams = z.strictObject({ uploadId: fileId });
const offset = '“offset” must be a whole number';
export const partQuery = z.strictObject({
  offset: z.coerce
    .number({ error: offset })
    .check(z.int({ error: offset }), z.minimum(0), z.maximum(fileBounds.file)),
});

export const attachBody = z.strictObject({
  files: fileIds(fileBounds.onLine).check(z.minLength(1, { error: 'Choose at least one file' })),
});

export const upload = z.object({ id: z.string(), partBytes: z.int() });
/** `received`: bytes received so far, which is the offset of the next part. `file`: null until all parts are received. */
export const uploadProgress = z.object({ received: z.int(), file: z.nullable(storedFile) });
export type UploadProgress = z.output<typeof uploadProgress>;

/** A customer's file of a line; `version`: the delivered version whose revision was requested with it. */
const customerFile = z.object({
  ...storedFile.shape,
  kind: z.enum(['brief', 'answer', 'revision']),
  version: z.nullable(z.int()),
  addedAt: z.iso.datetime(),
});
/** `mayChange`: whether the customer can add and remove files of the brief now. */
export const customerFiles = z.object({ files: z.array(customerFile), mayChange: z.boolean() });
export type CustomerFiles = z.output<typeof customerFiles>;

/** A file of a line as staff see it; `by`: who added it. */
export const deskFile = z.object({
  ...storedFile.shape,
  kind: z.enum(['brief', 'answer', 'revision', 'draft', 'delivery']),
  version: z.nullable(z.int()),
  addedAt: z.iso.datetime(),
  by: z.string(),
});
export type DeskFile = z.output<typeof deskFile>;
