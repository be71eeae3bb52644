import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue } from '#server/jobs/job.ts';
import { type RawBuilder, sql } from 'kysely';
import type { FileDeps } from './file-deps.ts';
import { deleteRemoved } from './sweep-files.ts';

/**
 * The removal of the files for which `which` holds, a condition on file `f`, from where they are; a job deletes them. `onlyIf`: when that job
 * is needed.
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

/** The end of the uploads for which `which` holds, a condition on upload `u`; the same job deletes their parts. */
export const endUploads = (which: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  sql`update upload u set expires_at = ${now} where u.expires_at > ${now} and ${which} returning u.id`;

type Removal = {
  file: RawBuilder<unknown>;
  upload: RawBuilder<unknown>;
  /** Written only if something is removed: `isDone` is that condition. */
  also?: (isDone: RawBuilder<unknown>) => RawBuilder<unknown>[];
};

/** Removes a file or an upload. Returns whether there was one for which the conditions on `f` and `u` hold. */
export async function removeOne(
  { db, clock, jobs }: Pick<FileDeps, 'db' | 'clock' | 'jobs'>,
  { file, upload, also = () => [] }: Removal,
): Promise<boolean> {
  const now = clock();
  const isDone = sql<boolean>`(exists (select from write_0) or exists (select from write_1))`;
  const [removed, ...rest] = removeFiles(file, now, isDone);
  const writes = [removed!, endUploads(upload, now), ...rest, ...also(isDone)];
  const isFound = await writeInOneStatement(db, writes, isDone);
  jobs.wake();
  return isFound;
}
