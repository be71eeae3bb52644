/**
 * The server cannot start, and the operator can do something about it.
 * `message` is one complete sentence meant for them: print it without a stack and exit.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
