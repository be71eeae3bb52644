import { runTests } from './run-tests.ts';

process.exit(await runTests(process.argv.slice(2)));
