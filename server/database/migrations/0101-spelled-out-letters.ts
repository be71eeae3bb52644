import { addWords, type Findable } from '#server/database/search-text.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** SQL queries for the texts of rows, after an ID. */
const sources: Record<Findable, (after: bigint) => RawBuilder<{ id: bigint; texts: string[] }>> = {
  customer: (after) =>
    sql`select id, array[first_name, last_name, email, email_canonical] as texts from customer where id > ${after}`,
  order: (after) => sql`select o.id, array[o.billing ->> 'firstName', o.billing ->> 'lastName',
      (select string_agg(l.details -> 'brief' ->> 'brandName', ' ') from order_line l where l.order_id = o.id)] as texts
    from customer_order o where o.id > ${after}`,
  ticket: (after) =>
    sql`select id, array[name, email, email_canonical] as texts from ticket where id > ${after}`,
  deposit: (after) =>
    sql`select id, array[billing ->> 'firstName', billing ->> 'lastName'] as texts from deposit where id > ${after}`,
};

/** The desk's search also finds "Mueller" for Müller (docs/decisions/0064): adds the second spelling of words that have one. */
export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const [kind, rowsAfter] of Object.entries(sources) as [Findable, (typeof sources)[Findable]][]) {
    for (let after = 0n; ;) {
      const { rows } = await sql<{ id: bigint; texts: string[] }>`
        select id, texts from (${rowsAfter(after)}) as found
        where array_to_string(texts, ' ') ~ '[äöüåøÄÖÜÅØ]' order by id limit 2000`.execute(tx);
      if (rows.length === 0) break;
      await addWords(kind, rows).execute(tx);
      after = rows.at(-1)!.id;
    }
  }
}
