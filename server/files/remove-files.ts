import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue } from '#server/jobs/job.ts';
import { type RawBuilder, sql } from 'kysely';
import type { FileDeps } from './file-deps.ts';
import { deleteRemoved } from './sweep-files.ts';

/**
 * The writes that detach files and mark them as removed. A job then deletes their bytes. `which`: SQL condition on file `f`.
 * `onlyIf`: SQL condition under which the job is enqueued.
 */
export const removeFiles = (
  which: RawBuilder<unknown>,
  now: Date,
  onlyIf: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown>[] => [
  sql`update file f set removed_at = ${now} where f.removed_at is null and ${which} returning f.id`,
  sql`delete from attachment where file_id in (select f.id from file f where f.removed_at is null and ${which})`,
  enqueue([deleteRemoved.at(now, {})], onlyIf),
];

/** The write that expires uploads. The same job then deletes their parts. `which`: SQL condition on upload `u`. */
export const endUploads = (which: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  sql`update upload u set expires_at = ${now} where u.expires_at > ${now} and ${which} returning u.id`;

type Removal = {
  file: RawBuilder<unknown>;
  upload: RawBuilder<unknown>;
  /** Further writes. `isDone`: SQL condition: something was removed. */
  also?: (isDone: RawBuilder<unknown>) => RawBuilder<unknown>[];
};

/**
 * Removes a file or an upload.
 * @returns whether one matched the conditions on `f` and `u`
 */
export async function removeOne(
  { db, clock, jobs }: Pick<FileDeps, 'db' | 'clock' | 'jobs'>,
  { file, upload, also = () => [] }: Removal,
): Promise<boolean> {
  const now = clock();
  const isDone = sql<boolean>`(exists (select from removed_file) or exists (select from ended_upload))`;
  const [removed, ...rest] = removeFiles(file, now, isDone);
  const writes = [
    { removed_file: removed!, ended_upload: endUploads(upload, now) },
    ...rest,
    ...also(isDone),
  ];
  const isFound = await writeInOneStatement(db, writes, isDone);
  jobs.wake();
  return isFound;
}
