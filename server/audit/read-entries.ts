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

/** The subjects that contain a typed number of an order, a deposit or a conversation. An order includes its lines. */
function numbered(typed: string, maxLines: number): string[] | undefined {
  const [, first = '', position] = /^(?:[a-z]+ )?(\S+?)(?: (\d+))?$/.exec(typed) ?? [];
  const order = readNumber('R', first);
  if (order !== undefined && position !== undefined) return [`line ${order} ${position}`];
  if (order !== undefined)
    return [`order ${order}`, ...Array.from({ length: maxLines }, (_, n) => `line ${order} ${n + 1}`)];
  const deposit = readNumber('D', first);
  if (deposit !== undefined) return [`deposit ${deposit}`];
  const ticket = readNumber('T', first);
  return ticket === undefined ? undefined : [`ticket ${ticket}`];
}

/**
 * SQL condition: the entries about a typed subject. That is a number, with or without a word before it, such as “Order R-7K3M-Q2XA”;
 * the beginning of the name of a member of staff or of a role; or the stored text, such as “customer 812”. An order's number also
 * matches its lines. Empty without a filter. A list of exact subjects, so that the index of subjects finds them.
 */
export function isAbout(typed: string, { cart }: Catalogue['rules']): RawBuilder<unknown> {
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return sql``;
  const lower = text.toLowerCase();
  const subjects = numbered(lower, cart.maxLines);
  if (subjects) return sql`and subject = any(${subjects})`;
  // the ID of a webhook event has its own letter case
  const stored = [text, lower, text.replace(/^\S+/, (kind) => kind.toLowerCase())];
  return sql`and subject = any(${stored}::text[]
    || array(select 'staff ' || id from staff where starts_with(lower(name), ${lower}))
    || array(select 'role ' || key from staff_role where starts_with(lower(label), ${lower})))`;
}
