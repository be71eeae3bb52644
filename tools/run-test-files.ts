import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type EventData, run } from 'node:test';
import { inspect } from 'node:util';
import { minute, second } from '#contract/durations.ts';
import { root } from './root.ts';
import type { Tally } from './tally.ts';

export type TestRun = {
  files: readonly string[];
  /** Text after each file's name, such as "on PostgreSQL". */
  note?: string;
  /** Number of simultaneous processes. Each runs up to `filesPerProcess` files, one after another. */
  atOnce: number;
  filesPerProcess: number;
  /** Node's flags for the tests' processes. */
  flags?: readonly string[];
  /** Time limit of a file (ms). A file that takes longer is ended and fails. */
  limitMs: number;
  /** Whether a file that fails runs once more, alone, after the others. */
  repeatsFailures: boolean;
};

/**
 * Runs the files in a few processes and prints a line for each file, with all details of failures. A file whose Node crashed runs
 * once more, alone, after the others; with `repeatsFailures`, so does each file that failed. A file that then passes counts as
 * unsteady.
 */
export async function runTestFiles(testRun: TestRun, tally: Tally): Promise<void> {
  const repeated: FileResult[] = [];
  await inProcesses(testRun, (result) => {
    if (result.crash || (testRun.repeatsFailures && result.failures.length > 0)) repeated.push(result);
    else for (const record of result.outcomes) record(tally);
  });
  for (const { path, name, crash } of repeated) {
    console.log(`! ${name}: ${crash ? `Node crashed (${crash})` : 'failed'}; it runs once more, alone`);
    await inProcesses({ ...testRun, files: [path], atOnce: 1 }, (result) => {
      for (const record of result.outcomes) record(tally);
      if (result.failures.length === 0) tally.noteUnsteady(crash ? `${name} (Node crashed: ${crash})` : name);
    });
  }
}

/**
 * Signals of a crash of V8 or an end by the kernel. Node 24 sometimes crashes while it compiles PGlite's WebAssembly
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
  /** Functions that record the file's results, called once it is known that they count. */
  outcomes: ((tally: Tally) => void)[];
};

/** Runs the files in processes that claim them one by one. */
async function inProcesses(testRun: TestRun, onResult: (result: FileResult) => void): Promise<void> {
  const claims = mkdtempSync(join(tmpdir(), 'redline-claims-'));
  const { files, atOnce } = testRun;
  const work = async () => {
    while (readdirSync(claims).length < files.length) await runProcess(claims, testRun, onResult);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, files.length) }, work));
  } finally {
    rmSync(claims, { recursive: true });
  }
}

const worker = join(root, 'tools/run-files-in-turn.ts');

