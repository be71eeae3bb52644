import { fileBounds, lineProblem } from '#contract/files/files.ts';
import type { Schema } from '#server/database/schema.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type Kysely, sql } from 'kysely';
import { type FileOwner, isOwnedBy } from './file-deps.ts';

/** What a file is attached to. `position`: the line, counted from 1. `version`: the version whose revision is requested. */
export type FilePlace =
  | { kind: 'brief' | 'answer' | 'draft'; orderId: bigint; position: number }
  | { kind: 'revision'; orderId: bigint; position: number; version: number }
  | { kind: 'message'; orderId: bigint; messageId: bigint };

/** Why a file can't be delivered or sent: it isn't scanned yet, or can't be scanned. */
export const unscannedWords = (name: string, scan: 'waiting' | 'failed'): string =>
  scan === 'failed'
    ? `“${name}” is too large for our virus scanner. Remove it, or use a smaller file.`
    : `“${name}” hasn’t been scanned for viruses yet. Try again in a minute.`;

type Found = {
  id: string;
  name: string;
  bytes: bigint;
  scan: 'off' | 'waiting' | 'clean' | 'infected' | 'failed';
  is_free: boolean;
  is_here: boolean;
};
type Line = { bytes: bigint; count: number };

/**
 * Attaches uploaded files of their owner, all or none, in the caller's transaction. The caller has locked the line (or the order
 * of a message), so that simultaneous calls can't exceed its limit together. Files that are already attached there are skipped,
 * because a client repeats a request whose answer was lost. `isScanned`: also rejects files that the virus scanner hasn't passed.
 * @returns whether a file was attached
 * @throws Refusal for files of another owner, files attached elsewhere, infected files, or too many files
 */
export async function attachFiles(
  tx: Kysely<Schema>,
  {
    owner,
    place,
    files,
    at,
    isScanned = false,
  }: { owner: FileOwner; place: FilePlace; files: readonly string[]; at: Date; isScanned?: boolean },
): Promise<boolean> {
  if (files.length === 0) return false;
  const refuse = (words: string) => new Refusal({ files: [words] });
  const position = 'position' in place ? place.position : null;
  const isList = place.kind === 'brief' || place.kind === 'draft';
  const { rows } = await sql<Found>`
    select f.id, f.name, f.bytes, f.scan, not exists (select from attachment a where a.file_id = f.id) as is_free,
      ${isList}::boolean and exists (select from attachment a where a.file_id = f.id and a.kind = ${place.kind}
        and a.order_id = ${place.orderId} and a.position is not distinct from ${position}::int) as is_here from file f
    where f.id = any(${files}::uuid[]) and ${isOwnedBy(owner, 'f')} and f.removed_at is null for update`.execute(
    tx,
  );
  const found = rows.filter(({ is_here: isHere }) => !isHere);
  if (rows.length !== files.length || found.some(({ is_free: isFree }) => !isFree))
    throw refuse(
      'One of these files was deleted or is already in use elsewhere. Remove all of them from the list, and then add them again.',
    );
  if (found.length === 0) return false;
  const infected = found.find(({ scan }) => scan === 'infected');
  if (infected) throw refuse(`“${infected.name}” had a virus, so we deleted it. Remove it from the list.`);
  if (isScanned) {
    const unscanned = found.flatMap(({ name, scan }) =>
      scan === 'waiting' || scan === 'failed' ? [unscannedWords(name, scan)] : [],
    );
    if (unscanned.length > 0) throw new Refusal({ files: unscanned });
  }
  const { rows: lines } = await sql<Line>`
    select coalesce(sum(f.bytes), 0)::bigint as bytes, count(*) filter (where a.kind = ${place.kind})::int as count
    from attachment a join file f on f.id = a.file_id
    where a.order_id = ${place.orderId} and a.position is not distinct from ${position} and f.scan <> 'infected'`.execute(
    tx,
  );
  const { bytes, count } = lines[0]!;
  const added = found.reduce((sum, file) => sum + file.bytes, 0n);
  const tooLarge = lineProblem(Number(bytes + added));
  if (tooLarge !== undefined) throw refuse(tooLarge);
  if (isList && count + found.length > fileBounds.onLine)
    throw refuse(`You can add up to ${fileBounds.onLine} files here. Remove some first.`);
  await sql`insert into attachment (file_id, kind, order_id, position, version, message_id, added_at)
    select id, ${place.kind}, ${place.orderId}, ${position}::int, ${'version' in place ? place.version : null}::int,
      ${'messageId' in place ? place.messageId : null}::bigint, ${at} from unnest(${found.map(({ id }) => id)}::uuid[]) id`.execute(
    tx,
  );
  return true;
}
