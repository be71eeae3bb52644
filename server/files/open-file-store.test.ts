import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { Problem } from '#contract/problems.ts';
import { pdf } from '#test/server/example-files.ts';
import { openTestDatabase } from '#test/server/open-test-database.ts';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { openS3Fake } from '#test/server/s3-fake.ts';
import { customerPost, uploadFile } from '#test/server/upload-file.ts';

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'redline-files-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
const at = (url: string) => ({ settings: { FILES_URL: url, RATE_LIMIT_FACTOR: '1000' } });
const refusal = async (opening: Promise<{ close: () => Promise<void> }>) => {
  try {
    await (await opening).close();
    return '';
  } catch (error) {
    assert.equal((error as Error).name, 'StartError', String(error));
    return (error as Error).message;
  }
};

test('refuses to start with a store other than the one that has the shop’s files', async (t) => {
  const [first, second] = [await newFolder(t), await newFolder(t)];
  await using database = await openTestDatabase();
  await (await openTestShop({ database, ...at(`file://${first}`) })).close();
  // no file exists yet, so the shop can change to another folder
  const shop = await openTestShop({ database, ...at(`file://${second}`) });
  await uploadFile(customerPost(shop, (await shop.confirmedCustomer()).auth), 'a.txt', 'text');
  await shop.close();
  const number = (await readFile(join(second, 'store-number'), 'utf8')).trim();
  const said = await refusal(openTestShop({ database, ...at(`file://${first}`) }));
  assert.ok(said.startsWith(`The files at ${first} belong to another database.`), said);
  assert.ok(said.includes(number), said);
  await writeFile(join(first, 'store-number'), number);
  await (await openTestShop({ database, ...at(`file://${first}`) })).close();
});

test('rejects uploads when another process has changed to another folder', async (t) => {
  const [first, second] = [await newFolder(t), await newFolder(t)];
  await using database = await openTestDatabase();
  const [older, newer] = [
    await openTestShop({ database, ...at(`file://${first}`) }),
    await openTestShop({ database, ...at(`file://${second}`) }),
  ];
  const { auth } = await older.confirmedCustomer();
  const { status, body } = await customerPost(older, auth)('uploads', { name: 'a.txt', bytes: 4 });
  assert.deepEqual(
    [status, body.detail],
    [503, 'You can’t add files right now. What you’ve already sent is safe. Try again in a minute.'],
  );
  assert.equal((await uploadFile(customerPost(newer, auth), 'a.txt', 'text')).bytes, 4);
  await older.close();
  await newer.close();
});

test('refuses to start when files can’t be stored, and names the store without its secret', async (t) => {
  const folder = await newFolder(t);
  await using database = await openTestDatabase();
  await writeFile(join(folder, 'taken'), 'a file, not a folder');
  assert.match(
    await refusal(openTestShop({ database, ...at(`file://${join(folder, 'taken')}`) })),
    /^Files can’t be stored in .*taken \((?:EEXIST|ENOTDIR)\)\. Make the folder writable, or set FILES_URL to a different location\.$/,
  );
  const fake = await openS3Fake();
  t.after(() => fake.close());
  const wrong = fake.url.replace(encodeURIComponent(fake.secret), 'wrong-secret');
  const said = await refusal(openTestShop({ database, ...at(wrong) }));
  assert.match(
    said,
    /^Files can’t be stored at http:\/\/127\.0\.0\.1:\d+\/files\. .*403 \(SignatureDoesNotMatch\)\. Check FILES_URL\.$/,
  );
  assert.doesNotMatch(said, /wrong-secret/);
  Object.assign(fake, { failsWith: 403, failsAs: 'RequestTimeTooSkewed' });
  assert.match(
    await refusal(openTestShop({ database, ...at(fake.url) })),
    /403 \(RequestTimeTooSkewed\): its clock and this machine’s differ\. Set this machine’s clock\.$/,
  );
  Object.assign(fake, { failsWith: 301, failsAs: 'PermanentRedirect' });
  assert.match(
    await refusal(openTestShop({ database, ...at(fake.url) })),
    /The file bucket is at a different address or in a different region\. Check FILES_URL\.$/,
  );
  fake.failsWith = undefined;
  const noBucket = fake.url.replace('/files?', '/other?');
  assert.match(await refusal(openTestShop({ database, ...at(noBucket) })), /doesn’t exist\. Check FILES_URL/);
});

test('answers 503 while the bucket is unavailable, loses no file, and recovers afterwards', async (t) => {
  const fake = await openS3Fake();
  t.after(() => fake.close());
  fake.failsWith = 503;
  const shop = await openTestShop(at(fake.url));
  t.after(() => shop.close());
  const { auth } = await shop.confirmedCustomer();
  const post = customerPost(shop, auth);
  const begin = () => post<{ id: string } & Problem>('uploads', { name: 'menu.pdf', bytes: 600_000 });
  assert.equal((await begin()).status, 503, 'the bucket was away at the start');
  fake.failsWith = undefined;
  const { id } = (await begin()).body;
  const content = pdf(600_000).subarray(0, 600_000);
  const send = (offset: number) =>
    post<{ received: number; file: { id: string } } & Problem>(
      `uploads/${id}/parts?offset=${offset}`,
      content.subarray(offset, offset + 524_288),
    );
  for (const offset of [0, 524_288]) {
    for (const status of [500, 503]) {
      fake.failsWith = status;
      const away = await send(offset);
      assert.equal(away.status, 503);
      assert.equal(
        away.body.errors!['']![0],
        'We can’t reach our file storage right now. What you’ve already sent is safe. Try again in a minute.',
      );
    }
    fake.failsWith = undefined;
    if (offset === 0) assert.equal((await send(0)).body.received, 524_288);
  }
  const { file } = (await send(524_288)).body;
  fake.failsWith = 503;
  assert.equal((await shop.send('GET', `/api/files/${file.id}`, { headers: auth })).status, 503);
  assert.equal((await post(`files/${file.id}/remove`, {})).status, 204);
  await shop.app.jobs.drain();
  assert.ok([...fake.objects.keys()].some((key) => key.endsWith(file.id)));
  fake.failsWith = undefined;
  shop.pass(3_600_000);
  await shop.app.jobs.drain();
  assert.deepEqual([...fake.objects.keys()], ['store-number']);
});
