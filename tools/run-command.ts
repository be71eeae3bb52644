import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.ts';

export type CommandResult = { ok: boolean; output: string };

/** Runs a tool of node_modules without printing. The caller decides what to print. */
export async function runCommand(
  command: string,
  args: readonly string[],
  env: Record<string, string | undefined> = process.env,
  folder: string = root,
): Promise<CommandResult> {
  const bin = join(folder, 'node_modules', '.bin');
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...env, PATH: `${bin}${delimiter}${env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill();
  process.once('exit', stop);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, output: `${command}: ${error.message}` }));
    child.once('close', (code) => {
      process.off('exit', stop);
      resolve({ ok: code === 0, output: stripVTControlCharacters(output).trim() });
    });
  });
}
