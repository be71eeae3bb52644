import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { canonicalEmail } from '#server/database/email-address.ts';
import { sql } from 'kysely';
import { openTestDesk, type TestDesk } from '#test/server/open-test-desk.ts';

let desk: TestDesk;
before(async () => {
  desk = await openTestDesk();
});
after(() => desk.close());

test('finds a member of staff by every spelling of the email address', async () => {
  const { email } = await desk.join('writer');
  const { db } = desk.shop.database;
  const spelled = 'mo@bücher.example';
  await sql`update staff set email = ${spelled}, email_canonical = ${canonicalEmail(spelled)} where email = ${email}`.execute(
    db,
  );
  const by = { kind: 'operator', id: 'kim' } as const;
  for (const [act, typed] of [
    ['lock', 'mo@xn--bcher-kva.example'],
    ['unlock', 'MO@Bücher.example'],
  ] as const) {
    await desk.shop.app.commands['staff']!.run({ words: [act, typed, typed], by });
    const { rows } = await sql<{
      locked: boolean;
    }>`select locked_at is not null as locked from staff where email = ${spelled}`.execute(db);
    assert.equal(rows[0]!.locked, act === 'lock');
  }
});
