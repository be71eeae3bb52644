import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { isOpenLine } from '#server/desk/line-columns.ts';
import type { Schema } from '#server/database/schema.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * `open`: the number of a person's open lines, including those that wait for a review or an answer. `most`: the limit at which
 * the person can take no more; null: no limit.
 */
export type OpenLines = { open: number; most: number | null };

/** SQL: the number of open lines of the person with this ID. */
export const openLinesOf = (staffId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select count(*)::int from order_line l where l.assignee_id = ${staffId}
    and ${isOpenLine})`;

/** The numbers of a person at their limit; null for others. */
export const fullOf = ({ open, most }: OpenLines): { open: number; most: number } | null =>
  most !== null && open >= most ? { open, most } : null;

/** The caller's number of open lines and their limit. */
export async function findOpenLines(
  { db }: Pick<DeskDeps, 'db'>,
  { staffId }: Pick<StaffCaller, 'staffId'>,
): Promise<OpenLines> {
  const { rows } = await sql<OpenLines>`
    select t.most_open_lines as most, ${openLinesOf(sql`t.id`)} as open from staff t where t.id = ${staffId}`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * Locks the person's number of open lines until the transaction ends. Otherwise two simultaneous calls would both count the lines
 * before either takes one.
 */
export const lockOpenLines = (
  tx: Kysely<Schema>,
  { staffId }: Pick<StaffCaller, 'staffId'>,
): Promise<unknown> => sql`select 1 from staff where id = ${staffId} for no key update`.execute(tx);
