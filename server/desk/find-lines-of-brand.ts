import { beginsWith, hasWords } from '#server/database/search-text.ts';
import { sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { brandOfLine } from './line-columns.ts';

/** Number of the newest matching orders that are searched. */
const mostNewest = 1_000;

/**
 * SQL: the lines whose brand matches the typed words, compared as the desk's search compares them. The search text of an order
 * also has the customer's name, which must not find lines for a caller who doesn't see names.
 */
export async function findLinesOfBrand(
  { db }: Pick<DeskDeps, 'db'>,
  typed: string,
): Promise<{ order: bigint; position: number }[]> {
  const { rows } = await sql<{ order: bigint; position: number; brand: string | null }>`
    select l.order_id as "order", l.position, ${brandOfLine} as brand from (
      select id from search_text where kind = 'order' and ${beginsWith(sql`words`, typed)} order by id + 0 desc limit ${mostNewest}
    ) s join order_line l on l.order_id = s.id`.execute(db);
  return rows.filter(({ brand }) => hasWords(brand ?? '', typed));
}
