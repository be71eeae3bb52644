import assert from 'node:assert/strict';
import test from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { openTestDatabase } from '#test/server/open-test-database.ts';
import { jobKind } from './job.ts';
import { runJobs } from './run-jobs.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const now = new Date('2026-11-20T12:00:00Z');
const letter = jobKind('mail.note');
const note = jobKind('note');

type Plan = {
  'Subplan Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
};

/** Sums the database pages read to find due jobs in all lanes. Pages that the claim writes don't count. */
function pagesRead(plan: Plan): number {
  if (/^CTE (letters|instant|others)$/.test(plan['Subplan Name'] ?? ''))
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  return (plan.Plans ?? []).reduce((sum, part) => sum + pagesRead(part), 0);
}

async function setUp() {
  const claims: { sql: string; parameters: readonly unknown[] }[] = [];
  const database = await openTestDatabase({
    onQuery: ({ query }) => {
      if (query.sql.includes('claimed as') && !query.sql.startsWith('explain')) claims.push(query);
    },
  });
  const { db } = database;
  const handlers = { ...letter.handledBy(async () => {}), ...note.handledBy(async () => {}) };
  const runner = runJobs({ db, clock: () => now, log: silent }, handlers);
  await runner.drain();
  return {
    db,
    runner,
    claims,
    /** Adds this many jobs with due times a second apart; the last one is due now. */
    add: (kind: string, lane: string | null, many: number) =>
      sql`insert into job (kind, lane, payload, run_at)
        select ${kind}, ${lane}, '{}', ${now}::timestamptz - make_interval(secs => ${many}::int - n)
        from generate_series(1, ${many}::int) n`.execute(db),
    /** The number of 8 KB pages that a claim reads. The claim is rolled back. */
    async pagesOfClaim(): Promise<number> {
      const { sql: text, parameters } = claims[0]!;
      return db.connection().execute(async (connection) => {
        await sql`begin`.execute(connection);
        try {
          const { rows } = await connection.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
            CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [...parameters]),
          );
          return pagesRead(rows[0]!['QUERY PLAN'][0].Plan);
        } finally {
          await sql`rollback`.execute(connection);
        }
      });
    },
    async [Symbol.asyncDispose]() {
      await runner.stop();
      await database.drop();
    },
  };
}

test('reads as many pages per claim for ten thousand due jobs as for a thousand', async () => {
  await using queue = await setUp();
  const none = await queue.pagesOfClaim();
  const pages: number[] = [];
  for (const many of [1000, 9000]) {
    await queue.add('mail.note', 'letters', many);
    await queue.add('note', 'others', many);
    await sql`analyze job`.execute(queue.db);
    pages.push(await queue.pagesOfClaim());
  }
  assert.ok(none <= 12, `${none} pages while nothing is due`);
  assert.ok(
    pages.every((count) => count > 0 && count <= 60),
    `${pages.join(', ')} pages`,
  );
});

test('reads no extra pages for due jobs without a handler', async () => {
  await using queue = await setUp();
  await queue.add('mail.unknown', null, 5000);
  await sql`analyze job`.execute(queue.db);
  const pages = await queue.pagesOfClaim();
  assert.ok(pages <= 12, `${pages} pages`);
  // a claim takes jobs without a handler out of their lane, and keeps them
  await queue.add('unknown', 'others', 100);
  await queue.runner.drain();
  const { rows } = await sql`select lane, attempts, leased_until, count(*)::int as many from job
    where kind = 'unknown' group by 1, 2, 3`.execute(queue.db);
  assert.deepEqual(rows, [{ lane: null, attempts: 0, leased_until: null, many: 100 }]);
});

test('claims the three emails of an order at once', async () => {
  await using queue = await setUp();
  const before = queue.claims.length;
  await queue.add('mail.note', 'letters', 3);
  await queue.runner.drain();
  assert.deepEqual((await sql`select from job`.execute(queue.db)).rows, []);
  // the first claim found all three jobs, and the second one none
  assert.equal(queue.claims.length - before, 2);
});
