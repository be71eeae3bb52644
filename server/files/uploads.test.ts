import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { hour } from '#contract/durations.ts';
import { fileBounds } from '#contract/files/files.ts';
import type { UploadProgress } from '#contract/files/file-bodies.ts';
import type { Problem } from '#contract/problems.ts';
import { sql } from 'kysely';
import { pdf } from '#test/server/example-files.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openS3Fake } from '#test/server/s3-fake.ts';
import { customerPost, type Post, sendFile, uploadFile } from '#test/server/upload-file.ts';

const part = fileBounds.part;
type Progress = UploadProgress & Problem;

/** A shop with its files in a folder, and one with its files in a bucket. */
const stores = {
  async folder() {
    const folder = await mkdtemp(join(tmpdir(), 'redline-files-'));
    return {
      settings: { FILES_URL: `file://${folder}` },
      keys: async () =>
        (await readdir(folder, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile() && entry.name !== 'store-number')
          .map((entry) => entry.name),
      close: () => rm(folder, { recursive: true, force: true }),
    };
  },
  async bucket() {
    const fake = await openS3Fake();
    return {
      settings: { FILES_URL: fake.url },
      keys: async () =>
        [...fake.objects.keys()].filter((key) => key !== 'store-number').map((key) => key.split('/')[1]!),
      close: async () => {
        assert.deepEqual(fake.refused, []);
        await fake.close();
      },
    };
  },
};

type Given = { shop: TestShop; post: Post; auth: Record<string, string>; keys: () => Promise<string[]> };
const tests: [name: string, run: (given: Given) => Promise<void>][] = [];
const inEachStore = (name: string, run: (given: Given) => Promise<void>) => tests.push([name, run]);

const begin = async (post: Post, name: string, bytes: number) => {
  const { status, body } = await post<{ id: string; partBytes: number }>('uploads', { name, bytes });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.partBytes, part);
  return (offset: number, content: Buffer) =>
    post<Progress>(`uploads/${body.id}/parts?offset=${offset}`, content);
};
const fetchBytes = async ({ shop, auth }: Given, id: string) => {
  const answer = await fetch(`${shop.origin}/api/files/${id}`, { headers: auth });
  assert.equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer());
};

inEachStore('stores a file that is uploaded in parts, and returns the same bytes', async (given) => {
  const content = pdf(3 * part + 77);
  const file = await uploadFile(given.post, '../../etc/menu "1".pdf', content);
  assert.deepEqual(
    [file.name, file.mediaType, file.bytes],
    ['menu 1 .pdf', 'application/pdf', content.length],
  );
  assert.deepEqual(await fetchBytes(given, file.id), content);
  assert.deepEqual(await given.keys(), [file.id]);
});

inEachStore('stores a file of one byte, and one of the maximum size', async (given) => {
  assert.equal((await uploadFile(given.post, 'a.txt', 'a')).bytes, 1);
  const largest = Buffer.concat([pdf(), randomBytes(fileBounds.file)]).subarray(0, fileBounds.file);
  const file = await uploadFile(given.post, 'large.pdf', largest);
  assert.deepEqual(await fetchBytes(given, file.id), largest);
});

inEachStore(
  'continues an upload at the server’s offset when parts are lost, repeated, early or simultaneous',
  async (given) => {
    const content = pdf(4 * part + 5);
    const send = await begin(given.post, 'menu.pdf', content.length);
    const at = (offset: number) => send(offset, content.subarray(offset, offset + part));
    assert.deepEqual((await at(2 * part)).body, { received: 0, file: null });
    assert.deepEqual((await at(0)).body, { received: part, file: null });
    assert.deepEqual((await at(0)).body, { received: part, file: null });
    const twice = await Promise.all([at(part), at(part)]);
    for (const { body } of twice) assert.equal(body.received, 2 * part);
    assert.equal((await at(4 * part)).body.received, 2 * part);
    await at(2 * part);
    await at(3 * part);
    const last = await Promise.all([at(4 * part), at(4 * part), at(4 * part)]);
    const { file } = last[0].body;
    for (const { status, body } of last) assert.deepEqual([status, body.file], [200, file]);
    assert.deepEqual((await at(4 * part)).body, { received: content.length, file }, 'the answer was lost');
    assert.deepEqual(await fetchBytes(given, file!.id), content);
    assert.deepEqual(await given.keys(), [file!.id]);
  },
);

inEachStore('rejects parts of a wrong size and keeps the upload', async ({ post }) => {
  const send = await begin(post, 'menu.pdf', part + 10);
  for (const [offset, size] of [
    [0, part - 1],
    [0, 10],
  ] as const)
    assert.equal((await send(offset, Buffer.alloc(size))).status, 400);
  assert.equal((await send(0, Buffer.alloc(part + 1))).status, 413);
  assert.equal((await send(0, Buffer.alloc(0))).status, 400);
  const content = pdf(part + 10).subarray(0, part + 10);
  assert.equal((await send(0, content.subarray(0, part))).status, 200);
  assert.equal((await send(part, Buffer.alloc(11))).status, 400);
  assert.equal((await send(part, content.subarray(part))).body.file?.bytes, part + 10);
});

inEachStore('rejects a file by its content, and stores nothing of it', async ({ post, keys }) => {
  const { status, body } = await sendFile(post, 'menu.pdf', Buffer.from('<svg onload=alert(1)>'));
  assert.equal(status, 400);
  assert.match(body.errors!['file']![0]!, /^“menu\.pdf” contains HTML, XML or a script/);
  assert.deepEqual(await keys(), []);
});

