/**
 * npm run prove -- mutation [sample] [seed] [part of a path]: the mutation score of the ledger, the payments, the sessions, the
 * audit log, the staff's accounts, the approvals and the books, or of the files with that path. Writes a seeded sample of the
 * mutants (list-mutants.ts) into a copy of the source, one at a time, and runs the nearest tests that reach the mutant until one
 * fails. A mutant that only a farther test would detect counts as survived. Ctrl-C prints the results so far. Reads
 * TEST_DATABASE_URL as the tests do. A stopped test leaves its database on that server, so use a separate server.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '#tools/root.ts';
import { copyServer } from '#test/repository/copy-server.ts';
import { equivalentMutants } from './equivalent-mutants.ts';
import { type Area, areas, listMutants, type Mutant } from './list-mutants.ts';

const copy = join(root, '.cache/mutation');
const scratch = join(copy, 'tmp');
/** The cache of each test's coverage, valid until the test or the mutated files change. */
const reachFile = join(root, '.cache/mutation-reach.json');
/** Maximum number of tests to run per mutant. */
const nearest = 4;
/** The tests to run. Not the random histories, which detect much but take minutes, and are a proof of their own. */
const tests = globSync(
  'server/{ledger,payments,accounts,orders,balance,audit,staff,books,desk/approvals}/**/*.test.ts',
  {
    cwd: root,
  },
)
  .filter((test) => !test.includes('histories'))
  .toSorted();
/** Skips the test that compares generated files with packages, because the copy has its packages elsewhere. */
const notHere = '--test-skip-pattern=request-schema.json is what';

type Fate = 'killed' | 'timed out' | 'survived' | 'no coverage' | 'equivalent';
/** `hits`: how many times the place of each mutant was executed. */
type Reach = { key: string; ms: number; hits: Record<string, number> };
type Coverage = {
  result: {
    url: string;
    functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
  }[];
};

const placeOf = ({ file, start }: Mutant) => `${file}:${start}`;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Runs a test file until it ends, fails or times out. */
async function runTest(
  file: string,
  limitMs: number,
  env: Record<string, string>,
): Promise<'passed' | 'failed' | 'timed out'> {
  mkdirSync(scratch, { recursive: true });
  const child = spawn(process.execPath, ['--test-reporter=tap', notHere, file], {
    cwd: copy,
    env: { ...process.env, TMPDIR: scratch, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let outcome: 'failed' | 'timed out' | undefined;
  const timer = setTimeout(() => {
    outcome ??= 'timed out';
    end();
  }, limitMs);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (outcome || !/^\s*not ok /m.test(output)) return;
    outcome = 'failed';
    end();
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  process.off('exit', end);
  if (!('NODE_V8_COVERAGE' in env)) rmSync(scratch, { recursive: true, force: true });
  return outcome ?? (code === 0 ? 'passed' : 'failed');
}

/** How many times the innermost block around each mutant was executed. */
function countHits(folder: string, mutants: readonly Mutant[]): Reach['hits'] {
  const hits: Reach['hits'] = {};
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      const ranges = functions.flatMap((one) => one.ranges);
      for (const mutant of new Map(mutants.map((one) => [placeOf(one), one])).values()) {
        const { file, start } = mutant;
        if (!url.endsWith(`/${file}`)) continue;
        const around = ranges
          .filter(({ startOffset, endOffset }) => startOffset <= start && start < endOffset)
          .toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
        const count = around[0]?.count ?? 0;
        const place = placeOf(mutant);
        if (count > 0) hits[place] = (hits[place] ?? 0) + count;
      }
    }
  }
  return hits;
}

async function findReach(mutants: readonly Mutant[]): Promise<Map<string, Reach>> {
  const kept = existsSync(reachFile)
    ? (JSON.parse(readFileSync(reachFile, 'utf8')) as Record<string, Reach>)
    : {};
  const found = new Map<string, Reach>();
  const files = [...new Set(mutants.map(({ file }) => file))];
  const mutated = files.map((file) => readFileSync(join(root, file), 'utf8')).join('');
  for (const test of tests) {
    const key = hash(mutated + readFileSync(join(root, test), 'utf8'));
    let reach = kept[test];
    if (reach?.key !== key) {
      const folder = join(scratch, 'coverage');
      const started = performance.now();
      const outcome = await runTest(test, 300_000, { NODE_V8_COVERAGE: folder });
      if (outcome !== 'passed') throw new Error(`${test} ${outcome} without a mutant.`);
      reach = { key, ms: performance.now() - started, hits: countHits(folder, mutants) };
      rmSync(scratch, { recursive: true, force: true });
    }
    found.set(test, reach);
    writeFileSync(reachFile, JSON.stringify(Object.fromEntries(found)));
  }
  return found;
}

/**
 * The tests that reach a mutant, nearest first: the test of the same name, those of the same folder, and then those that execute
 * it most in the least time.
 */
function testsFor(mutant: Mutant, reach: Map<string, Reach>): string[] {
  const isSql = mutant.file.endsWith('.sql');
  // every test that posts to the ledger reaches the SQL functions
  const place = placeOf(isSql ? mutants.findLast(({ file }) => file === 'server/ledger/post.ts')! : mutant);
  const folder = isSql ? 'server/ledger' : dirname(mutant.file);
  const stem = basename(mutant.file, '.ts');
  const rank = (test: string, { ms, hits }: Reach) =>
    (basename(test, '.test.ts') === stem ? 1e9 : 0) +
    (dirname(test) === folder ? 1e6 : 0) +
    Math.min(hits[place] ?? 0, 1000) / (ms / 1000);
  return [...reach]
    .filter(([, { hits }]) => place in hits)
    .toSorted((a, b) => rank(...b) - rank(...a))
    .slice(0, nearest)
    .map(([test]) => test);
}

async function tryMutant(mutant: Mutant, near: readonly string[], reach: Map<string, Reach>): Promise<Fate> {
  if (near.length === 0) return 'no coverage';
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, source.slice(0, mutant.start) + mutant.to + source.slice(mutant.end));
  try {
    for (const test of near) {
      const outcome = await runTest(test, 20_000 + 2 * reach.get(test)!.ms, {
        NODE_COMPILE_CACHE: join(copy, 'compiled'),
      });
      if (outcome !== 'passed') return outcome === 'failed' ? 'killed' : outcome;
    }
    return 'survived';
  } finally {
    writeFileSync(path, source);
  }
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 70);
const isDetected = (fate: Fate) => fate === 'killed' || fate === 'timed out';
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

