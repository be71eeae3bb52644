import type { DeskCheck } from '#contract/desk/work.ts';
import type { StoredFile } from '#contract/files/file-ids.ts';
import type { Schema } from '#server/database/schema.ts';
import { unscannedWords } from '#server/files/attach-files.ts';
import { type Kysely, sql } from 'kysely';

type Place = { order_id: bigint; position: number };
type DraftFile = Pick<StoredFile, 'name' | 'scan'>;

function checkOf({ name, scan }: DraftFile): DeskCheck {
  if (scan === 'infected')
    return {
      key: 'virus',
      ok: 'no',
      words: `“${name}” had a virus, so its contents were deleted. Remove the file from the draft.`,
    };
  return {
    key: 'scan',
    ok: 'no',
    words: unscannedWords(name, scan === 'failed' ? 'failed' : 'waiting'),
  };
}

/** The draft's files that block its delivery: infected files, and unscanned ones if a scanner is configured. */
export async function checkFiles(
  db: Kysely<Schema>,
  { order_id: orderId, position }: Place,
): Promise<DeskCheck[]> {
  const { rows } = await sql<DraftFile>`
    select f.name, f.scan from attachment a join file f on f.id = a.file_id
    where a.order_id = ${orderId} and a.position = ${position} and a.kind = 'draft' and f.scan in ('waiting', 'failed', 'infected')
    order by a.added_at, f.created_at`.execute(db);
  return rows.map(checkOf);
}

/** Whether the draft has an infected file. Locks the draft's files, so that no scan finishes before the version is stored. */
export async function hasVirus(tx: Kysely<Schema>, { order_id: orderId, position }: Place): Promise<boolean> {
  const { rows } = await sql<DraftFile>`
    select f.name, f.scan from attachment a join file f on f.id = a.file_id
    where a.order_id = ${orderId} and a.position = ${position} and a.kind = 'draft' for share of f`.execute(
    tx,
  );
  return rows.some(({ scan }) => scan === 'infected');
}

/** Whether a failed check blocks the delivery even with a reason. */
export const isNeverDelivered = ({ key, ok }: DeskCheck): boolean => key === 'virus' && ok === 'no';
