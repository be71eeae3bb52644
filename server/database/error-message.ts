/** The error as text for a sentence. A host with several addresses fails with one error per address and no message. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join(', ');
  // Not every library throws an Error: Emscripten throws a plain object when a program ends.
  return typeof error === 'object' && error && 'message' in error ? String(error.message) : String(error);
}
