import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { afterEach, beforeEach, mock } from 'node:test';
import { sessionSecrets } from './session-secret.ts';
import { StartError } from './start-error.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redline-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('creates one secret when several processes start at once, and leaves no other file', async () => {
  for (let n = 0; n < 20; n += 1) {
    const place = join(folder, String(n));
    const secrets = await Promise.all(Array.from({ length: 20 }, () => sessionSecrets(undefined, place)));
    assert.equal(new Set(secrets.map(String)).size, 1);
    assert.match(String(secrets[0]), /^[\w-]{64}$/);
    assert.deepEqual(readdirSync(place), ['session-secret']);
    assert.equal(statSync(join(place, 'session-secret')).mode & 0o777, 0o600);
  }
});

test('neither waits for nor reads a partial secret that another process is writing', async () => {
  const probe = await open(join(folder, 'probe'), 'w');
  const prototype = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const writing = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const writeFile = mock.method(
    prototype,
    'writeFile',
    async function slowly(this: FileHandle, text: string) {
      await this.write(text.slice(0, 10));
      writing.resolve();
      await goOn.promise;
      await this.write(text.slice(10));
    },
    { times: 1 },
  );
  try {
    const place = join(folder, 'data');
    const slow = sessionSecrets(undefined, place);
    await writing.promise;
    const quick = await sessionSecrets(undefined, place);
    goOn.resolve();
    assert.match(String(quick), /^[\w-]{64}$/);
    assert.deepEqual(await slow, quick);
    assert.deepEqual(readdirSync(place), ['session-secret']);
  } finally {
    writeFile.mock.restore();
  }
});

test('refuses to start with a secret that is too short, and leaves its file unchanged', async () => {
  for (const short of ['', '\n', 'x'.repeat(31), `${'x'.repeat(40)}\n${'y'.repeat(31)}\n`]) {
    writeFileSync(join(folder, 'session-secret'), short);
    await assert.rejects(sessionSecrets(undefined, folder), StartError);
    assert.equal(readFileSync(join(folder, 'session-secret'), 'utf8'), short);
  }
});

test('reads several secrets, one per line, newest first', async () => {
  const [newest, older] = ['n'.repeat(40), 'with spaces, and a comma: of old'];
  writeFileSync(join(folder, 'session-secret'), `${newest}\r\n\n${older}\n`);
  assert.deepEqual(await sessionSecrets(undefined, folder), [newest, older]);
});

test('reports a data folder that can’t be created', async () => {
  writeFileSync(join(folder, 'file'), '');
  await assert.rejects(
    sessionSecrets(undefined, join(folder, 'file')),
    /Can’t write to the data folder .* \(E/,
  );
});
