import { unavailable } from '#server/http/refusal.ts';
import type { FileDeps } from './file-deps.ts';
import { StoreFailure } from './file-store.ts';

/** Runs work with the store. @throws ProblemReply 503 when the store can't be used now */
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
      'We can’t reach our file storage right now. Nothing you sent is lost. Try again in a minute.',
    );
  }
}
