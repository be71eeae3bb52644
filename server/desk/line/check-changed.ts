import type { DeskCheck } from '#contract/desk/work.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';
import type { PieceText } from '#server/desk/find-line.ts';

type Place = { order_id: bigint; position: number };

/** Whether two versions have the same texts. An empty text counts as none. */
function hasSameTexts(before: readonly PieceText[], after: readonly PieceText[]): boolean {
  const filled = after.filter(({ text }) => text !== '');
  const texts = new Map(before.map(({ key, text }) => [key, text]));
  return filled.length === before.length && filled.every(({ key, text }) => texts.get(key) === text);
}

/**
 * Checks that a version differs from the previous one in a text or a file. A customer who gets the same version again would
 * search for the difference.
 */
export async function checkChanged(
  db: Kysely<Schema>,
  { order_id: orderId, position }: Place,
  pieces: readonly PieceText[],
): Promise<DeskCheck[]> {
  const { rows } = await sql<{ version: number; pieces: PieceText[] | null; has_files: boolean }>`
    select v.version, v.pieces, exists (select from attachment a
      where a.order_id = ${orderId} and a.position = ${position} and a.kind = 'draft') as has_files
    from delivery v where v.order_id = ${orderId} and v.position = ${position} order by v.version desc limit 1`.execute(
    db,
  );
  const [newest] = rows;
  if (!newest?.pieces || newest.has_files || !hasSameTexts(newest.pieces, pieces)) return [];
  return [
    {
      key: 'changed',
      ok: 'no',
      words: `The text is the same as in version ${newest.version}. Change it, or add a file.`,
    },
  ];
}
