import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '#test/server/open-test-database.ts';
import { canonicalEmail, deliveryAddress } from './email-address.ts';
import { up } from './migrations/0077-canonical-addresses.ts';

test('gives every spelling of an address the same canonical form', () => {
  for (const [typed, form] of [
    [' Ｎame@Example.COM', 'name@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ADA@BU\u0308CHER.EXAMPLE', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['\u200bada@example.com', 'ada@example.com'],
    ['ajay@डाटामेल.भारत', 'ajay@xn--c2bd4bq1db8d.xn--h2brj9c'],
    ['@', '@'],
    ['élodie', 'élodie'],
  ] as const) {
    assert.equal(canonicalEmail(typed), form);
    assert.equal(canonicalEmail(form), form, 'of itself');
  }
});

test('sends emails to the ASCII form of the domain, and keeps the letter case before the @', () =>
  assert.equal(deliveryAddress('Ada.Ｌee@Bücher.example'), 'Ada.Lee@xn--bcher-kva.example'));

test('migrates email_canonical to one form, and sets email_spelling where two accounts then have the same address', async () => {
  await using database = await openTestDatabase();
  const { db } = database;
  for (const table of ['customer', 'staff']) {
    const [name, once] = [sql.table(table), sql.ref(`${table}_email_once`)];
    await sql`alter table ${name} drop constraint ${once}, drop column email_spelling,
      add constraint ${once} unique (email_canonical)`.execute(db);
  }
  const old = [
    'ada@bücher.example',
    'ada@xn--bcher-kva.example',
    'bo@bücher.example',
    'cy@example.com',
    'élo@example.com',
  ];
  await sql`insert into customer (email, email_canonical, first_name, last_name, password_hash, agreed_to_privacy_at, created_at)
    select e, e, 'A', 'B', '', now(), now() from unnest(${old}::text[]) e`.execute(db);
  await sql`insert into staff_role (key, label, permissions) values ('owner', 'Owner', '{}') on conflict do nothing`.execute(
    db,
  );
  await sql`insert into staff (name, email, email_canonical, role, created_at) select 'A', e, e, 'owner', now()
    from unnest(${old}::text[]) e`.execute(db);
  await sql`insert into ticket (number, name, email, email_canonical, message, created_at, last_at)
    select e, 'A', e, e, 'Hello', now(), now() from unnest(${old}::text[]) e`.execute(db);
  await db.transaction().execute((tx) => up(tx as never));
  const form = 'ada@xn--bcher-kva.example';
  const expected = [
    ['ada@bücher.example', form, 'ada@bücher.example'],
    [form, form, ''],
    ['bo@bücher.example', 'bo@xn--bcher-kva.example', ''],
    ['cy@example.com', 'cy@example.com', ''],
    ['élo@example.com', 'élo@example.com', ''],
  ];
  for (const table of ['customer', 'staff']) {
    const { rows } = await sql<{ row: string[] }>`
      select array[email, email_canonical, email_spelling] as row from ${sql.table(table)} order by id`.execute(
      db,
    );
    assert.deepEqual(
      rows.map(({ row }) => row),
      expected,
      table,
    );
  }
  const { rows } = await sql<{
    row: string[];
  }>`select array[email, email_canonical, ''] as row from ticket order by id`.execute(db);
  assert.deepEqual(
    rows.map(({ row }) => row.slice(0, 2)),
    expected.map((row) => row.slice(0, 2)),
  );
});
