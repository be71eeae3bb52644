import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { minute } from '#contract/durations.ts';
import { bothDatabases } from './both-databases.ts';
import { buildWeb } from './build-web.ts';
import { reaches } from './imports.ts';
import { flagsForEmbeddedDatabase } from './node-flags.ts';
import { root } from './root.ts';
import { runCommand, type CommandResult } from './run-command.ts';
import { runTestFiles } from './run-test-files.ts';
import { createTally, recordCounts, type Tally } from './tally.ts';

const mayNotSkip = process.env['CI'] === 'true';
/** Whether long stories run, all tests run on both databases, and random tests run at full size. */
const isFullSize = process.env['FULL'] === 'true';
const unit = {
  atOnce: availableParallelism(),
  // one file per process, because such a test replaces things in its process, such as a browser's window
  filesPerProcess: 1,
  limitMs: 10 * minute,
  repeatsFailures: mayNotSkip,
};
const server = { ...unit, filesPerProcess: Number.POSITIVE_INFINITY, flags: flagsForEmbeddedDatabase };
// More processes than processors, because these tests wait half of their time for the database server.
const onServer = { ...server, atOnce: Math.ceil(1.5 * availableParallelism()) };
// More processes than processors, because a story waits two thirds of its time: for a poll, for the end of an undo, for a page.
const stories = {
  ...unit,
  atOnce: Math.min(8, 2 * availableParallelism()),
  limitMs: 15 * minute,
};

/**
 * Stories that take half of all stories' time: they kill and starve processes, fill disks, press every button, work a whole day or
 * build the shop.
 * They run with FULL=true, or when named.
 */
const longStories = [
  'desk-day',
  'dev',
  'disk-full',
  'every-button',
  'every-desk-button',
  'faults',
  'kill',
  'make-it-yours',
  'several-processes',
  'slow-clients',
  'stored-xss',
  'two-processes',
];
/** The file that a test imports when it uses a database. */
const databaseOfTests = 'test/server/open-test-database.ts';
const needsEmbedded = (file: string, withDatabase: readonly string[]) =>
  !withDatabase.includes(file) ||
  Object.keys(bothDatabases).some((start) => relative(root, file).startsWith(start));
const isLong = (file: string) => longStories.includes(basename(file, '.story.ts'));

/** The parts of `npm test`, in order; `npm test unit order` runs the unit tests whose path contains "order". */
const parts: Record<string, (tally: Tally, filters: string[]) => Promise<void>> = {
  async checks(tally) {
    const scripts = { typecheck: 'typecheck', lint: 'lint', format: 'format:check', unused: 'unused' };
    await Promise.all(
      Object.entries(scripts).map(([name, script]) =>
        check(tally, name, () => runCommand('npm', ['run', '--silent', script])),
      ),
    );
  },

  async build(tally) {
    await buildOnce(tally);
  },

  async unit(tally, filters) {
    const files = find('{contract,ui,web,desk,demo,proofs,test/repository,tools}/**/*.test.ts', filters);
    // this test measures the built pages
    if (files.some((file) => file.endsWith('page-weight.test.ts')) && !(await buildOnce(tally))) return;
    await runTestFiles({ ...unit, files }, tally);
  },

  async server(tally, filters) {
    const files = find('{server,test/server}/**/*.test.ts', filters);
    const postgres = process.env['TEST_DATABASE_URL'];
    const isWhole = filters.length === 0;
    if (isWhole) recordStatements();
    const withDatabase = files.filter((file) => reaches(relative(root, file), databaseOfTests));
    delete process.env['TEST_DATABASE_URL'];
    const embedded =
      postgres && !isFullSize ? files.filter((file) => needsEmbedded(file, withDatabase)) : files;
    await runTestFiles({ ...server, files: embedded }, tally);
    if (postgres) {
      process.env['TEST_DATABASE_URL'] = postgres;
      await runTestFiles({ ...onServer, files: withDatabase, note: 'on PostgreSQL' }, tally);
    } else {
      const how = 'no PostgreSQL given: set TEST_DATABASE_URL=postgres://user@host:port/database';
      tally.skip('the server tests on PostgreSQL', how);
    }
    if (isWhole)
      await runTestFiles({ ...unit, files: [join(root, 'test/repository/row-types.check.ts')] }, tally);
    delete process.env['STATEMENTS_FOLDER'];
  },

  async browser(tally, filters) {
    if (!(await buildOnce(tally))) return;
    const found = find('test/stories/*.story.ts', filters);
    const runsLong = isFullSize || filters.length > 0;
    const files = found.filter((file) => runsLong || !isLong(file));
    if (files.length < found.length && !mayNotSkip)
      tally.skip(
        `the long stories (${longStories.join(', ')})`,
        'run all with FULL=true npm test, or one with npm run test:browser -- kill',
      );
    await runTestFiles({ ...stories, files }, tally);
  },
};