/** Runs one process until it ends: after the last file, or during a file that ended it. */
async function runProcess(
  claims: string,
  { files, note, flags = [], filesPerProcess, limitMs }: TestRun,
  onResult: (result: FileResult) => void,
): Promise<void> {
  const name = randomUUID();
  const finished = new Set<string>();
  let file: FileInTurn | undefined;
  let noise = '';
  const stopped = new AbortController();
  // ends a process that can't end itself, because of a loop or an open resource
  const watch = () => setTimeout(() => stopped.abort(), limitMs + minute).unref();
  let tooLong = watch();
  const started = performance.now();
  const finish = (ms: number, crash?: string) => {
    clearTimeout(tooLong);
    tooLong = watch();
    if (file) {
      finished.add(file.path);
      onResult(file.finish({ ms, noise, crash }));
    }
    file = undefined;
    noise = '';
  };

  const events = run({
    files: [worker],
    argv: [claims, name, String(filesPerProcess), String(limitMs), ...files],
    execArgv: [...flags],
    signal: stopped.signal,
  });
  events.on('test:start', ({ name: path, nesting }) => {
    if (nesting > 0 || path === worker) return;
    file = recordFile(path, note);
  });
  const hear = ({ message }: { message: string }) => void (noise += message);
  events.on('test:stdout', hear);
  events.on('test:stderr', hear);
  events.on('test:diagnostic', ({ message, level }) => {
    if (level !== 'info') noise += `${message}\n`;
  });
  const isFile = ({ details, nesting }: { details: { type?: string }; nesting: number }) =>
    details.type === 'suite' && nesting === 0;
  events.on('test:pass', (event) => {
    if (isFile(event)) finish(event.details.duration_ms);
    else if (event.details.type !== 'suite') file?.pass(event);
  });
  let end: Error | undefined;
  events.on('test:fail', (event) => {
    if (event.name === worker) end = event.details.error;
    else file?.fail(event);
    if (isFile(event)) finish(event.details.duration_ms);
  });
  events.resume();
  await once(events, 'end');
  clearTimeout(tooLong);

  const claimed = files.filter((_, index) => claimOf(claims, index) === name);
  const unfinished = claimed.filter((path) => !finished.has(path));
  if (unfinished.length === 0 && (end === undefined || failureType(end) === 'subtestsFailed')) return;
  // The last file ended the process. Reports of the files before it may be lost, so they run again.
  const last = unfinished.pop() ?? claimed.at(-1);
  if (last === undefined) throw new Error(`No test file could be started.\n${noise}`, { cause: end });
  for (const path of unfinished) rmSync(join(claims, String(files.indexOf(path))));
  file ??= recordFile(last, note);
  file.failWhole(end ?? new Error('the process ended before its tests'));
  finish(
    performance.now() - started,
    end && 'signal' in end && crashSignals.has(end.signal) ? String(end.signal) : '',
  );
}

/** The name of the process that runs the file with this index; undefined when none has claimed it. */
function claimOf(claims: string, index: number): string | undefined {
  const claim = join(claims, String(index));
  return existsSync(claim) ? readFileSync(claim, 'utf8') : undefined;
}

type Passed = EventData.TestPass;
type Failed = EventData.TestFail;
type FileInTurn = ReturnType<typeof recordFile>;

/** Collects the results of a file while it runs. */
function recordFile(path: string, note: string | undefined) {
  const file = relative(root, path);
  const name = note ? `${file} ${note}` : file;
  const failures: string[] = [];
  let passed = 0;
  let skipped = 0;
  const outcomes: FileResult['outcomes'] = [];
  // A story's reported place is story() itself, which is useless.
  const label = ({ name: test, file: at, line }: Passed | Failed) =>
    at === path ? `${file}:${line} ${test}` : `${file}: ${test}`;
  const noteFailure = (test: string, details: string) => {
    outcomes.push((tally) => tally.fail(note ? `${test} ${note}` : test));
    failures.push(`  ✗ ${test}\n${indent(details)}`);
  };

  return {
    path,
    pass(event: Passed) {
      const test = label(event);
      const reason = event.skip ?? event.todo;
      if (reason === undefined) {
        passed += 1;
        outcomes.push((tally) => tally.pass(test));
      } else {
        skipped += 1;
        outcomes.push((tally) =>
          tally.skip(test, typeof reason === 'string' && reason ? reason : 'without a reason'),
        );
      }
    },
    fail(event: Failed) {
      const { type, error } = event.details;
      // This error only repeats a failure inside the suite.
      if (failureType(error) === 'subtestsFailed') return;
      noteFailure(type === 'suite' && event.file === worker ? file : label(event), describe(error));
    },
    /** Records that the file ended the process. */
    failWhole(error: Error) {
      noteFailure(file, describeFileFailure(error));
    },
    /** Prints the file's line, and its output if it failed. */
    finish({ ms, noise, crash = '' }: { ms: number; noise: string; crash?: string | undefined }): FileResult {
      const seconds = ms / second;
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
        if (noise.trim())
          console.log(`  it printed:\n${indent(noise.trim().split('\n').slice(-80).join('\n'))}`);
      }
      return { path, name, failures, crash, outcomes };
    },
  };
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