inEachStore('rejects a file by its name or size before any part is sent', async ({ post }) => {
  const refused = async (name: string, bytes: number) =>
    (await post('uploads', { name, bytes })).body.errors!['file']![0]!;
  assert.match(await refused('logo.svg', 10), /Save it as PNG or PDF/);
  assert.match(await refused('a.txt', 0), /is empty/);
  assert.match(await refused('a.pdf', fileBounds.file + 1), /larger than 25 MB/);
  assert.equal((await post('uploads', { name: '\u202e\0 ./', bytes: 10 })).status, 400);
});

inEachStore('ends an upload after two hours and deletes its parts', async ({ shop, post, keys }) => {
  const content = pdf(2 * part);
  const send = await begin(post, 'menu.pdf', content.length);
  await send(0, content.subarray(0, part));
  assert.equal((await keys()).length, 1);
  shop.pass(2 * hour);
  await shop.app.jobs.drain();
  assert.equal((await send(part, content.subarray(part, 2 * part))).status, 401, 'the token has ended too');
  shop.pass(24 * hour);
  await shop.app.jobs.drain();
  assert.deepEqual(await keys(), []);
  const { rows } = await sql`select 1 from upload`.execute(shop.database.db);
  assert.equal(rows.length, 0);
});

inEachStore('deletes a removed upload and a removed file with their bytes', async ({ shop, post, keys }) => {
  const content = pdf(2 * part);
  const send = await begin(post, 'menu.pdf', content.length);
  await send(0, content.subarray(0, part));
  const [name = ''] = await keys();
  const id = name.split('.')[0]!;
  assert.equal((await post(`files/${id}/remove`, {})).status, 204);
  assert.equal((await send(part, content.subarray(part, 2 * part))).status, 404);
  const file = await uploadFile(post, 'menu.pdf', pdf());
  assert.equal((await post(`files/${file.id}/remove`, {})).status, 204);
  assert.equal((await post(`files/${file.id}/remove`, {})).status, 404);
  await shop.app.jobs.drain();
  assert.deepEqual(await keys(), []);
});

for (const [where, open] of Object.entries(stores))
  describe(`with the files in a ${where}`, () => {
    let store: Awaited<ReturnType<typeof open>>;
    let shop: TestShop;
    before(async () => {
      store = await open();
      shop = await openTestShop({ settings: { ...store.settings, RATE_LIMIT_FACTOR: '1000' } });
    });
    after(async () => {
      await shop.close();
      await store.close();
    });
    for (const [name, run] of tests)
      test(name, async () => {
        const { auth } = await shop.confirmedCustomer();
        const earlier = new Set(await store.keys());
        const keys = async () => (await store.keys()).filter((key) => !earlier.has(key));
        await run({ shop, auth, post: customerPost(shop, auth), keys });
      });
  });

test('returns the finished file for a repeated last part whose first copy is still being stored', async () => {
  const fake = await openS3Fake();
  const shop = await openTestShop({ settings: { FILES_URL: fake.url } });
  try {
    const content = pdf(1_000);
    const send = await begin(
      customerPost(shop, (await shop.confirmedCustomer()).auth),
      'a.pdf',
      content.length,
    );
    const [isHeld, isFinished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    fake.beforePut = async () => {
      fake.beforePut = async () => {};
      isHeld.resolve();
      await isFinished.promise;
    };
    const late = send(0, content);
    await Promise.race([isHeld.promise, late]);
    const { body } = await send(0, content);
    isFinished.resolve();
    assert.deepEqual([(await late).status, (await late).body], [200, body]);
    assert.deepEqual(
      [...fake.objects.keys()].filter((key) => key.startsWith('incoming/')),
      [],
      'no part is left over',
    );
  } finally {
    await shop.close();
    await fake.close();
  }
});

test('limits the bytes that a customer has in uploads and unpaid orders', async () => {
  const shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  try {
    const post = customerPost(shop, (await shop.confirmedCustomer()).auth);
    // all at once, as a program sends them
    const begun = await Promise.all(
      Array.from({ length: 30 }, () => post('uploads', { name: 'large.pdf', bytes: fileBounds.file })),
    );
    assert.equal(begun.filter(({ status: one }) => one === 200).length, 12);
    const { status, body } = await post('uploads', { name: 'more.pdf', bytes: 1 });
    assert.equal(status, 400);
    assert.equal(
      body.errors!['file']![0],
      '“more.pdf” can’t be added because you already have 300 MB of files that aren’t part of a paid order. The limit is 300 MB. Remove some of those files, or pay for their order first.',
    );
    await begin(customerPost(shop, (await shop.confirmedCustomer()).auth), 'other.pdf', fileBounds.file);
  } finally {
    await shop.close();
  }
});

test('limits uploads to sixty an hour', async () => {
  const shop = await openTestShop();
  try {
    const post = customerPost(shop, (await shop.confirmedCustomer()).auth);
    for (let count = 0; count < 60; count++) await begin(post, 'a.txt', 1);
    assert.equal((await post('uploads', { name: 'a.txt', bytes: 1 })).status, 429);
  } finally {
    await shop.close();
  }
});

test('stores files with permissions for the shop’s user only', async () => {
  const store = await stores.folder();
  const shop = await openTestShop({ settings: store.settings });
  try {
    await uploadFile(customerPost(shop, (await shop.confirmedCustomer()).auth), 'a.txt', 'text');
    const folder = new URL(store.settings.FILES_URL).pathname;
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name);
    }
  } finally {
    await shop.close();
    await store.close();
  }
});
