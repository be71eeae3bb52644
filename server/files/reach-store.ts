import { unavailable } from '#server/http/refusal.ts';
import type { FileDeps } from './file-deps.ts';
import { StoreFailure } from './file-store.ts';

/**
 * Runs work that uses the store.
 * @throws ProblemReply 503 when the store is unavailable
 */
export async function reachStore<Result>(
  { log }: Pick<FileDeps, 'log'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    log.error({ err: error }, 'the store of files failed');
    throw unavailable(
      'We can’t reach our file storage right now. What you’ve already sent is safe. Try again in a minute.',
    );
  }
}
