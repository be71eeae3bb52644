import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { Database } from '#server/database/open-database.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { JobRunner } from '#server/jobs/run-jobs.ts';
import type { Clock } from '#server/process/clock.ts';

/** The dependencies of the balance's use cases; app.ts provides them. */
export type BalanceDeps = {
  db: Database['db'];
  clock: Clock;
  /** The current catalogue. Read it once per use case: the next read may return a newer version. */
  catalogue: () => Catalogue;
  limits: RateLimits;
  jobs: Pick<JobRunner, 'wake'>;
  publicUrl: string;
  /** Live mode: the money of new deposits is real. */
  livemode: boolean;
};
