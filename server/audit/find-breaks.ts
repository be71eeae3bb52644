import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';

/** A sealed entry's place in the log, and its SHA-256 in hexadecimal, which covers all entries up to it. */
export type Seal = { place: bigint; hash: string };

/** The newest entry's seal; undefined while the log is empty. */
export async function findNewestSeal(db: Kysely<Schema>): Promise<Seal | undefined> {
  const { rows } = await sql<Seal>`
    select place, encode(hash, 'hex') as hash from audit_entry where place is not null order by place desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Number of entries per statement, so that checking a long log doesn't exceed the statement timeout. */
const atOnce = 10_000;

/**
 * The places after `after`, up to `last`, whose seal or number doesn't follow from the previous entry. Also lists entries before
 * the year 1, because a seal covers the year without its era.
 */
async function findBrokenSeals(db: Kysely<Schema>, after: bigint, last: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ place: bigint }>`
    select place from (
      select e.place, e.at, e.hash, audit_hash(lag(e.hash) over w, e, e.place) as wanted, coalesce(lag(e.place) over w, 0) + 1 as next
      from audit_entry e where e.place >= ${after} and e.place <= ${last} window w as (order by e.place)
    ) as chain where place > ${after} and (hash <> wanted or place <> next or at < '0001-01-01T00:00:00Z') order by place limit 20`.execute(
    db,
  );
  return rows.map(({ place }) => place);
}

/**
 * Checks every entry against its seal, and the log against the emailed seals. `kept`: a seal that the operator saved elsewhere.
 * @returns a sentence per difference: an entry that was changed, removed, or added without a seal
 */
export async function findBreaks(db: Kysely<Schema>, kept?: Seal, pageSize = atOnce): Promise<string[]> {
  const broken: bigint[] = [];
  for (let after = 0n; ;) {
    const { rows } = await sql<{ last: bigint | null }>`select max(place) as last from (
      select place from audit_entry where place > ${after} order by place limit ${pageSize}) as page`.execute(
      db,
    );
    const last = rows[0]!.last;
    if (last === null) break;
    broken.push(...(await findBrokenSeals(db, after, last)));
    after = last;
  }
  const { rows: unsealed } = await sql<{ id: bigint }>`
    select id from audit_entry where place is null union all select id from audit_entry where place < 1 order by id limit 20`.execute(
    db,
  );
  const { rows: missing } = await sql<{ place: bigint }>`
    select told.place from (
      select place, encode(hash, 'hex') as hash from audit_anchor
      union all select ${kept?.place ?? null}::bigint, ${kept?.hash ?? null} where ${kept !== undefined}::boolean
    ) as told left join audit_entry e on e.place = told.place and encode(e.hash, 'hex') = told.hash
    where e.place is null order by 1 limit 20`.execute(db);
  return [
    ...broken
      .slice(0, 20)
      .map((place) => `Entry ${place} of the audit log, or the one before it, was changed or removed.`),
    ...unsealed.map(({ id }) => `Row ${id} of the audit log has no seal, so the shop didn’t write it.`),
    ...missing.map(({ place }) => `Entry ${place} of the audit log no longer matches its saved seal.`),
  ];
}
