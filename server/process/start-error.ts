/**
 * The server can't start, and the operator can correct the cause. `message` is one complete sentence for the operator: print it
 * without a stack and exit.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
