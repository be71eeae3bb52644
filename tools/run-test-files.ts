import { once } from 'node:events';
import { relative } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { root } from './root.ts';
import type { Tally } from './tally.ts';

export type TestRun = {
  files: readonly string[];
  /** Text after each file's name, such as "on PostgreSQL". */
  note?: string;
  atOnce: number;
  /** Time limits of a single test and of a file (ms); a longer one is ended and fails. */
  testLimitMs: number;
  fileLimitMs: number;
};

/** Runs each file in its own process and prints a line for it; for failures, all details. */
export async function runTestFiles(testRun: TestRun, tally: Tally): Promise<void> {
  const waiting = [...testRun.files];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
      await runFile(file, testRun, tally);
  };
  await Promise.all(Array.from({ length: testRun.atOnce }, work));
}

/**
 * Signals after a crash of V8 or an end by the kernel. Node 24 sometimes crashes while it compiles PGlite's WebAssembly
 * (https://github.com/nodejs/node/issues/64500).
 */
const crashSignals = new Set<unknown>(['SIGTRAP', 'SIGSEGV', 'SIGILL', 'SIGBUS']);

/** Runs a file; once more when Node itself crashed, and says so. */
async function runFile(path: string, testRun: TestRun, tally: Tally, mayRepeat = true): Promise<void> {
  const { note, testLimitMs, fileLimitMs } = testRun;
  const file = relative(root, path);
  const started = performance.now();
  const failures: string[] = [];
  let passed = 0;
  let skipped = 0;
  let noise = '';
  let crash = '';
  // called once it is known that the file's results count
  const outcomes: (() => void)[] = [];

  // A story's reported place is story() itself, which is useless.
  const label = (name: string, at?: string, line?: number) =>
    at === path ? `${file}:${line} ${name}` : `${file}: ${name}`;

  const events = run({ files: [path], timeout: testLimitMs, signal: AbortSignal.timeout(fileLimitMs) });
  events.on('test:stdout', ({ message }) => (noise += message));
  events.on('test:stderr', ({ message }) => (noise += message));
  events.on('test:diagnostic', ({ message, level }) => {
    if (level !== 'info') noise += `${message}\n`;
  });
  events.on('test:pass', ({ name, file: at, line, details, skip, todo }) => {
    if (name === path || details.type === 'suite') return;
    const test = label(name, at, line);
    const reason = skip ?? todo;
    if (reason === undefined) {
      passed += 1;
      outcomes.push(() => tally.pass(test));
    } else {
      skipped += 1;
      outcomes.push(() =>
        tally.skip(test, typeof reason === 'string' && reason ? reason : 'without a reason'),
      );
    }
  });
  events.on('test:fail', ({ name, file: at, line, details: { error } }) => {
    // This error only repeats a failure inside the suite.
    if (failureType(error) === 'subtestsFailed') return;
    const test = name === path ? file : label(name, at, line);
    if ('signal' in error && crashSignals.has(error.signal)) crash = String(error.signal);
    outcomes.push(() => tally.fail(note ? `${test} ${note}` : test));
    failures.push(`  ✗ ${test}\n${indent(name === path ? describeFileFailure(error) : describe(error))}`);
  });
  events.resume();
  await once(events, 'end');
  if (crash !== '' && mayRepeat) {
    console.log(`! ${file}: Node crashed (${crash}); the file runs once more`);
    return runFile(path, testRun, tally, false);
  }
  for (const tell of outcomes) tell();

  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const counts = [
    `${passed} passed`,
    failures.length && `${failures.length} failed`,
    skipped && `${skipped} skipped`,
  ];
  const sign = failures.length ? '✗' : '✓';
  console.log(
    `${sign} ${file}${note ? ` ${note}` : ''}: ${counts.filter(Boolean).join(', ')} (${seconds} s)`,
  );
  if (failures.length === 0) return;
  console.log(failures.join('\n'));
  if (noise.trim()) console.log(`  it printed:\n${indent(noise.trim().split('\n').slice(-80).join('\n'))}`);
}

const failureType = (error: Error): unknown => ('failureType' in error ? error.failureType : undefined);

const describeFileFailure = (error: Error): string =>
  failureType(error) === 'testAborted'
    ? 'took too long and was ended: something may have been left open'
    : 'failed outside of its tests, or after the last one had ended';

function describe(error: Error): string {
  const cause = error.cause ?? error;
  // An assertion's message is enough; other errors also need their causes and codes.
  const said = cause instanceof Error && 'code' in cause && cause.code === 'ERR_ASSERTION' && cause.stack;
  const text = said || (typeof cause === 'string' ? cause : inspect(cause, { depth: 5 }));
  return text.replaceAll(/\n +at .*(?:node:internal|node:async_hooks|node_modules).*/g, '');
}

const indent = (text: string): string => text.replaceAll(/^/gm, '    ');
