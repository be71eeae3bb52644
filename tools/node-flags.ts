/**
 * Node's flags for processes of tests that open an embedded database: without V8's optimizing WebAssembly compiler, an opening
 * takes half the processor time. Most tests end before its code would pay.
 */
export const flagsForEmbeddedDatabase = ['--liftoff-only'];
