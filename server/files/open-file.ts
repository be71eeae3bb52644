import type { FileAnswer } from '#server/http/bind-table.ts';
import { notFound } from '#server/http/refusal.ts';
import { type RawBuilder, sql } from 'kysely';
import type { FileDeps } from './file-deps.ts';
import { fileKey } from './file-store.ts';
import { reachStore } from './reach-store.ts';

type Row = { name: string; media_type: string; bytes: bigint; is_infected: boolean };

/**
 * Opens a file for a download. `isAllowed`: SQL condition on the file `f` and its attachment `a`.
 * @throws ProblemReply 404 for an unknown or forbidden file; 503 when the store is unavailable
 */
export async function openFile(
  deps: FileDeps,
  id: string,
  isAllowed: RawBuilder<unknown>,
): Promise<FileAnswer> {
  const { rows } = await sql<Row>`
    select f.name, f.media_type, f.bytes, f.scan = 'infected' as is_infected from file f left join attachment a on a.file_id = f.id
    where f.id = ${id}::uuid and f.removed_at is null and ${isAllowed}`.execute(deps.db);
  const row = rows[0];
  if (!row) throw notFound('We can’t find that file.');
  if (row.is_infected) throw notFound('This file had a virus, so we deleted it.');
  const content = await reachStore(deps, () => deps.store.read(fileKey(id)));
  if (!content) {
    deps.log.error({ file: id }, 'a file isn’t in the store');
    throw notFound('This file is missing. Contact us, and we’ll find out why.');
  }
  return { name: row.name, mediaType: row.media_type, bytes: Number(row.bytes), content };
}
