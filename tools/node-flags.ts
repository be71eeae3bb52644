/**
 * Node's flags for test processes that open an embedded database. Without V8's optimizing WebAssembly compiler, opening takes
 * half the processor time. Most tests end before optimized code would save time.
 */
export const flagsForEmbeddedDatabase = ['--liftoff-only'];