/** Runs the named part, or all of them, and returns the exit code. */
export async function runTests([part, ...filters]: string[]): Promise<number> {
  if (part !== undefined && !(part in parts)) {
    console.error(
      `There is no "${part}": choose from ${Object.keys(parts).join(', ')}, or nothing for all of them.`,
    );
    return 2;
  }
  // test processes share a compile cache
  process.env['NODE_COMPILE_CACHE'] ??= join(root, '.cache/compiled');
  process.env['TMPDIR'] = memoryFolder() ?? tmpdir();
  if (part !== 'checks') console.log(`The tests’ databases are in ${tmpdir()}.`);
  // files that several test files of this run share
  const runFolder = mkdtempSync(join(tmpdir(), 'redline-run-'));
  process.env['TEST_RUN_FOLDER'] = runFolder;
  process.once('exit', () => rmSync(runFolder, { recursive: true, force: true }));
  const tally = createTally({ skipsFail: mayNotSkip });
  const partTimes: string[] = [];
  for (const [name, runPart] of Object.entries(parts)) {
    if (part !== undefined && part !== name) continue;
    const started = performance.now();
    await runPart(tally, filters);
    partTimes.push(`${name} ${((performance.now() - started) / minute).toFixed(1)}`);
  }
  printTimes(tally, partTimes);

  for (const { test, reason } of tally.skips()) console.log(`- skipped: ${test}: ${reason}`);
  const unsteady = tally.unsteady();
  if (unsteady.length > 0)
    console.log(
      `\nUnsteady (failed among others, passed alone):\n${unsteady.map((file) => `  ${file}`).join('\n')}`,
    );
  const failed = tally.failed();
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map((test) => `  ${test}`).join('\n')}`);
  const counts = process.env['TEST_COUNTS'];
  if (counts) await recordCounts(counts, tally);
  if (mayNotSkip) console.log(`\nUnsteady files: ${unsteady.length}`);
  console.log(`\n${tally.passed()} passed, ${failed.length} failed`);
  return failed.length > 0 || tally.passed() === 0 ? 1 : 0;
}

const keptTimes = join(root, '.cache/test-times.json');

/** Prints the minutes of each part and the slowest files, with their seconds in the last run, and stores this run's. */
function printTimes(tally: Tally, partTimes: readonly string[]): void {
  const times = tally.times();
  const before = existsSync(keptTimes)
    ? (JSON.parse(readFileSync(keptTimes, 'utf8')) as Record<string, number>)
    : {};
  console.log(`\nMinutes: ${partTimes.join(', ')}`);
  if (times.length > 1) console.log('Slowest files (seconds, and in the last run):');
  for (const [file, seconds] of times.length > 1 ? times.slice(0, 20) : [])
    console.log(
      `  ${seconds.toFixed(1).padStart(6)} ${(before[file]?.toFixed(1) ?? '').padStart(6)}  ${file}`,
    );
  mkdirSync(dirname(keptTimes), { recursive: true });
  writeFileSync(keptTimes, JSON.stringify({ ...before, ...Object.fromEntries(times) }, null, 2));
}

/** A folder in memory with room for the tests' databases (about ten of 40 MB at once), if the system has one. */
function memoryFolder(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 1e9 ? folder : undefined;
}

/** Makes the server's tests record the columns of each statement, for row-types.check.ts. */
function recordStatements(): void {
  const folder = join(root, '.cache/statements');
  rmSync(folder, { recursive: true, force: true });
  process.env['STATEMENTS_FOLDER'] = folder;
}

let built: Promise<boolean> | undefined;

/** Builds at most once: unit tests measure the build and stories open it. */
async function buildOnce(tally: Tally): Promise<boolean> {
  return (built ??= check(tally, 'build', buildWeb));
}

async function check(tally: Tally, name: string, work: () => Promise<CommandResult>): Promise<boolean> {
  const started = performance.now();
  const { ok, output } = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (ok) tally.pass(name);
  else {
    tally.fail(name);
    console.log(output.replaceAll(/^/gm, '    '));
  }
  return ok;
}

function find(pattern: string, filters: string[]): string[] {
  return globSync(pattern, { cwd: root })
    .filter((file) => filters.every((filter) => file.includes(filter)))
    .toSorted()
    .map((file) => join(root, file));
}
