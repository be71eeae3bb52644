import assert from 'node:assert/strict';
import test from 'node:test';
import { type Bucket, filesAddress } from '#server/process/files-address.ts';
import { openS3Fake } from '#test/server/s3-fake.ts';
import { StoreFailure } from './file-store.ts';
import { s3Store } from './s3-store.ts';

test('treats a response that begins and never ends as a temporary failure', async (t) => {
  const fake = await openS3Fake();
  t.after(() => fake.close());
  const store = s3Store(filesAddress(fake.url) as Bucket, () => 200);
  await store.put('incoming/a.0', Buffer.from('Slow bread.'));
  assert.equal((await store.readWhole('incoming/a.0'))?.toString(), 'Slow bread.');
  assert.equal(await store.readWhole('incoming/b.0'), undefined);
  fake.stallsReads = true;
  await assert.rejects(
    store.readWhole('incoming/a.0'),
    (error) => error instanceof StoreFailure && error.isPassing,
  );
});
