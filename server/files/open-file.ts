import type { FileAnswer } from '#server/http/bind-table.ts';
import { notFound } from '#server/http/refusal.ts';
import { type RawBuilder, sql } from 'kysely';
import type { FileDeps } from './file-deps.ts';
import { fileKey } from './file-store.ts';
import { reachStore } from './reach-store.ts';

type Row = { name: string; media_type: string; bytes: bigint };

/**
 * Opens a file to be sent. `isAllowed`: SQL condition on `f`, the file, and `a`, where it is attached.
 * @throws ProblemReply 404 for a file that isn't there or isn't allowed, 503 when the store can't be used
 */
export async function openFile(
  deps: FileDeps,
  id: string,
  isAllowed: RawBuilder<unknown>,
): Promise<FileAnswer> {
  const { rows } = await sql<Row>`
    select f.name, f.media_type, f.bytes from file f left join attachment a on a.file_id = f.id
    where f.id = ${id}::uuid and f.removed_at is null and ${isAllowed}`.execute(deps.db);
  const row = rows[0];
  if (!row) throw notFound('We can’t find that file.');
  const content = await reachStore(deps, () => deps.store.read(fileKey(id)));
  if (!content) {
    deps.log.error({ file: id }, 'a file isn’t in the store');
    throw notFound('This file is gone. Contact us, and we’ll find out why.');
  }
  return { name: row.name, mediaType: row.media_type, bytes: Number(row.bytes), content };
}
