import { createHash } from 'node:crypto';
import { cleanFileName } from '#contract/files/files.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import type { FileDeps } from './file-deps.ts';
import { fileKey } from './file-store.ts';
import { scanSoon } from './scan-files.ts';

/**
 * Moves one delivered file from the database to the store. Migration 0075 enqueues it for each file that an earlier release
 * delivered.
 */
const moveDeliveredFile = jobKind<{ order: string; position: number; version: number }>(
  'files.move-delivered',
  { forever: true },
);

type Row = { file: Buffer; file_name: string; media_type: string; delivered_at: Date };

/** The job handler of `moveDeliveredFile`. */
export const moveDeliveredFiles = (deps: FileDeps): JobHandlers =>
  moveDeliveredFile.handledBy(async ({ order, position, version }) => {
    const { db, store, scanner } = deps;
    const isThis = sql`order_id = ${order}::bigint and position = ${position} and version = ${version} and file is not null`;
    const { rows } =
      await sql<Row>`select file, file_name, media_type, delivered_at from delivery where ${isThis}`.execute(
        db,
      );
    const row = rows[0];
    if (!row) return;
    const id = crypto.randomUUID();
    const sha256 = createHash('sha256').update(row.file).digest();
    await store.put(fileKey(id), row.file);
    const isMoved = sql<boolean>`exists (select from changed_delivery)`;
    const isDone = await writeInOneStatement(
      db,
      [
        {
          changed_delivery: sql`update delivery set file = null, file_name = null, media_type = null where ${isThis} returning 1`,
        },
        sql`insert into file (id, name, media_type, bytes, sha256, created_at, scan)
          select ${id}::uuid, ${cleanFileName(row.file_name)}, ${row.media_type}, ${row.file.length}, ${sha256}, ${row.delivered_at},
            ${scanner ? 'waiting' : 'off'} from changed_delivery`,
        sql`insert into attachment (file_id, kind, order_id, position, version, added_at)
          select ${id}::uuid, 'delivery', ${order}::bigint, ${position}, ${version}, ${row.delivered_at} from changed_delivery`,
        ...scanSoon(deps, id, isMoved),
      ],
      isMoved,
    );
    // another process has already moved the file, so this copy is deleted
    if (!isDone) await store.remove(fileKey(id));
  });
