import { day } from '#contract/durations.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { FileDeps } from './file-deps.ts';
import { fileKey, partsFolder } from './file-store.ts';
import { findStrays } from './find-strays.ts';
import { reportStrays } from './strays.mail.ts';

/** Days after which unattached files, and files of orders that were never paid, are removed. */
const waitingDays = 7;
/** Days after which customers' files of completed work are removed. */
const keptDays = 2 * 365;
const atOnce = 200;

/** Deletes the bytes and rows of removed files, and the parts of expired uploads. */
export const deleteRemoved = jobKind<Record<string, never>>('files.delete-removed', { forever: true });
/** Removes files that are no longer needed, and compares the store with the database. Runs daily. */
export const sweepFilesDaily = jobKind<Record<string, never>>('files.sweep', { forever: true });

async function deleteFiles({ db, store }: FileDeps): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from file where removed_at is not null order by removed_at limit ${atOnce}`.execute(db);
  for (const { id } of rows) await store.remove(fileKey(id));
  const ids = rows.map(({ id }) => id);
  await sql`delete from file where id = any(${ids}::uuid[])`.execute(db);
  return rows.length === atOnce;
}

async function deleteUploads({ db, clock, store }: FileDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from upload where expires_at <= ${clock()} order by expires_at`.execute(db);
  if (rows.length === 0) return;
  const over = new Set(rows.map(({ id }) => id));
  const parts = await store.list(partsFolder);
  for (const key of parts.keys())
    if (over.has(key.slice(partsFolder.length + 1).split('.')[0]!)) await store.remove(key);
  for (const id of over) await store.remove(fileKey(id));
  await sql`delete from upload where id = any(${[...over]}::uuid[])`.execute(db);
}

/**
 * Marks files as removed: unattached ones, and those of briefs, answers, requests, drafts and messages whose work was completed
 * or canceled long ago, or whose order was never paid. Delivered files stay.
 */
async function removeUnneeded({ db, clock }: FileDeps): Promise<void> {
  const now = clock();
  const before = (days: number) => new Date(now.getTime() - days * day);
  await sql`update file f set removed_at = ${now} where f.removed_at is null and f.created_at < ${before(waitingDays)}
    and not exists (select from attachment a where a.file_id = f.id)`.execute(db);
  const old = sql`select a.file_id from attachment a
    join order_line l on l.order_id = a.order_id and l.position = a.position
    join customer_order o on o.id = l.order_id join payment_link p on p.id = o.payment_link_id
    where a.kind in ('brief', 'answer', 'revision', 'draft')
      and (l.work_status in ('completed', 'cancelled') and a.added_at < ${before(keptDays)}
        or p.status in ('expired', 'cancelled') and o.paid_at is null and a.added_at < ${before(waitingDays)})
    union all
    select a.file_id from attachment a
    where a.kind = 'message' and (
      a.added_at < ${before(keptDays)} and not exists (
        select from order_line l where l.order_id = a.order_id and l.work_status not in ('completed', 'cancelled'))
      or a.added_at < ${before(waitingDays)} and exists (
        select from customer_order o join payment_link p on p.id = o.payment_link_id
        where o.id = a.order_id and o.paid_at is null and p.status in ('expired', 'cancelled')))`;
  await writeInOneStatement(db, [
    sql`update file set removed_at = ${now} where id in (${old})`,
    sql`delete from attachment where file_id in (${old})`,
  ]);
}

/** The job handlers of files. */
export function sweepFiles(deps: FileDeps): JobHandlers {
  const clean = async () => {
    while (await deleteFiles(deps));
    await deleteUploads(deps);
  };
  return {
    ...deleteRemoved.handledBy(clean),
    ...sweepFilesDaily.handledBy(async () => {
      const now = deps.clock();
      await removeUnneeded(deps);
      await clean();
      const strays = await findStrays(deps);
      if (strays.length > 0) {
        deps.log.error({ strays }, 'the store of files differs from the database');
        await writeInOneStatement(deps.db, reportStrays(strays, now));
      }
      return new Date(now.getTime() + day);
    }),
  };
}
