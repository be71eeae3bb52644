import { createHash } from 'node:crypto';
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtOrigin, readEnvironment } from '#server/process/config.ts';
import { StartError } from '#server/process/start-error.ts';
import { root } from './root.ts';
import { runCommand, type CommandResult } from './run-command.ts';

/** The inputs of the build: these files, folders and settings. */
const inputs = [
  'ui',
  'web',
  'desk',
  'contract',
  'react-router.config.ts',
  'vite.config.ts',
  'vite.desk.config.ts',
  'package-lock.json',
];
const settings = ['PUBLIC_URL', 'API_ROOT', 'ANALYTICS_MEASUREMENT_ID', 'LANGUAGETOOL_URL'];
const stamp = join(root, 'build', 'inputs.sha256');

/** Builds the storefront and the desk into build/, unless their inputs are unchanged. */
export async function buildWeb({ always = false } = {}): Promise<CommandResult> {
  const env = readBuildSettings();
  if (env instanceof StartError) return { ok: false, output: env.message };
  const wanted = await digestInputs(env);
  if (!always && (await readOrNothing(stamp)) === wanted) return { ok: true, output: '' };
  if ((await readOrNothing(join(root, 'node_modules/@react-router/dev/package.json'))) === undefined)
    return { ok: false, output: 'The build tools are not installed: run "npm ci --include=dev".' };
  console.log('Building the storefront, which takes a few seconds …');
  // Removes the stamp before the build, so that an interrupted build never counts as finished.
  await rm(stamp, { force: true });
  const production = { ...env, NODE_ENV: 'production' };
  const storefront = await runCommand('react-router', ['build'], production);
  if (!storefront.ok) return storefront;
  const desk = await runCommand('vite', ['build', '--config', 'vite.desk.config.ts'], production);
  const result = { ok: desk.ok, output: `${storefront.output}\n${desk.output}` };
  if (result.ok) await writeFile(stamp, wanted);
  return result;
}

function readBuildSettings(): Record<string, string | undefined> | StartError {
  try {
    const given = readEnvironment();
    return { ...given, PUBLIC_URL: builtOrigin(given) };
  } catch (error) {
    if (error instanceof StartError) return error;
    throw error;
  }
}

async function digestInputs(env: Record<string, string | undefined>): Promise<string> {
  const hash = createHash('sha256');
  for (const name of settings) hash.update(`${name}=${env[name] ?? ''}\0`);
  for (const file of (await Promise.all(inputs.map(listFiles))).flat().toSorted())
    hash
      .update(`${file}\0`)
      .update(await readFile(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch(() => undefined);
  if (!found?.isDirectory()) return found ? [path] : [];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

async function readOrNothing(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
