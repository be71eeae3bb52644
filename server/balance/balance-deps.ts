import type { Catalogue } from '#contract/catalogue.ts';
import type { Database } from '#server/database/open-database.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { JobRunner } from '#server/jobs/run-jobs.ts';
import type { Clock } from '#server/process/clock.ts';

/** What the use cases of the balance work with; app.ts hands it in. */
export type BalanceDeps = {
  db: Database['db'];
  clock: Clock;
  /** What is sold today, and by which rules. Read it once in a use case: another version may follow. */
  catalogue: () => Catalogue;
  limits: RateLimits;
  jobs: Pick<JobRunner, 'wake'>;
  publicUrl: string;
  /** Whether the money is real. */
  livemode: boolean;
};
