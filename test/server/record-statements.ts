import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** A column of a result: the type's OID in PostgreSQL's catalogue, and whether the column contained a null. */
export type SeenColumn = { oid: number; hasNull: boolean };
/** The columns of each statement that returned rows, by the statement's text. */
export type SeenStatements = Record<string, Record<string, SeenColumn>>;

/** Folder into which each test process writes its records; without it, nothing is recorded. */
const folder = process.env['STATEMENTS_FOLDER'];
const seen: SeenStatements = {};
const watched = new WeakSet<pg.PoolClient>();

function record(text: string, answer: pg.QueryResult<Record<string, unknown>> | pg.QueryResult[]): void {
  // several statements in one text have several results
  if (Array.isArray(answer) || answer.fields.length === 0) return;
  const { fields, rows } = answer;
  const columns = (seen[text] ??= Object.fromEntries(
    fields.map(({ name, dataTypeID }) => [name, { oid: dataTypeID, hasNull: false }]),
  ));
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) if (value === null) columns[name]!.hasNull = true;
}

/** Records the columns of every statement sent through this pool, for row-types.check.ts. */
export function recordStatements(pool: pg.Pool): void {
  if (!folder) return;
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    const query = (...args: unknown[]): unknown => {
      const answer = send(...args);
      if (typeof args[0] === 'string' && answer instanceof Promise)
        void answer.then(
          (result) => record(args[0] as string, result as pg.QueryResult<Record<string, unknown>>),
          () => undefined,
        );
      return answer;
    };
    client.query = query as pg.PoolClient['query'];
  });
}

if (folder)
  process.on('exit', () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(seen));
  });
