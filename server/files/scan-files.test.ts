import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';

import { openTestDatabase, type TestDatabase } from '#test/server/open-test-database.ts';
import { silent } from '#test/server/open-test-queue.ts';
import type { FileDeps } from './file-deps.ts';
import { scanFiles } from './scan-files.ts';
import type { Verdict } from './scan-with-clamd.ts';

const now = new Date('2026-11-20T15:00:00Z');
let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
  await sql`insert into staff_role (key, label, permissions) values ('reader', 'Reader', '{}')`.execute(
    database.db,
  );
  await sql`insert into staff (name, email, email_canonical, role, created_at)
    values ('Ann', 'ann@staff.test', 'ann@staff.test', 'reader', ${now})`.execute(database.db);
});
after(() => database.drop());

async function addFile(): Promise<string> {
  const id = crypto.randomUUID();
  await sql`insert into file (id, name, media_type, bytes, sha256, staff_id, created_at, scan)
    select ${id}::uuid, 'a.txt', 'text/plain', 1, '\\x00', id, ${now}, 'waiting' from staff`.execute(
    database.db,
  );
  return id;
}
const scanOf = async (id: string) => {
  const { rows } = await sql<{ scan: string }>`select scan from file where id = ${id}::uuid`.execute(
    database.db,
  );
  return rows[0]?.scan;
};

/** The job handler with this scanner. `removed`: collects the keys of deleted bytes. */
function open(scanner: FileDeps['scanner'], removed: string[] = []) {
  const store = {
    place: 'nowhere',
    number: async () => undefined,
    put: async () => undefined,
    read: async () => Readable.from(['x']),
    readWhole: async () => undefined,
    remove: async (key: string) => void removed.push(key),
    list: async () => new Map(),
  };
  const jobs = { wake: () => undefined };
  const handlers = scanFiles({ db: database.db, clock: () => now, log: silent, jobs, store, scanner });
  const run = handlers['files.scan']!.run as (payload: { file: string }) => Promise<Date | void>;
  return (file: string) => run({ file });
}

test('scans one file at a time, so that a hanging scanner occupies only one job slot', async () => {
  const { promise, resolve } = Promise.withResolvers<Verdict>();
  const run = open(() => promise);
  const [first, second] = [await addFile(), await addFile()];
  const running = run(first);
  assert.deepEqual(await run(second), new Date(now.getTime() + 5_000));
  resolve({ is: 'clean' });
  assert.equal(await running, undefined);
  assert.equal(await run(second), undefined);
  assert.deepEqual([await scanOf(first), await scanOf(second)], ['clean', 'clean']);
});

test('deletes the bytes on the retry when a process died between finding the virus and deleting them', async () => {
  const removed: string[] = [];
  const id = await addFile();
  await sql`update file set scan = 'infected', virus = 'Eicar' where id = ${id}::uuid`.execute(database.db);
  await open(() => assert.fail('it was scanned'), removed)(id);
  assert.deepEqual(removed, [`${id.slice(0, 2)}/${id}`]);
});

test('changes nothing when a file was removed during its scan', async () => {
  const removed: string[] = [];
  const id = await addFile();
  const run = open(async () => {
    await sql`update file set removed_at = ${now} where id = ${id}::uuid`.execute(database.db);
    return { is: 'infected', virus: 'Eicar' };
  }, removed);
  await run(id);
  assert.deepEqual([await scanOf(id), removed], ['waiting', []]);
  const { rows } = await sql`select 1 from job where kind like 'mail.%'`.execute(database.db);
  assert.equal(rows.length, 0);
});
