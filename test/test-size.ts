/** Apart from open-test-database.ts, whose importers run on both databases: not every test of this size opens one. */

/** Whether a missing tool fails the test instead of skipping it. */
export const mayNotSkip = process.env['CI'] === 'true';

/** Whether random and exhaustive tests run at full size. */
export const isFullSize = process.env['FULL'] === 'true';
