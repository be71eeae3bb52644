import { addWords } from '#server/database/search-text.ts';
import { type Kysely, sql } from 'kysely';

/** The search also finds orders by the title, items and topics in their briefs, and by their number without "R-". */
export async function up(tx: Kysely<unknown>): Promise<void> {
  for (let after = 0n; ;) {
    const { rows } = await sql<{ id: bigint; texts: string[] }>`
      select o.id, array[substr(o.number, 3)] || array(
        select name from order_line l, jsonb_each(l.details -> 'brief'), jsonb_array_elements_text(
          case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end
        ) as name where l.order_id = o.id and key in ('title', 'items', 'topics')
      ) as texts
      from customer_order o where o.id > ${after} order by o.id limit 2000`.execute(tx);
    if (rows.length === 0) return;
    await addWords('order', rows).execute(tx);
    after = rows.at(-1)!.id;
  }
}
