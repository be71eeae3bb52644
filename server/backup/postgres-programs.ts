import { execFile, type ExecFileOptions, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { StartError } from '#server/process/start-error.ts';

const run = promisify(execFile);

/** The path of a PostgreSQL program in its newest installed version: Debian installs each version into a folder of its own. */
export function programOf(name: string): string {
  const newest = globSync(`/usr/lib/postgresql/*/bin/${name}`).toSorted(
    (a, b) => Number(/(\d+)\/bin/.exec(a)?.[1]) - Number(/(\d+)\/bin/.exec(b)?.[1]),
  );
  return newest.at(-1) ?? name;
}

const missing = (name: string) =>
  new StartError(
    `The backup needs PostgreSQL’s program ${name}. Install it with: apt-get install postgresql`,
  );

/**
 * Runs a program to its end.
 * @throws StartError with the program's own reason
 */
export async function runProgram(name: string, args: string[], options: ExecFileOptions = {}): Promise<void> {
  try {
    await run(programOf(name), args, options);
  } catch (error) {
    throw failure(name, error as NodeJS.ErrnoException & { stderr?: string });
  }
}

function failure(name: string, error: NodeJS.ErrnoException & { stderr?: string }): Error {
  if (error.code === 'ENOENT') return missing(name);
  const reason = (error.stderr ?? '')
    .trim()
    .split('\n')
    .find((line) => /error|fatal/i.test(line));
  return new StartError(`${name} failed: ${reason ?? error.message}`, { cause: error });
}

/** A running program. `ended` rejects with a StartError when it fails. */
export type RunningProgram = { output: Readable; input: Writable; ended: Promise<void> };

/** Starts a program whose input or output is a stream. */
export function startProgram(name: string, args: string[], options: ExecFileOptions = {}): RunningProgram {
  const child = spawn(programOf(name), args, { ...options, stdio: 'pipe' });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-10_000)));
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(failure(name, error)));
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(failure(name, Object.assign(new Error(`it ended with ${code}`), { stderr }))),
    );
  });
  // the caller awaits this promise after the streams
  ended.catch(() => {});
  // a program that ends early closes its input; the exit code gives the reason
  child.stdin.on('error', () => {});
  return { output: child.stdout, input: child.stdin, ended };
}

/**
 * The address without its password, and the environment with it. Other users of the machine could read a password in the list of
 * processes.
 */
export function addressFor(databaseUrl: string): { url: string; env: NodeJS.ProcessEnv } {
  const password =
    /^\w+:\/\/[^/?#:@]*:([^/?#@]*)@/.exec(databaseUrl)?.[1] ?? /[?&]password=([^&]*)/.exec(databaseUrl)?.[1];
  const url = databaseUrl
    .replace(/^(\w+:\/\/[^/?#:@]*):[^/?#@]*@/, '$1@')
    .replace(/([?&])password=[^&]*&?/, '$1')
    .replace(/[?&]$/, '');
  return {
    url,
    env: { PATH: '/usr/bin:/bin', ...(password ? { PGPASSWORD: decodeURIComponent(password) } : {}) },
  };
}
