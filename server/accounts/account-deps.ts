import type { Database } from '#server/database/open-database.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { JobRunner } from '#server/jobs/run-jobs.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Keys } from '#server/process/derived-keys.ts';
import type { Log } from '#server/process/log.ts';
import type { AccessTokens } from './access-tokens.ts';

/** The dependencies of the accounts' use cases; app.ts provides them. */
export type AccountDeps = {
  db: Database['db'];
  clock: Clock;
  log: Log;
  limits: RateLimits;
  tokens: AccessTokens;
  jobs: Pick<JobRunner, 'wake'>;
  passwordMinLength: number;
  /** The secret from which codes in emails are derived. */
  codeKeys: Keys;
};
