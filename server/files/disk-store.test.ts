import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { buffer } from 'node:stream/consumers';
import { diskStore } from './disk-store.ts';
import { StoreFailure } from './file-store.ts';

test('leaves no partial file, and keeps an earlier file of the same name, when the disk is full', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'redline-files-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const store = diskStore(folder);
  await store.put('ab/kept', Buffer.from('kept'));
  // limits the size of files, so that a write fails midway, as on a full disk
  const script = `
    const { diskStore } = await import('#server/files/disk-store.ts');
    for (const key of ['ab/kept', 'cd/new'])
      await diskStore(${JSON.stringify(folder)}).put(key, Buffer.alloc(500_000)).then(
        () => console.log('stored'),
        (error) => console.log(error.name));`;
  const node = [process.execPath, '--input-type=module', '--eval', script];
  const said = execFileSync('prlimit', ['--fsize=100000', ...node], { encoding: 'utf8' });
  assert.deepEqual(said.trim().split('\n'), ['StoreFailure', 'StoreFailure']);
  assert.deepEqual((await buffer((await store.read('ab/kept'))!)).toString(), 'kept');
  assert.deepEqual(await readdir(join(folder, 'ab')), ['kept']);
  assert.deepEqual(await readdir(join(folder, 'cd')), []);
  assert.equal(await store.read('cd/new'), undefined);
});

test('lists nothing in a missing folder, and removes a missing file without an error', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'redline-files-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const store = diskStore(folder);
  assert.equal((await store.list('ab')).size, 0);
  await store.remove('ab/none');
  await store.put('ab/one', Buffer.from('1'));
  assert.deepEqual([...(await store.list('ab'))], [['ab/one', 1]]);
  await assert.rejects(store.put('ab/one/below', Buffer.from('1')), StoreFailure);
});
