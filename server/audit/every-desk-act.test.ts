import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { deskEndpoints, type DeskEndpointName } from '#contract/desk/endpoints.ts';
import { marked, openDeskActs } from '#test/server/desk-acts.ts';
import { openTestDesk } from '#test/server/open-test-desk.ts';

type Entry = { actor: string; action: string; all: string };

test('writes exactly one entry for each act at the desk, by staff and without personal data', async () => {
  const desk = await openTestDesk();
  try {
    const { db } = desk.shop.database;
    const entries = async () =>
      (
        await sql<Entry>`
          select actor, action, to_jsonb(e)::text as all from audit_entry e order by place`.execute(db)
      ).rows;
    const { acts, done } = await openDeskActs(desk);
    let known = (await entries()).length;
    for (const { name, entry, act } of acts) {
      await act();
      await desk.shop.app.jobs.drain();
      const written = (await entries()).slice(known);
      known += written.length;
      assert.equal(written.map(({ action }) => action).join(' '), entry ?? '', name);
      for (const { actor, all } of written) {
        assert.match(actor, /^staff:\d+$/, name);
        for (const personal of [marked, '@', 'Ann Lee', 'Golden Crust', 'Maya', 'Stone', 'Baker'])
          assert.ok(!all.includes(personal), `${name}: ${all}`);
      }
    }
    const missing = Object.keys(deskEndpoints).filter((name) => !done.has(name as DeskEndpointName));
    assert.deepEqual(missing, [], 'calls without an act');
  } finally {
    await desk.close();
  }
});
