import type { JobHandler } from '#server/jobs/job.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Log } from '#server/process/log.ts';
import { ProviderMissing, ProviderUnavailable } from './provider.ts';

const retryAfterMs = 2 * 60_000;
const retryMissingAfterMs = 86_400_000;

/**
 * An unavailable provider does not fail a job: the job runs again in two minutes, or in a day when the provider's
 * keys must be configured first.
 */
export function retryUnavailable<Payload>(
  { clock, log }: { clock: Clock; log: Log },
  work: JobHandler<Payload>,
): JobHandler<Payload> {
  return async (payload) => {
    try {
      return await work(payload);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      log.warn({ err: error }, 'provider unavailable');
      const wait = error instanceof ProviderMissing ? retryMissingAfterMs : retryAfterMs;
      return new Date(clock().getTime() + wait);
    }
  };
}
