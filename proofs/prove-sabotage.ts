/**
 * npm run prove -- sabotage [guards | WORDS …]: removes guards and breaks the money code, one at a time in copies of the source.
 * A test or the random histories must detect each. `guards`: only the guards of docs/security/asvs.md. WORDS: only those with one
 * of the words in their description, or with that row, like V6.3.1.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/root.ts';
import { runCommand } from '#tools/run-command.ts';
import { copyServer } from '#test/repository/copy-server.ts';
import { guardSabotages } from './guard-sabotages.ts';
import { type Sabotage, sabotages } from './sabotages.ts';

const histories = '40';
const folder = join(root, '.cache/sabotage', String(process.pid));
/** Each worker has its own copy. */
const atOnce = 2;

/** Runs a test. Returns the name of the test that failed, or undefined if none did. */
async function runTest(copy: string, test: string, only: string | undefined): Promise<string | undefined> {
  // builds only if a source has changed
  if (test.endsWith('.story.ts')) {
    const script = `const { buildWeb } = await import('${join(copy, 'tools/build-web.ts')}'); process.exit((await buildWeb()).ok ? 0 : 1)`;
    const built = await runCommand(process.execPath, ['--eval', script], process.env, copy);
    if (!built.ok) throw new Error(`The storefront cannot be built:\n${built.output.slice(-2000)}`);
  }
  const { ok, output } = await runCommand(
    process.execPath,
    [
      '--test',
      '--test-timeout=120000',
      // a failed test may leave a shop running, which would keep the process alive
      '--test-force-exit',
      ...(only === undefined ? [] : [`--test-name-pattern=${only}`]),
      join(copy, test),
    ],
    // a test whose tool is missing fails instead of being skipped
    { ...process.env, CI: 'true' },
    copy,
  );
  if (ok && !/^ℹ pass [1-9]/m.test(output)) throw new Error(`No test was run:\n${output.slice(-1000)}`);
  if (ok) return undefined;
  const found = /^\s*✖ (.*?) \(\d/m.exec(output)?.[1];
  if (!found || found.endsWith(test))
    throw new Error(`The test failed for another reason:\n${output.slice(-4000)}`);
  return found;
}

/** Runs random histories. Returns their findings in one line, or undefined without any. */
async function play(copy: string): Promise<string | undefined> {
  const { ok, output } = await runCommand(process.execPath, [
    join(copy, 'server/payments/histories.test.ts'),
    histories,
    '1',
    'unshrunk',
  ]);
  if (ok) return undefined;
  const found = /^\s*\+ +'(.*)',?$/m.exec(output)?.[1];
  if (!found) throw new Error(`The histories failed for another reason:\n${output.slice(-4000)}`);
  return found;
}

/** Breaks one file of the copy, runs its test or the histories, and restores the file. */
async function look(copy: string, { file, from, to, test, only }: Sabotage): Promise<string | undefined> {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2)
    throw new Error(`${file} has changed: it does not contain "${from}" exactly once`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  try {
    return await (test ? runTest(copy, test, only) : play(copy));
  } finally {
    writeFileSync(path, source);
  }
}

const words = process.argv.slice(2);
const isMeant = ({ what, rows = [] }: Sabotage) =>
  words.length === 0 || words.some((word) => what.includes(word) || rows.includes(word));
const chosen = /^guards?$/.test(words.join()) ? guardSabotages : sabotages.filter(isMeant);
const left = [...chosen];
let missed = 0;
let broken = 0;

async function work(copy: string): Promise<void> {
  copyServer(copy);
  for (let sabotage = left.shift(); sabotage; sabotage = left.shift())
    try {
      const found = await look(copy, sabotage);
      if (!found) missed += 1;
      console.log(`${found ? 'found ' : 'MISSED'}  ${sabotage.what}${found ? `\n        ${found}` : ''}`);
    } catch (error) {
      broken += 1;
      console.log(`BROKEN  ${sabotage.what}\n${String(error)}`);
    }
}

await Promise.all(Array.from({ length: atOnce }, (_, n) => work(join(folder, String(n)))));
rmSync(folder, { recursive: true, force: true });
console.log(
  missed + broken === 0
    ? `All ${chosen.length} were found.`
    : `${missed} of ${chosen.length} were missed, ${broken} could not be tried.`,
);
process.exitCode = missed + broken === 0 ? 0 : 1;
