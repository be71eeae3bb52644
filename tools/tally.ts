import { appendFile } from 'node:fs/promises';

export type Skip = { test: string; reason: string };

/**
 * Counts passed and failed tests over all runs. A test that was skipped in one run and passed in another (for example without and
 * with PostgreSQL) counts as passed. Tests that were only skipped count as skipped, or as failed where everything must run.
 */
export function createTally({ skipsFail }: { skipsFail: boolean }) {
  let passed = 0;
  const ran = new Set<string>();
  const failed: string[] = [];
  const skipped = new Map<string, string>();
  const unsteady: string[] = [];
  const seconds = new Map<string, number>();
  const skips = (): Skip[] =>
    [...skipped].filter(([test]) => !ran.has(test)).map(([test, reason]) => ({ test, reason }));

  return {
    pass(test: string) {
      passed += 1;
      ran.add(test);
    },
    fail(test: string) {
      failed.push(test);
      ran.add(test);
    },
    skip(test: string, reason: string) {
      skipped.set(test, reason);
    },
    /** Records a file that failed among others and passed alone. */
    noteUnsteady(file: string) {
      unsteady.push(file);
    },
    time(file: string, taken: number) {
      seconds.set(file, taken);
    },
    skips,
    unsteady: () => [...unsteady],
    /** Seconds by file, slowest first. */
    times: () => [...seconds].toSorted(([, one], [, other]) => other - one),
    failed: () => [...failed, ...(skipsFail ? skips().map(({ test }) => `${test} (skipped)`) : [])],
    passed: () => passed,
  };
}

export type Tally = ReturnType<typeof createTally>;

/** Appends a line with the numbers of passed and failed tests to the file, so that the caller can sum them. */
export async function recordCounts(file: string, tally: Tally): Promise<void> {
  await appendFile(file, `${tally.passed()} ${tally.failed().length}\n`);
}
