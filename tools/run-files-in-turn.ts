/**
 * Runs test files one after another in this process, because a process per file would spend half of a short file's time on
 * loading and compiling the shop's code. Several processes share one list of files. A process claims a file by creating a marker
 * in the folder of claims.
 *
 * Arguments: the folder of claims, the name of this process, the maximum number of files that it runs, the limit for each file
 * (ms), and the files.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite } from 'node:test';
import { setImmediate as immediately, setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { second } from '#contract/durations.ts';

const [claims = '', name = '', most, limitMs, ...files] = process.argv.splice(2);
let ran = 0;
/** Memory (bytes) at which this process ends and another one continues, because databases and pages leave some in memory. */
const enoughMemory = 1.5e9;
const ownFetch = globalThis.fetch;

// opens these streams now, because otherwise they would open at their first use and stay open
void [process.stdin, process.stdout, process.stderr];

for (const [index, file] of files.entries()) {
  if (ran === Number(most) || process.memoryUsage.rss() > enoughMemory) break;
  if (!claim(index)) continue;
  ran += 1;
  const before = openResources();
  await new Promise<void>((done) => {
    suite(file, { timeout: Number(limitMs) }, () => {
      suite('tests', () => import(pathToFileURL(file).href));
      after(async () => {
        await leaveNothing(before);
        done();
      });
    });
  });
}

/** Claims the file with this index. Returns whether this process runs it: each file is claimed once. */
function claim(index: number): boolean {
  try {
    writeFileSync(join(claims, String(index)), name, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The number of open resources that keep this process running, by kind. */
function openResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Waits a moment, and leaves no timer. */
async function turn(): Promise<void> {
  await wait(10);
  await immediately();
}

/**
 * Waits until nothing is open that wasn't open before the file. A file that leaves something open fails, and this process ends.
 */
async function leaveNothing(before: ReadonlyMap<string, number>): Promise<void> {
  const more = () => [...openResources()].filter(([kind, count]) => count > (before.get(kind) ?? 0));
  for (const end = performance.now() + 10 * second; more().length > 0 && performance.now() < end;)
    await turn();
  const words = more().map(([kind, count]) => `${count} × ${kind}`);
  // a test that mocks a function twice restores the first mock at its end
  if (globalThis.fetch !== ownFetch) words.push('a mock of fetch');
  if (words.length === 0) return;
  setTimeout(() => process.exit(1), second);
  throw new Error(`The file left something open: ${words.join(', ')}.`);
}
