import { csvCell, csvStart } from '#contract/csv-cell.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { readEntries } from './read-entries.ts';

const columns = ['place', 'at', 'actor', 'action', 'subject', 'detail', 'hash'] as const;
/** Number of entries per statement, so that a log of years takes little memory. */
const pageSize = 2_000;

/** Entries of the audit log as CSV (RFC 4180), oldest first, read in pages. `rest`: SQL that begins with `and`, or is empty. */
export async function* writeLog(
  db: Kysely<Schema>,
  rest: RawBuilder<unknown> = sql``,
): AsyncGenerator<string> {
  yield `${csvStart}${columns.join(',')}\r\n`;
  for (let last = 0n; ;) {
    const entries = await readEntries(db, sql`${rest} and place > ${last} order by place limit ${pageSize}`);
    if (entries.length > 0)
      yield entries
        .map((entry) => `${columns.map((name) => csvCell(String(entry[name]))).join(',')}\r\n`)
        .join('');
    if (entries.length < pageSize) return;
    last = entries.at(-1)!.place;
  }
}
