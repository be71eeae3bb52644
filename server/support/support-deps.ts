import type { Database } from '#server/database/open-database.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { JobRunner } from '#server/jobs/run-jobs.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Keys } from '#server/process/derived-keys.ts';

/** The dependencies of the support's use cases; app.ts provides them. */
export type SupportDeps = {
  db: Database['db'];
  clock: Clock;
  limits: RateLimits;
  jobs: Pick<JobRunner, 'wake'>;
  /** Keys that sign challenges. */
  challengeKeys: Keys;
};
