import { appendFile } from 'node:fs/promises';

export type Skip = { test: string; reason: string };

/**
 * Counts what passed and failed over all runs. A test that was skipped in one run and passed in another (because only
 * one of them had PostgreSQL, say) has run; the others are skipped, which counts as failed where everything must run.
 */
export function createTally({ skipsFail }: { skipsFail: boolean }) {
  let passed = 0;
  const ran = new Set<string>();
  const failed: string[] = [];
  const skipped = new Map<string, string>();
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
    skips,
    failed: () => [...failed, ...(skipsFail ? skips().map(({ test }) => `${test} (skipped)`) : [])],
    passed: () => passed,
  };
}

export type Tally = ReturnType<typeof createTally>;

/** One line "passed failed" more in the file, so that whoever called us can add up. */
export async function recordCounts(file: string, tally: Tally): Promise<void> {
  await appendFile(file, `${tally.passed()} ${tally.failed().length}\n`);
}
