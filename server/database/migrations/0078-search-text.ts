import { type Findable, makeAllFindable } from '#server/database/search-text.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** SQL queries for the rows to find and their texts, after an ID. */
const sources: Record<Findable, (after: bigint) => RawBuilder<{ id: bigint; texts: string[] }>> = {
  customer: (
    after,
  ) => sql`select id, array_remove(array[first_name, last_name, email, email_canonical], null) as texts from customer
    where id > ${after} and erased_at is null`,
  order: (
    after,
  ) => sql`select o.id, array_remove(array[o.number, o.billing ->> 'firstName', o.billing ->> 'lastName',
      (select string_agg(l.details -> 'brief' ->> 'brandName', ' ') from order_line l where l.order_id = o.id)], null) as texts
    from customer_order o join customer c on c.id = o.customer_id where o.id > ${after} and c.erased_at is null`,
  ticket: (
    after,
  ) => sql`select t.id, array_remove(array[t.number, t.name, t.email, t.email_canonical], null) as texts
    from ticket t left join customer c on c.id = t.customer_id where t.id > ${after} and t.order_id is null and c.erased_at is null`,
  deposit: (
    after,
  ) => sql`select d.id, array_remove(array[p.number, d.billing ->> 'firstName', d.billing ->> 'lastName'], null) as texts
    from deposit d join payment_link p on p.id = d.payment_link_id join customer c on c.id = d.customer_id
    where d.id > ${after} and c.erased_at is null`,
};

/** What the desk's search finds, in words that the server folds (docs/decisions/0064). */
export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql`create table search_text (
    kind text not null constraint search_text_kind_known check (kind in ('customer', 'order', 'ticket', 'deposit')),
    -- of the customer, order, ticket or deposit
    id bigint not null,
    words tsvector not null,
    primary key (kind, id)
  )`.execute(tx);
  for (const [kind, rowsAfter] of Object.entries(sources) as [Findable, (typeof sources)[Findable]][]) {
    for (let after = 0n; ;) {
      const { rows } = await sql<{
        id: bigint;
        texts: string[];
      }>`${rowsAfter(after)} order by 1 limit 2000`.execute(tx);
      if (rows.length === 0) break;
      await makeAllFindable(kind, rows).execute(tx);
      after = rows.at(-1)!.id;
    }
  }
  await sql`create index search_text_words on search_text using gin (words)`.execute(tx);
  // search_text replaces these indexes
  await sql`drop index customer_email_start, customer_first_name_start, customer_last_name_start`.execute(tx);
}