const [size = '300', seed = '1', part = ''] = process.argv.slice(2);
const mutants = await listMutants();
const drawn = mutants.filter(({ file }) => file.includes(part));
copyServer(copy);
const reach = await findReach(mutants);

/**
 * The sample of an area: an equal part for each area, or all its mutants if there are fewer. Payments, the largest area, gets the
 * rest.
 */
function sampleOf(area: Area): Mutant[] {
  const order = (mutant: Mutant) => hash(`${seed} ${placeOf(mutant)} ${mutant.to}`);
  const all = drawn
    .filter((mutant) => mutant.area === area)
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  const share = Math.floor(Number(size) / areas.length);
  const others = areas.filter((one) => one !== 'payments');
  const count = (one: Area) => Math.min(share, drawn.filter((mutant) => mutant.area === one).length);
  return all.slice(
    0,
    area === 'payments' ? Number(size) - others.reduce((sum, one) => sum + count(one), 0) : share,
  );
}

const whyEquivalent = ({ file, end, to }: Mutant) =>
  equivalentMutants.find(
    (one) =>
      one.file === file &&
      one.to === to &&
      readFileSync(join(root, file), 'utf8').slice(0, end).endsWith(one.upTo),
  )?.why;

let isStopped = false;
process.once('SIGINT', () => (isStopped = true));
const samples = areas
  .map((area) => ({ area, sample: sampleOf(area), fates: new Map<Mutant, Fate>() }))
  .filter(({ sample }) => sample.length > 0);
const longest = Math.max(...samples.map(({ sample }) => sample.length));
// takes mutants from each area in turn, so that a stopped run has results for each
for (let n = 0; n < longest; n += 1)
  for (const { sample, fates } of samples) {
    const mutant = sample[n];
    if (!mutant || isStopped) continue;
    const why = whyEquivalent(mutant);
    const fate = why ? 'equivalent' : await tryMutant(mutant, testsFor(mutant, reach), reach);
    fates.set(mutant, fate);
    if (isDetected(fate)) continue;
    const { file, line, from, to } = mutant;
    console.log(
      `${fate.padEnd(11)} ${file}:${line}  ${inOneLine(from)}  →  ${inOneLine(to)}${why ? ` (${why})` : ''}`,
    );
  }

console.log(
  '| area | mutants | sampled | killed | timed out | survived | not reached | equivalent | score |\n|---|---|---|---|---|---|---|---|---|',
);
const strata = samples.map(({ area, fates }) => {
  const all = drawn.filter((mutant) => mutant.area === area).length;
  const count = (fate: Fate) => [...fates.values()].filter((one) => one === fate).length;
  const judged = fates.size - count('equivalent');
  const share = (count('killed') + count('timed out')) / judged;
  const variance = (share * (1 - share) * (1 - fates.size / all)) / judged;
  const figures = (['killed', 'timed out', 'survived', 'no coverage', 'equivalent'] as const).map(count);
  console.log(
    `| ${[area, all, fates.size, ...figures].join(' | ')} | ${percent(share)} ± ${percent(1.96 * Math.sqrt(variance))} |`,
  );
  return { all, tried: fates.size, share, variance };
});
const sum = (of: (one: (typeof strata)[number]) => number) => strata.reduce((so, one) => so + of(one), 0);
const total = sum(({ all }) => all);
const score = sum(({ all, share }) => (all / total) * share);
const error = Math.sqrt(sum(({ all, variance }) => (all / total) ** 2 * variance));
console.log(
  `Mutation score ${percent(score)} ± ${percent(1.96 * error)}, each area by its size (${sum(({ tried }) => tried)} of ${total} mutants, seed ${seed})`,
);
rmSync(copy, { recursive: true, force: true });
process.exitCode = score >= 0.85 ? 0 : 1;
