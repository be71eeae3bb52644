import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { root } from './root.ts';

/** Runs test files with these bodies, each with one test, in one process. Returns the counted results. */
async function run(bodies: readonly string[], repeatsFailures: boolean): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'redline-run-'));
  const note = JSON.stringify(join(folder, 'note'));
  const files = bodies.map((body, index) => {
    const file = join(folder, `${index}.test.mjs`);
    writeFileSync(
      file,
      `import fs from 'node:fs'; import test from 'node:test'; const note = ${note}; test('one', () => { ${body} });`,
    );
    return file;
  });
  const limits = { atOnce: 1, filesPerProcess: 9, limitMs: 60_000 };
  const script = `
    import { runTestFiles } from '${root}/tools/run-test-files.ts';
    import { createTally } from '${root}/tools/tally.ts';
    const tally = createTally({ skipsFail: true });
    await runTestFiles(${JSON.stringify({ files, repeatsFailures, ...limits })}, tally);
    const counts = { passed: tally.passed(), failed: tally.failed().length, unsteady: tally.unsteady().length };
    console.log(JSON.stringify(counts));`;
  writeFileSync(join(folder, 'run.mjs'), script);
  try {
    // removes the variable by which node:test recognizes that it is inside a test, where it runs no files
    const { NODE_TEST_CONTEXT: _inTest, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'run.mjs')], { env });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const crashesOnce = `if (!fs.existsSync(note)) { fs.writeFileSync(note, ''); process.kill(process.pid, 'SIGSEGV'); }`;
const failsOnce = `if (!fs.existsSync(note)) { fs.writeFileSync(note, ''); throw new Error('first time'); }`;

test('passes a test file that fails among others and passes alone, and reports it as unsteady', async () => {
  assert.deepEqual(await run([failsOnce], true), { passed: 1, failed: 0, unsteady: 1 });
});

test('fails a test file that also fails when it runs alone', async () => {
  const always = `throw new Error('every time')`;
  assert.deepEqual(await run([always], true), { passed: 0, failed: 1, unsteady: 0 });
});

test('fails a test file at its first failure when failed files are not repeated', async () => {
  assert.deepEqual(await run([failsOnce], false), { passed: 0, failed: 1, unsteady: 0 });
});

test('counts each test file once when a file crashes the process that several files share', async () => {
  assert.deepEqual(await run(['', crashesOnce, ''], true), { passed: 3, failed: 0, unsteady: 1 });
});

test('fails a test file that leaves a timer running or a global replaced', async () => {
  const open = 'setInterval(() => {}, 1000);';
  const replaced = 'globalThis.fetch = () => {};';
  const runs = await Promise.all([run(['', open, ''], false), run([replaced, ''], false)]);
  assert.deepEqual(runs, [
    { passed: 3, failed: 1, unsteady: 0 },
    { passed: 2, failed: 1, unsteady: 0 },
  ]);
});

test('repeats a test file whose Node process crashed, even when failed files are not repeated', async () => {
  assert.deepEqual(await run([crashesOnce], false), { passed: 1, failed: 0, unsteady: 1 });
});
