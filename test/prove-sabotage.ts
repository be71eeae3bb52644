/**
 * npm run prove -- sabotage [words]: takes guards away and breaks the money code, one at a time in a copy of the source, and
 * expects that each is found: by its test, or by the random histories. Tests that find none of them would prove nothing.
 * `words`: only those whose description has them.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/root.ts';
import { runCommand } from '#tools/run-command.ts';
import { copyServer } from './copy-server.ts';
import { type Sabotage, sabotages } from './sabotages.ts';

const histories = '40';
const copy = join(root, '.cache/sabotage');

function prepare({ file, from, to }: Sabotage): void {
  copyServer(copy);
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2)
    throw new Error(`${file} has changed: "${from}" does not stand in it once`);
  writeFileSync(path, source.replace(from, to));
}

/** What a test found, in one line; undefined when it found nothing. */
async function runTest(test: string, only: string | undefined): Promise<string | undefined> {
  const { ok, output } = await runCommand(process.execPath, [
    '--test',
    '--test-timeout=120000',
    ...(only === undefined ? [] : [`--test-name-pattern=${only}`]),
    join(copy, test),
  ]);
  if (ok && !/^ℹ pass [1-9]/m.test(output)) throw new Error(`No test was run:\n${output.slice(-1000)}`);
  if (ok) return undefined;
  const found = /^\s*✖ (.*?) \(\d/m.exec(output)?.[1];
  if (!found) throw new Error(`The test failed for another reason:\n${output.slice(-4000)}`);
  return found;
}

/** What the histories found, in one line; undefined when they found nothing. */
async function play(): Promise<string | undefined> {
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

const words = process.argv.slice(2).join(' ');
const chosen = sabotages.filter(({ what }) => what.includes(words));
let missed = 0;
for (const sabotage of chosen) {
  prepare(sabotage);
  const found = await (sabotage.test ? runTest(sabotage.test, sabotage.only) : play());
  if (!found) missed += 1;
  console.log(`${found ? 'found ' : 'MISSED'}  ${sabotage.what}${found ? `\n        ${found}` : ''}`);
}
rmSync(copy, { recursive: true, force: true });
console.log(missed === 0 ? `All ${chosen.length} are found.` : `${missed} of ${chosen.length} are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
