import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { minute } from '#contract/durations.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import { migrationsFolder } from '#server/database/migrate.ts';
import { sql } from 'kysely';
import { pdf } from '#test/server/example-files.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';

test('moves a file that an earlier release delivered from the database to the store, once', async () => {
  const shop = await openTestShop({ settings: { DESK: 'on' }, startsAt: new Date() });
  const { db } = shop.database;
  try {
    const { auth } = await shop.customer();
    const { orderNumber: number, token } = await shop.placeOrder(auth);
    await shop.act(await shop.startPayment(token), 'pay');
    await shop.app.jobs.drain();
    await openTestTeam(shop).deliver(number);
    // the state before the update: the command line delivered the file into the database
    await sql`update delivery set text = null, pieces = null, file = ${pdf()}, file_name = 'Slogäns.pdf', media_type = 'application/pdf'`.execute(
      db,
    );
    const migration = await readFile(join(migrationsFolder, '0075-delivered-files-in-the-store.sql'), 'utf8');
    await sql.raw(migration.slice(migration.indexOf('insert into job'))).execute(db);
    // the migration queues jobs by the database's clock
    shop.pass(minute);
    await shop.app.jobs.drain();
    const path = `/api/orders/${number}/lines/1/deliveries/1`;
    const { body } = await shop.send<Delivery>('GET', path, { headers: auth });
    const [file] = body.files;
    assert.deepEqual(
      body.files.map(({ name, mediaType, bytes }) => [name, mediaType, bytes]),
      [['Slogäns.pdf', 'application/pdf', pdf().length]],
    );
    const answer = await fetch(`${shop.origin}/api/files/${file!.id}`, { headers: auth });
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), pdf());
    const { rows } = await sql<{ left: number }>`select count(file)::int as left from delivery`.execute(db);
    assert.deepEqual(rows, [{ left: 0 }]);
  } finally {
    await shop.close();
  }
});
