import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { Schema } from '#server/database/schema.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** The sealed parts of an entry, in PostgreSQL's text form, so that another program can compute the seal. */
export type Entry = {
  place: bigint;
  at: string;
  actor: string;
  action: string;
  subject: string;
  detail: string;
  hash: string;
};

/** Reads entries of the audit log. `rest`: SQL after the condition, which begins with `and` or `order by`, or is empty. */
export async function readEntries(db: Kysely<Schema>, rest: RawBuilder<unknown>): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select place, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor, action, subject,
      detail::text as detail, encode(hash, 'hex') as hash
    from audit_entry where place is not null ${rest}`.execute(db);
  return rows;
}

/**
 * SQL condition: the entries whose subject matches a typed filter. An order's number also matches its lines. Empty without a
 * filter.
 */
export function isAbout(typed: string, { cart }: Catalogue['rules']): RawBuilder<unknown> {
  if (typed === '') return sql``;
  const [kind, id = ''] = typed.split(' ');
  const number = kind === 'order' ? readNumber('R', id) : undefined;
  const lines = Array.from({ length: cart.maxLines }, (_, n) => `line ${number} ${n + 1}`);
  return sql`and subject = any(${number ? [`order ${number}`, ...lines] : [typed]})`;
}
