import type { Catalogue } from '#contract/catalogue.ts';
import type { AuditLog, VerifiedLog } from '#contract/desk-log.ts';
import { findBreaks, findNewestSeal } from '#server/audit/find-breaks.ts';
import { isAbout, readEntries } from '#server/audit/read-entries.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';

type Deps = { db: Kysely<Schema>; catalogue: () => Catalogue };
type Filter = { subject?: string | undefined; cursor?: string | undefined; limit: number };

/** The audit log, newest first, by keyset: `cursor` marks the end of the previous page. */
export async function listLog(
  { db, catalogue }: Deps,
  { subject = '', cursor, limit }: Filter,
): Promise<AuditLog> {
  const before = cursor === undefined ? sql`` : sql`and place < ${BigInt(cursor)}`;
  const meant = isAbout(subject, catalogue().rules);
  const found = await readEntries(db, sql`${meant} ${before} order by place desc limit ${limit + 1}`);
  const page = found.slice(0, limit);
  const staff = page.flatMap(({ actor }) => /^staff:(\d+)$/.exec(actor)?.[1] ?? []);
  const { rows } = await sql<{ id: bigint; name: string }>`
    select id, name from staff where id = any(${[...new Set(staff)]}::bigint[])`.execute(db);
  const names = new Map(rows.map(({ id, name }) => [`staff:${id}`, name]));
  return {
    entries: page.map(({ place, detail, hash: _seal, ...entry }) => ({
      ...entry,
      place: String(place),
      name: names.get(entry.actor) ?? null,
      detail: JSON.parse(detail) as Record<string, string | number>,
    })),
    nextCursor: found.length > limit ? String(page.at(-1)!.place) : null,
  };
}

/** Checks the whole log against its seals and the emailed seals. */
export async function verifyLog({ db }: Pick<Deps, 'db'>): Promise<VerifiedLog> {
  const newest = await findNewestSeal(db);
  return {
    place: String(newest?.place ?? 0n),
    seal: newest?.hash ?? '',
    findings: await findBreaks(db),
  };
}
