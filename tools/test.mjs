import './check-node.mjs';

const { runTests } = await import('./run-tests.ts');
process.exit(await runTests(process.argv.slice(2)));
