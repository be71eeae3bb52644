import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { openTestDatabase, type TestDatabase } from '#test/server/open-test-database.ts';
import { auditEntry } from './audit-entry.ts';
import { findBreaks, findNewestSeal, type Seal } from './find-breaks.ts';

/** Total number of changes. The log is intact before each. */
const wanted = 2_000;
/** Number of entries in the log. */
const size = 24;

const at = new Date('2026-11-20T15:00:00.123Z');
let database: TestDatabase;
let newest: Seal;
const details = new Map<number, string>();

before(async () => {
  database = await openTestDatabase();
  const { db } = database;
  for (let n = 1; n <= size; n += 1)
    await writeInOneStatement(
      db,
      auditEntry({ kind: 'operator', id: `ann${n % 3}` }, new Date(at.getTime() + n * 7_919), {
        action: ['start', 'refund', 'credit'][n % 3]!,
        subject: `line R-7K3M-Q2X${n % 10} ${n}`,
        detail: n % 4 === 0 ? {} : { amount: String(1_290 + n), from: 'queued', to: 'inProgress' },
      }),
    );
  // the seal as the daily email stores it
  await sql`insert into audit_anchor (place, hash, told_at)
    select place, hash, ${at} from audit_entry order by place desc limit 1`.execute(db);
  newest = (await findNewestSeal(db))!;
  const { rows } = await sql<{ place: bigint; detail: string }>`
    select place, detail::text as detail from audit_entry`.execute(db);
  for (const { place, detail } of rows) details.set(Number(place), detail);
  assert.equal(details.size, size);
  await sql`alter table audit_entry disable trigger user`.execute(db);
});
after(() => database.drop());

const undo = new Error('undo');
/** Makes the changes, returns the findings, and reverts the changes. */
async function foundAfter(changes: readonly RawBuilder<unknown>[], kept?: Seal): Promise<string[]> {
  let found: string[] = [];
  await assert.rejects(
    database.db.transaction().execute(async (tx) => {
      for (const change of changes) await change.execute(tx);
      found = await findBreaks(tx, kept);
      throw undo;
    }),
    undo,
  );
  return found;
}

const set = (place: number, values: RawBuilder<unknown>) =>
  sql`update audit_entry e set ${values} where place = ${place}`;
/** Replaces one character of a column by another printable one. */
const otherCharacter = (column: string, index: number, by: number) => {
  const name = sql.ref(column);
  const where = sql`(1 + ${index}::int % length(${name}))`;
  return sql`${name} = overlay(${name} placing chr(33 + (ascii(substr(${name}, ${where}, 1)) - 33 + ${by}::int) % 94) from ${where} for 1)`;
};
/** Replaces one letter or digit of the JSON, or adds a key to empty JSON. */
function otherDetail(place: number, index: number): RawBuilder<unknown> {
  const detail = details.get(place)!;
  const places = [...detail.matchAll(/\w/g)].map((match) => match.index);
  if (places.length === 0) return sql`detail = '{"amount": "1"}'`;
  const where = places[index % places.length]!;
  const changed = `${detail.slice(0, where)}${detail[where] === 'x' ? 'y' : 'x'}${detail.slice(where + 1)}`;
  return sql`detail = ${changed}::jsonb`;
}
const shifted = (from: number) => [
  // in two steps, because places are unique
  sql`update audit_entry set place = -place - 1 where place >= ${from}`,
  sql`update audit_entry set place = -place where place < ${-from}`,
];
const hashAt = (place: number) =>
  sql`audit_hash((select hash from audit_entry where place = ${place - 1}), e, ${place}::bigint)`;
/** Adds an entry with a correct seal for its place. */
const forged = (place: number) => [
  sql`insert into audit_entry (place, hash, at, actor, action, subject) values (${place}, '', ${at}, 'operator:tom', 'credit', 'customer 1')`,
  set(place, sql`hash = ${hashAt(place)}`),
];
const sealedAnew = (from: number) =>
  Array.from({ length: size - from + 1 }, (_, n) => set(from + n, sql`hash = ${hashAt(from + n)}`));

