/**
 * The error as text for a sentence. Of a host with several addresses, the error has one error per address and no message of its
 * own.
 */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join(', ');
  // Some libraries don't throw an Error: Emscripten throws a plain object when a program ends.
  return typeof error === 'object' && error && 'message' in error ? String(error.message) : String(error);
}
