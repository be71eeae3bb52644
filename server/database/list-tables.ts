import type pg from 'pg';

/** A table of the shop with the data needed to export it. `name` and `columns` are quoted for SQL. */
export interface Table {
  name: string;
  /** The table's columns, without generated ones. */
  columns: string[];
}

/** The tables of the shop's data, without the migrator's own tables. */
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

/** The number of a table's rows and their digest, independent of their order. */
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

/** Makes PostgreSQL's text formats independent of the server's settings, for this transaction. */
export async function fixTextFormats(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
     set local bytea_output = 'hex'; set local extra_float_digits = 1`,
  );
}