type Harm = { changes: readonly RawBuilder<unknown>[]; places: readonly (number | 'unsealed')[] };
const place = fc.integer({ min: 1, max: size });
const index = fc.nat(255);
const outside = fc.oneof(
  fc.integer({ min: -(2 ** 40), max: 0 }),
  fc.integer({ min: size + 2, max: 2 ** 40 }),
);
const named = (where: number) => (where < 1 ? 'unsealed' : where);
/** The kinds of changes. `places`: the findings must name at least one of them. */
const harms: Record<string, fc.Arbitrary<Harm>> = {
  'a character': fc
    .tuple(place, fc.constantFrom('actor', 'action', 'subject'), index, fc.integer({ min: 1, max: 93 }))
    .map(([p, column, where, by]) => ({ changes: [set(p, otherCharacter(column, where, by))], places: [p] })),
  'a detail': fc
    .tuple(place, index)
    .map(([p, where]) => ({ changes: [set(p, otherDetail(p, where))], places: [p] })),
  'a byte of the seal': fc
    .tuple(place, fc.nat(31), fc.integer({ min: 1, max: 255 }))
    .map(([p, where, by]) => ({
      changes: [set(p, sql`hash = set_byte(hash, ${where}, get_byte(hash, ${where}) # ${by}::int)`)],
      places: [p],
    })),
  'a bit of the time': fc.tuple(place, fc.nat(57), fc.constantFrom('-', '')).map(([p, bit, sign]) => ({
    changes: [set(p, sql`at = at + ${`${sign}${2n ** BigInt(bit)} microseconds`}::interval`)],
    places: [p],
  })),
  'the era': place.map((p) => ({
    changes: [
      set(p, sql`at = (to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00 BC')::timestamptz`),
    ],
    places: [p],
  })),
  'the place': fc
    .tuple(place, outside)
    .map(([p, to]) => ({ changes: [set(p, sql`place = ${to}`)], places: [p === size ? p : p + 1] })),
  'no seal': place.map((p) => ({
    changes: [set(p, sql`place = null, hash = null`)],
    places: ['unsealed'],
  })),
  removed: place.map((p) => ({
    changes: [sql`delete from audit_entry where place = ${p}`],
    places: [p === size ? p : p + 1],
  })),
  swapped: fc
    .tuple(place, fc.integer({ min: 1, max: size - 1 }))
    .map(([p, by]) => [p, ((p - 1 + by) % size) + 1] as const)
    .map(([p, other]) => ({
      changes: [set(p, sql`place = 0`), set(other, sql`place = ${p}`), set(0, sql`place = ${other}`)],
      places: [Math.min(p, other)],
    })),
  inserted: place.map((p) => ({ changes: [...shifted(p), ...forged(p)], places: [p + 1] })),
  'inserted elsewhere': outside.map((to) => ({ changes: forged(to), places: [named(to)] })),
  'changed and all sealed anew': place.map((p) => ({
    changes: [set(p, sql`subject = 'customer 1'`), ...sealedAnew(p)],
    places: [size],
  })),
};

/** The places that the findings name. */
const placesOf = (found: readonly string[]) =>
  found.map((finding) =>
    /^Row \d+ .* has no seal/.test(finding) ? 'unsealed' : Number(/^Entry (\d+) /.exec(finding)?.[1]),
  );

const each = Math.ceil(wanted / Object.keys(harms).length);
for (const [what, harm] of Object.entries(harms))
  test(`reports the place of each of ${each} random changes to the audit log: ${what}`, async () => {
    const property = fc.asyncProperty(harm, async ({ changes, places }) => {
      const found = await foundAfter(changes);
      assert.ok(
        placesOf(found).some((one) => places.includes(one)),
        `${places.join()} should be named: ${found.join(' ') || 'nothing was found'}`,
      );
    });
    await fc.assert(property, { numRuns: each, seed: 60 });
    assert.deepEqual(await findBreaks(database.db), []);
  });

test('detects by an emailed seal that the audit log was restored to an earlier state, also after new entries', async () => {
  const earlier = size - 5;
  const restored = [
    sql`delete from audit_entry where place > ${earlier}`,
    sql`delete from audit_anchor where place > ${earlier}`,
  ];
  assert.deepEqual(await foundAfter(restored), [], 'the restored log is intact in itself');
  const missing = [`Entry ${size} of the audit log no longer matches its saved seal.`];
  assert.deepEqual(await foundAfter(restored, newest), missing);
  const grown = Array.from({ length: 8 }, (_, n) => forged(earlier + 1 + n)).flat();
  assert.deepEqual(await foundAfter([...restored, ...grown], newest), missing);
});
