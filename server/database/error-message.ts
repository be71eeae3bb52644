/** What went wrong, for a sentence. A host with several addresses fails with one error for each and no message. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join(', ');
  // Not every library throws an Error: Emscripten's ends of a program only look like one.
  return typeof error === 'object' && error && 'message' in error ? String(error.message) : String(error);
}
