import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { sql } from 'kysely';
import { MIGRATIONS_FOLDER } from '#server/database/migrate.ts';
import { openTestDatabase } from '#server/database/open-test-database.ts';

test('letters of a dispute that waited for both readers when the shop was updated reach both, once', async () => {
  await using database = await openTestDatabase();
  const { db } = database;
  const runAt = new Date('2026-11-20T12:00:00Z');
  await sql`alter table job drop column is_deferred`.execute(db);
  await sql`insert into job (kind, payload, run_at) values
    ('mail.dispute', '{"disputeId": "7", "about": "open"}', ${runAt}), ('mail.refund', '{"refundId": "x"}', ${runAt}),
    ('mail.dispute', '{"disputeId": "8", "to": "customer"}', ${runAt})`.execute(db);
  await sql.raw(readFileSync(join(MIGRATIONS_FOLDER, '0021-letters-wait.sql'), 'utf8')).execute(db);
  const { rows } = await sql<{ told: string; run_at: Date }>`
    select concat_ws(' ', kind, payload ->> 'disputeId', payload ->> 'to') as told, run_at from job order by 1`.execute(
    db,
  );
  assert.deepEqual(
    rows.map(({ told }) => told),
    ['mail.dispute 7 customer', 'mail.dispute 7 operator', 'mail.dispute 8 customer', 'mail.refund'],
  );
  assert.ok(rows.every(({ run_at }) => run_at.getTime() === runAt.getTime()));
});
