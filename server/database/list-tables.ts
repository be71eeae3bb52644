import type pg from 'pg';

/** A table of the shop and what moving its rows needs to know. `name` and `columns` are quoted as SQL wants them. */
export interface Table {
  name: string;
  /** Without those the database computes. */
  columns: string[];
}

/** The tables that hold the shop's data, those of the migrator left out. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.oid::regclass::text as name, array_agg(quote_ident(a.attname)::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_%'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.oid order by c.relname collate "C"`,
  );
  return rows;
}

/** How many rows a table has and a digest of them, whatever their order. */
export async function digestTable(
  client: pg.ClientBase,
  { name }: Table,
): Promise<{ rows: number; md5: string }> {
  const { rows } = await client.query<{ rows: number; md5: string }>(
    `select count(*)::int as rows, md5(coalesce(string_agg(row, '' order by row collate "C"), '')) as md5
      from (select md5(x::text) as row from ${name} x) hashed`,
  );
  const [digest] = rows;
  if (!digest) throw new Error(`${name} has no digest`);
  return digest;
}

/** Makes rows read and written as text look the same on every server, for this transaction. */
export async function fixTextFormats(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
     set local bytea_output = 'hex'; set local extra_float_digits = 1`,
  );
}
