/**
 * npm run prove -- steady [TIMES]: runs all tests several times as `.ci/run` does, beside two processes that keep two processors
 * busy, and lists each test file that failed once. Uses the PostgreSQL of TEST_DATABASE_URL.
 */
import { spawn } from 'node:child_process';
import { root } from '#tools/root.ts';
import { runCommand } from '#tools/run-command.ts';

const times = Number(process.argv[2] ?? 5);
const busy = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
const failures = new Map<string, number>();
process.once('exit', () => busy.forEach((child) => child.kill()));
for (let run = 1; run <= times; run += 1) {
  const started = performance.now();
  const env = { ...process.env, CI: 'true' };
  const { output } = await runCommand(process.execPath, ['tools/test.ts'], env, root);
  for (const [, file = ''] of output.matchAll(/^✗ (.+?): \d+ passed/gm))
    failures.set(file, (failures.get(file) ?? 0) + 1);
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`run ${run}: ${output.split('\n').at(-1)} in ${minutes} minutes`);
}
for (const [file, count] of failures) console.log(`${file}: failed ${count} times`);
console.log(`${failures.size} unsteady or failing files in ${times} runs`);
process.exit(failures.size > 0 ? 1 : 0);
