import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import test, { after, before, beforeEach } from 'node:test';
import { scannerAddress, type ScannerAddress } from '#server/process/scanner-address.ts';
import { eicar, type Manner, openClamdFake } from '#test/server/clamd-fake.ts';
import { scanWithClamd, ScannerFailure } from './scan-with-clamd.ts';

const mega = 1024 * 1024;
const quick = { acceptMs: 300, answerMs: 300 };

let clamd: Awaited<ReturnType<typeof openClamdFake>>;
before(async () => {
  clamd = await openClamdFake({ largest: 2 * mega });
});
beforeEach(() => {
  clamd.manner = 'clamd';
  clamd.scanned = [];
});
after(async () => {
  await clamd.close();
  assert.deepEqual(clamd.problems, []);
});

const scan = (content: Readable, bytes: number, url = clamd.url, patience?: typeof quick) =>
  scanWithClamd(scannerAddress(url) as ScannerAddress, content, bytes, patience);
/** A stream of the content in chunks of odd sizes, one of them empty. */
const streamOf = (content: Buffer) =>
  Readable.from([
    content.subarray(0, 1),
    Buffer.alloc(0),
    content.subarray(1, 70_000),
    content.subarray(70_000),
  ]);

test('sends the whole file in chunks, and reports that it is clean', async () => {
  const content = Buffer.alloc(mega, 'a clean file ');
  assert.deepEqual(await scan(streamOf(content), content.length), { is: 'clean' });
  assert.ok(clamd.scanned[0]!.equals(content));
});

test('reports the EICAR test virus by its name', async () => {
  const content = Buffer.concat([Buffer.alloc(100_000, 'x'), Buffer.from(eicar)]);
  assert.deepEqual(await scan(streamOf(content), content.length), {
    is: 'infected',
    virus: 'Eicar-Signature',
  });
});

test('scans over a Unix socket', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-clamd-'));
  const local = await openClamdFake({ path: join(folder, 'clamd.ctl') });
  try {
    assert.deepEqual(await scan(streamOf(Buffer.from(eicar)), eicar.length, local.url), {
      is: 'infected',
      virus: 'Eicar-Signature',
    });
  } finally {
    await local.close();
    rmSync(folder, { recursive: true });
  }
});

test('reports a file above the scanner’s limit as too large', async () => {
  const content = Buffer.alloc(8 * mega, 'y');
  assert.deepEqual(
    await scan(Readable.from([content.subarray(0, 3 * mega), content.subarray(3 * mega)]), content.length),
    {
      is: 'tooLarge',
    },
  );
});

test('never reports a file as clean when the scanner resets the connection over its limit', async () => {
  clamd.manner = 'reset';
  const content = Buffer.alloc(8 * mega, 'y');
  const outcome = await scan(streamOf(content), content.length).catch((error: unknown) => error);
  // the reset may arrive before the answer is read; the scan is then retried later
  assert.ok(
    outcome instanceof ScannerFailure || (outcome as { is: string }).is === 'tooLarge',
    String(outcome),
  );
});

async function* unfinished() {
  yield Buffer.alloc(100_000, 'z');
  await new Promise(() => undefined);
}
const small = () => streamOf(Buffer.alloc(mega, 'z'));
/** More bytes than the buffers between two processes hold. */
const large = () => Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(256 * 1024, 'z')));

const failures: [fault: string, manner: Manner, content: () => Readable, bytes: number, words: RegExp][] = [
  ['never responds', 'hang', small, mega, /doesn’t respond/],
  ['stops reading the file', 'hangAtStart', large, 16 * mega, /doesn’t respond/],
  ['closes the connection without a verdict', 'cut', small, mega, /ended without an answer/],
  ['responds with an unknown verdict', 'nonsense', small, mega, /responded with “stream: FINE”/],
  ['responds without an end', 'endless', small, mega, /too long/],
  ['responds with an error', 'error', small, mega, /responded with “stream: Can’t allocate memory ERROR”/],
  [
    'responds before it has received the whole file',
    'early',
    () => Readable.from(unfinished()),
    mega,
    /before it received the whole file/,
  ],
];
for (const [fault, manner, content, bytes, words] of failures)
  test(`fails when the scanner ${fault}`, async () => {
    clamd.manner = manner;
    const file = content();
    await assert.rejects(scan(file, bytes, clamd.url, quick), (error: Error) => {
      assert.ok(error instanceof ScannerFailure, String(error));
      assert.match(error.message, words);
      return true;
    });
    assert.ok(file.destroyed, 'the file is closed');
  });

test('fails when the scanner is unreachable', async () => {
  const gone = await openClamdFake();
  await gone.close();
  const content = streamOf(Buffer.from('x'.repeat(10)));
  await assert.rejects(scan(content, 10, gone.url), (error) => error instanceof ScannerFailure);
  assert.ok(content.destroyed);
});

test('reports no verdict when the store returns only a part of the file', async () => {
  await assert.rejects(scan(Readable.from([Buffer.from('half')]), 8), /4 of 8 bytes/);
  const broken = new Readable({
    read() {
      this.destroy(new Error('the disk is broken'));
    },
  });
  await assert.rejects(scan(broken, 8), /the disk is broken/);
  assert.deepEqual(clamd.scanned, []);
});
