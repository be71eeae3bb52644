// In a file of its own, because run-tests.ts counts every test that imports open-test-database.ts as one that uses a database.

/** Whether a missing tool fails the test instead of skipping it. */
export const mayNotSkip = process.env['CI'] === 'true';

/** Whether random and exhaustive tests run at full size. */
export const isFullSize = process.env['FULL'] === 'true';

/**
 * All inputs at full size. Otherwise one of `parts` equal parts of them, so that several tests with the same inputs together try
 * each input once.
 */
export const partOf = <Input>(inputs: readonly Input[], part: number, parts: number): Input[] =>
  inputs.filter((_, index) => isFullSize || index % parts === part);
