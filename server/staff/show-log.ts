import { Readable } from 'node:stream';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { AuditLog, LogFilters, VerifiedLog } from '#contract/desk/log.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { findBreaks, findNewestSeal } from '#server/audit/find-breaks.ts';
import { isAbout, readEntries } from '#server/audit/read-entries.ts';
import { writeLog } from '#server/audit/write-log.ts';
import { isWithin } from '#server/books/day-bounds.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { Actor } from '#server/process/actor.ts';
import type { Clock } from '#server/process/clock.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

type Deps = { db: Kysely<Schema>; catalogue: () => Catalogue; clock: Clock };

/**
 * SQL for the filters of a list.
 * @throws Refusal when the last day is before the first
 */
function meantBy(
  { subject = '', who, action, from, to }: LogFilters,
  { catalogue }: Deps,
): RawBuilder<unknown> {
  return sql.join(
    [
      isAbout(subject, catalogue().rules),
      who === undefined
        ? sql``
        : who === 'commands'
          ? sql`and actor like 'operator:%'`
          : sql`and actor = ${`staff:${BigInt(who)}`}`,
      action === undefined ? sql`` : sql`and action = ${action}`,
      sql`and ${isWithin(sql`at`, { from, to })}`,
    ],
    sql` `,
  );
}

/**
 * The audit log, newest first, by keyset: `cursor` marks the end of the previous page.
 * @throws Refusal when the last day is before the first
 */
export async function listLog(
  deps: Deps,
  { cursor, limit, ...filters }: LogFilters & { cursor?: string | undefined; limit: number },
): Promise<AuditLog> {
  const { db } = deps;
  const before = cursor === undefined ? sql`` : sql`and place < ${BigInt(cursor)}`;
  const meant = meantBy(filters, deps);
  const found = await readEntries(db, sql`${meant} ${before} order by place desc limit ${limit + 1}`);
  const page = found.slice(0, limit);
  const staff = await db.selectFrom('staff').select(['id', 'name']).orderBy('name').orderBy('id').execute();
  const roles = await db.selectFrom('staff_role').select(['key', 'label']).orderBy('key').execute();
  const names = new Map(staff.map(({ id, name }) => [`staff:${id}`, name]));
  return {
    people: staff.map(({ id, name }) => ({ id: String(id), name })),
    roles,
    entries: page.map(({ place, detail, hash: _seal, ...entry }) => ({
      ...entry,
      place: String(place),
      name: names.get(entry.actor) ?? null,
      detail: JSON.parse(detail) as Record<string, string | number>,
    })),
    nextCursor: found.length > limit ? String(page.at(-1)!.place) : null,
  };
}

/**
 * The audit log as CSV, streamed. The export itself is audited without the subject filter, which may be any text.
 * @throws Refusal when the last day is before the first
 */
export async function exportLog(
  deps: Deps,
  by: Actor,
  filters: LogFilters,
): Promise<{ name: string; content: Readable }> {
  const { db, clock } = deps;
  const meant = meantBy(filters, deps);
  const { subject: _any, ...others } = filters;
  const detail = Object.fromEntries(
    Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  await writeInOneStatement(db, auditEntry(by, clock(), { action: 'export-log', subject: 'log', detail }));
  return { name: 'audit-log.csv', content: Readable.from(writeLog(db, meant)) };
}

/** Checks the whole log against its own seals and against the emailed ones. */
export async function verifyLog({ db }: Pick<Deps, 'db'>): Promise<VerifiedLog> {
  const newest = await findNewestSeal(db);
  return {
    place: String(newest?.place ?? 0n),
    seal: newest?.hash ?? '',
    findings: await findBreaks(db),
  };
}
