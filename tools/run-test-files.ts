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
  /** Node's flags for the tests' processes. */
  flags?: readonly string[];
  /** Time limits of a single test and of a file (ms); a longer one is ended and fails. */
  testLimitMs: number;
  fileLimitMs: number;
  /** Whether a file that fails runs once more, alone, after the others. */
  repeatsFailures: boolean;
};

/**
 * Runs each file in its own process and prints a line for it; for failures, all details. A file whose Node crashed runs once more,
 * alone, after the others; with `repeatsFailures`, so does each file that failed. One that passes then counts as unsteady.
 */
export async function runTestFiles(testRun: TestRun, tally: Tally): Promise<void> {
  const waiting = [...testRun.files];
  const repeated: FileResult[] = [];
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const result = await runFile(path, testRun);
      if (result.crash || (testRun.repeatsFailures && result.failures.length > 0)) repeated.push(result);
      else for (const record of result.outcomes) record(tally);
    }
  };
  await Promise.all(Array.from({ length: testRun.atOnce }, work));
  for (const { path, name, crash } of repeated) {
    console.log(`! ${name}: ${crash ? `Node crashed (${crash})` : 'failed'}; it runs once more, alone`);
    const result = await runFile(path, testRun);
    for (const record of result.outcomes) record(tally);
    if (result.failures.length === 0) tally.noteUnsteady(crash ? `${name} (Node crashed: ${crash})` : name);
  }
}

/**
 * Signals after a crash of V8 or an end by the kernel. Node 24 sometimes crashes while it compiles PGlite's WebAssembly
 * (https://github.com/nodejs/node/issues/64500).
 */
const crashSignals = new Set<unknown>(['SIGTRAP', 'SIGSEGV', 'SIGILL', 'SIGBUS']);

type FileResult = {
  path: string;
  /** The file's path from the root, and the run's note. */
  name: string;
  failures: string[];
  /** The signal of a crash of Node, or ''. */
  crash: string;
  /** Record the file's results, once it is known that they count. */
  outcomes: ((tally: Tally) => void)[];
};

async function runFile(path: string, testRun: TestRun): Promise<FileResult> {
  const { note, flags = [], testLimitMs, fileLimitMs } = testRun;
  const file = relative(root, path);
  const name = note ? `${file} ${note}` : file;
  const started = performance.now();
  const failures: string[] = [];
  let passed = 0;
  let skipped = 0;
  let noise = '';
  let crash = '';
  const outcomes: FileResult['outcomes'] = [];

  // A story's reported place is story() itself, which is useless.
  const label = (test: string, at?: string, line?: number) =>
    at === path ? `${file}:${line} ${test}` : `${file}: ${test}`;

  const events = run({
    files: [path],
    execArgv: [...flags],
    timeout: testLimitMs,
    signal: AbortSignal.timeout(fileLimitMs),
  });
  events.on('test:stdout', ({ message }) => (noise += message));
  events.on('test:stderr', ({ message }) => (noise += message));
  events.on('test:diagnostic', ({ message, level }) => {
    if (level !== 'info') noise += `${message}\n`;
  });
  events.on('test:pass', ({ name: own, file: at, line, details, skip, todo }) => {
    if (own === path || details.type === 'suite') return;
    const test = label(own, at, line);
    const reason = skip ?? todo;
    if (reason === undefined) {
      passed += 1;
      outcomes.push((tally) => tally.pass(test));
    } else {
      skipped += 1;
      outcomes.push((tally) =>
        tally.skip(test, typeof reason === 'string' && reason ? reason : 'without a reason'),
      );
    }
  });
  events.on('test:fail', ({ name: own, file: at, line, details: { error } }) => {
    // This error only repeats a failure inside the suite.
    if (failureType(error) === 'subtestsFailed') return;
    const test = own === path ? file : label(own, at, line);
    if ('signal' in error && crashSignals.has(error.signal)) crash = String(error.signal);
    outcomes.push((tally) => tally.fail(note ? `${test} ${note}` : test));
    failures.push(`  ✗ ${test}\n${indent(own === path ? describeFileFailure(error) : describe(error))}`);
  });
  events.resume();
  await once(events, 'end');

  const seconds = (performance.now() - started) / 1000;
  outcomes.push((tally) => tally.time(name, seconds));
  const counts = [
    `${passed} passed`,
    failures.length && `${failures.length} failed`,
    skipped && `${skipped} skipped`,
  ];
  const sign = failures.length ? '✗' : '✓';
  console.log(`${sign} ${name}: ${counts.filter(Boolean).join(', ')} (${seconds.toFixed(1)} s)`);
  if (failures.length > 0) {
    console.log(failures.join('\n'));
    if (noise.trim()) console.log(`  it printed:\n${indent(noise.trim().split('\n').slice(-80).join('\n'))}`);
  }
  return { path, name, failures, crash, outcomes };
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
