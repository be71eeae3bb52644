import { fileBounds, sizeWords } from '#contract/files.ts';
import type { Schema } from '#server/database/schema.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type Kysely, sql } from 'kysely';
import { type FileOwner, isOwnedBy } from './file-deps.ts';

/** Where files belong. `position`: the line, counted from 1; `version`: the delivery that a revision is requested of. */
export type FilePlace =
  | { kind: 'brief' | 'answer' | 'draft'; orderId: bigint; position: number }
  | { kind: 'revision'; orderId: bigint; position: number; version: number }
  | { kind: 'message'; orderId: bigint; messageId: bigint };

type Line = { bytes: bigint; count: number };

/**
 * Attaches files that their owner has uploaded, all or none, in the caller's transaction. The caller has locked the line (or the order of a
 * message), so that no two calls exceed its limit together.
 * @throws Refusal for files that aren't the owner's, that belong somewhere already, or that are too many
 */
export async function attachFiles(
  tx: Kysely<Schema>,
  { owner, place, files, at }: { owner: FileOwner; place: FilePlace; files: readonly string[]; at: Date },
): Promise<void> {
  if (files.length === 0) return;
  const refuse = (words: string) => new Refusal({ files: [words] });
  const { rows: found } = await sql<{ bytes: bigint; is_free: boolean }>`
    select f.bytes, not exists (select from attachment a where a.file_id = f.id) as is_free from file f
    where f.id = any(${files}::uuid[]) and ${isOwnedBy(owner, 'f')} and f.removed_at is null for update`.execute(
    tx,
  );
  if (found.length !== files.length || found.some(({ is_free: isFree }) => !isFree))
    throw refuse('One of the files is gone, or was added already. Remove it here, and add it again.');
  const position = 'position' in place ? place.position : null;
  const { rows: lines } = await sql<Line>`
    select coalesce(sum(f.bytes), 0)::bigint as bytes, count(*) filter (where a.kind = ${place.kind})::int as count
    from attachment a join file f on f.id = a.file_id
    where a.order_id = ${place.orderId} and a.position is not distinct from ${position}`.execute(tx);
  const { bytes, count } = lines[0]!;
  const added = found.reduce((sum, file) => sum + file.bytes, 0n);
  if (bytes + added > BigInt(fileBounds.line))
    throw refuse(
      `These files are too large: with them, this item would have ${sizeWords(Number(bytes + added))}, and ${sizeWords(fileBounds.line)} is the limit.`,
    );
  const isList = place.kind === 'brief' || place.kind === 'draft';
  if (isList && count + files.length > fileBounds.onLine)
    throw refuse(`An item can have up to ${fileBounds.onLine} files here. Remove some first.`);
  await sql`insert into attachment (file_id, kind, order_id, position, version, message_id, added_at)
    select id, ${place.kind}, ${place.orderId}, ${position}::int, ${'version' in place ? place.version : null}::int,
      ${'messageId' in place ? place.messageId : null}::bigint, ${at} from unnest(${files}::uuid[]) id`.execute(
    tx,
  );
}
